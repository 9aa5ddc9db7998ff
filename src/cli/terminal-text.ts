/**
 * Text for terminals: characters that control a terminal or change the direction of writing are replaced by printable ones
 * (docs/faults.md, "H9"), and text is broken into lines. JSON and CSV are data and are not escaped here.
 */
import type { Output } from "./process.ts";

/** Control characters (C0, DEL, C1) and those that change the direction of writing. */
const CONTROLS = /[\p{Cc}\p{Bidi_C}]/gu;
/** The block of Unicode with pictures of U+0000 and the following control characters. */
const PICTURES = 0x2400;
const DELETE = 0x7f;
const REPLACEMENT = "\ufffd";

/** In one line: white space of any kind becomes one space. */
export function escapeLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim().replace(CONTROLS, pictureOf);
}

/** Characters of a value in a message. */
const MAX_SHOWN = 60;

/** A value of the user for a message: in one line, at most 60 characters, without control characters. */
export function shownValue(value: string): string {
  // a text may be megabytes long; white space is collapsed, so more than 60 characters are read
  return shorten(escapeLine(value.slice(0, 10 * MAX_SHOWN)), MAX_SHOWN);
}

/** Keeps line ends; tabs become spaces. */
export function escapeText(text: string): string {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/u)
    .map((line) => line.replace(/\t/g, " ").replace(CONTROLS, pictureOf))
    .join("\n");
}

/** Markup, unchanged but for controls other than white space: they become character references, equal in meaning. */
export function escapeMarkup(markup: string): string {
  return markup.replace(CONTROLS, (control) =>
    /\s/u.test(control) && !/[\v\f]/.test(control) ? control : `&#x${codeOf(control).toString(16)};`,
  );
}

function pictureOf(control: string): string {
  const code = codeOf(control);
  if (code === DELETE) return "\u2421";
  return code < 0x20 ? String.fromCodePoint(PICTURES + code) : REPLACEMENT;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** Room for a line: a file or a pipe takes any. */
export function widthOf({ isTerminal, columns }: Output): number {
  return isTerminal ? columns : Number.POSITIVE_INFINITY;
}

/** The longest line that is comfortable to read. */
export const MAX_READING_WIDTH = 88;

/**
 * Breaks text at white space into lines of at most `width` characters; a longer word gets its own line.
 * Line ends of the text are kept.
 */
export function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, width));
}

/** The same with `first` in front of the first line and as many spaces in front of the others. */
export function wrapBehind(first: string, text: string, width: number): string {
  const indent = " ".repeat(first.length);
  const lines = wrap(text, Math.max(width - first.length, 1));
  return lines.map((line, at) => `${at === 0 ? first : indent}${line}`.trimEnd()).join("\n");
}

/** At most `width` characters, the last one `…` where something is left out. */
export function shorten(text: string, width: number): string {
  const letters = [...text];
  return letters.length <= width ? text : `${letters.slice(0, Math.max(width - 1, 0)).join("")}…`;
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/\s+/u)) {
    if (word === "") continue;
    const longer = current === "" ? word : `${current} ${word}`;
    if (current === "" || [...longer].length <= width) {
      current = longer;
      continue;
    }
    lines.push(current);
    current = word;
  }
  return [...lines, current];
}

export function inBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`;
}

/** `under a minute`, `5 minutes`, `3 hours`, `2 days`: rounded. */
export function durationText(seconds: number): string {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [unit, size] = units.find(([, span]) => seconds >= 1.5 * span) ?? ["minute", 60];
  return seconds < 60 ? "under a minute" : counted(Math.round(seconds / size), unit);
}

/** `1 record`, `2 records`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
