/**
 * A draft as text in blocks, whatever the format of its file: the readers of the formats end here, and the readers of citations and
 * quotations begin here.
 */

import { NOTE_START } from "../citations/footnotes.ts";
import type { TextRange } from "../domain/casebody.ts";

export type { TextRange };

/** `quotation`: set off from the text around it, without quotation marks. `cell`: of a table, or an item of a list. */
export interface Block extends TextRange {
  readonly kind: "paragraph" | "quotation" | "cell";
}

/** The text of a draft, in blocks: made by `readDraft` or `readText`. */
export interface Draft {
  /**
   * Without the marks of the format. A blank line is between two blocks, and none is within one. A note is where its number was,
   * `^[text]` (`citations/footnotes`).
   */
  readonly text: string;
  /** In order, without overlap; together they are the text, but for the white space between them. */
  readonly blocks: readonly Block[];
  /** Where each line of the file begins in `text`, ascending; the first is 0. A line that was left out begins where the next one does. */
  readonly lineStarts: readonly number[];
  /** Where the pages of the file are, as far as it says; empty if it has none. A note at the end may be of an earlier page. */
  readonly pageStarts: readonly PageStart[];
  /** What is in italics, bold or underlined, as far as the format says; ascending. Emphasis in notes is left out. */
  readonly emphasised: readonly TextRange[];
}

/** The running text of a draft, whose offsets are those of its blocks. */
export type DraftText = Pick<Draft, "text" | "blocks">;

/** From here on the text is on this page, counted from 1. */
export interface PageStart {
  readonly start: number;
  readonly page: number;
}

/** The text with a space for each line end within a block. Offsets stay the same. */
export function runningText({ text, blocks }: Draft): string {
  let running = "";
  for (const { start, end } of blocks)
    running += text.slice(running.length, start) + text.slice(start, end).replace(/[\r\n]/g, " ");
  return running + text.slice(running.length);
}

/** From 1. */
export function lineAt({ lineStarts }: Draft, at: number): number {
  return Math.max(1, countUpTo(lineStarts, at));
}

/** The page of the file, from 1; null if it is not known. */
export function pageAt({ pageStarts }: Draft, at: number): number | null {
  return pageStarts.findLast(({ start }) => start <= at)?.page ?? null;
}

/** How many of some items are at most the limit. @param numberOf by which they ascend */
export function countUpTo<T>(
  ascending: readonly T[],
  limit: number,
  numberOf: (item: T) => number = Number,
): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberOf(ascending[middle] as T) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last range that begins at an offset or before it. */
export function lastFrom<T extends TextRange>(ascending: readonly T[], offset: number): T | undefined {
  return ascending[countUpTo(ascending, offset, ({ start }) => start) - 1];
}

/** A block as the reader of a format has it. */
export interface SourceBlock {
  readonly kind: Block["kind"];
  /** Blank lines in it become line ends. */
  readonly text: string;
  /** For each line of the text its line in the file, from 0; without them the lines of the draft count. */
  readonly lines?: readonly number[];
}

/** Noncharacters, which no text has, around the key of a note. */
const CALL = /\ufdd0([^\ufdd1]*)\ufdd1/g;

/** What a block has where a note is called. */
export function noteCall(key: string): string {
  return `\ufdd0${key}\ufdd1`;
}

/** The number of a page that begins here, between noncharacters. */
export function pageMark(page: number): string {
  return `\ufdd2${page}\ufdd3`;
}

/** Elements of HTML that emphasise. */
export const EMPHASIS_TAGS: ReadonlySet<string> = new Set(["b", "em", "i", "mark", "strong", "u"]);
/** Noncharacters before and after what is emphasised. */
export const [EMPHASIS_START, EMPHASIS_END] = ["\ufdd4", "\ufdd5"] as const;
const NOT_WRITTEN = /\ufdd2\d*\ufdd3|[\ufdd4\ufdd5]/g;
/** What is between two texts: the number of a page in its marks, or a mark of emphasis. */
const MARKED = /(\ufdd2\d*\ufdd3|[\ufdd4\ufdd5])/g;

/** A text without the marks of pages and emphasis. */
export function plainText(text: string): string {
  return text.replace(NOT_WRITTEN, "");
}

/** @param isLeftOut whether a call is left out; default: all are */
export function withoutCalls(text: string, isLeftOut: (key: string) => boolean = () => true): string {
  return text.replace(CALL, (call, key: string) => (isLeftOut(key) ? "" : call));
}

