/**
 * Escapes text of the corpus for terminals: characters that control a terminal or change the direction of writing are
 * replaced by printable ones (docs/faults.md, "H9"). JSON and CSV are data and are not escaped here.
 */
import { shorten } from "./render/wrap.ts";

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