/**
 * Puts blocks together as a draft. A note is where it is called first, so that a short text cannot grow without end; one that is not
 * called, or only by another note, is at the end.
 *
 * @param notes by the key of their calls
 */
export function draftOf(
  blocks: readonly SourceBlock[],
  notes: ReadonlyMap<string, Omit<SourceBlock, "kind">>,
): Draft {
  const writer = new DraftWriter();
  const left = new Map(notes);
  const takeNote = (_call: string, key: string): string => {
    const note = left.get(key);
    left.delete(key);
    return note === undefined ? "" : noteInText(plainText(withoutCalls(note.text)));
  };
  for (const block of blocks) writer.add({ ...block, text: block.text.replace(CALL, takeNote) });
  for (const note of left.values()) writer.add({ ...note, kind: "paragraph", text: withoutCalls(note.text) });
  return writer.finish();
}

/** Characters of no width, also directions of writing. */
const NOT_SEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;
const OTHER_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

class DraftWriter {
  #text = "";
  readonly #blocks: Block[] = [];
  readonly #lineStarts: number[] = [];
  readonly #pageStarts: PageStart[] = [];
  readonly #emphasised: TextRange[] = [];
  /** Where what is emphasised began; null outside of it. */
  #emphasisStart: number | null = null;
  #lastLine = -1;

  /** A block without text is left out. */
  add({ kind, text, lines = [] }: SourceBlock): void {
    const seen = text
      .replace(/\u00ad(?=\n)/g, "-")
      .replace(NOT_SEEN, "")
      .replace(OTHER_SPACE, " ");
    if (plainText(seen).trim() === "") {
      this.#addLine(seen.trim());
      return;
    }
    const [first = 0] = lines;
    this.#text += "\n".repeat(this.#blocks.length === 0 ? first : Math.max(2, first - this.#lastLine));
    const start = this.#text.length;
    for (const [nth, line] of seen.split("\n").entries()) {
      if (plainText(line).trim() === "" && nth > 0) {
        this.#addLine(line.trim());
        continue;
      }
      if (this.#text.length > start) this.#text += "\n";
      this.#startLine(lines[nth]);
      this.#addLine(line);
    }
    this.#endEmphasis();
    this.#blocks.push({ kind, start, end: this.#text.length });
  }

  finish(): Draft {
    const written = [...this.#text.matchAll(/\n/g)].map(({ index }) => index + 1);
    return {
      text: this.#text,
      blocks: this.#blocks,
      lineStarts: this.#lastLine < 0 ? [0, ...written] : this.#lineStarts,
      pageStarts: this.#pageStarts,
      emphasised: this.#emphasised,
    };
  }

  /** Text and marks, in turn. */
  #addLine(line: string): void {
    for (const [nth, part] of line.split(MARKED).entries())
      if (nth % 2 === 0) this.#text += part;
      else if (part === EMPHASIS_START) this.#startEmphasis();
      else if (part === EMPHASIS_END) this.#endEmphasis();
      else this.#pageStarts.push({ start: this.#text.length, page: Number(part.slice(1, -1)) });
  }

  /** Emphasis after white space goes on: a word processor divides it. */
  #startEmphasis(): void {
    const last = this.#emphasised.at(-1);
    const goesOn = last !== undefined && /^[^\S\n]*$/.test(this.#text.slice(last.end));
    if (goesOn) this.#emphasised.pop();
    this.#emphasisStart ??= goesOn ? last.start : this.#text.length;
  }

  #endEmphasis(): void {
    const start = this.#emphasisStart;
    if (start !== null && start < this.#text.length) this.#emphasised.push({ start, end: this.#text.length });
    this.#emphasisStart = null;
  }

  /** A line that was left out begins where the next one does. */
  #startLine(line: number | undefined): void {
    if (line === undefined) return;
    while (this.#lineStarts.length <= line)
      this.#lineStarts.push(this.#lineStarts.length === 0 ? 0 : this.#text.length);
    this.#lastLine = line;
  }
}

/** A note for the place of its number; empty if it has no text. */
function noteInText(text: string): string {
  const running = text.replace(/\s+/g, " ").trim();
  return running === "" ? "" : `${NOTE_START}${balanced(running)}]`;
}

/** A bracket without its other one would end the note too soon, or not at all. */
function balanced(text: string): string {
  let depth = 0;
  for (const character of text) {
    if (character === "[") depth++;
    if (character === "]" && --depth < 0) break;
  }
  return depth === 0 ? text : text.replaceAll("[", "(").replaceAll("]", ")");
}
