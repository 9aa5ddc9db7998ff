import { NOTE_START } from "../citations/footnotes.ts";

/**
 * A draft as text in blocks, whatever the format of its file: the readers of the formats end here, and the readers of citations and
 * quotations begin here.
 */

/** Offsets in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

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
  let [low, high] = [0, lineStarts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lineStarts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}

/** Of no width: zero-width characters, directions of writing. */
const NOT_SEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;
const OTHER_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Puts the blocks of a document together as a draft. */
export class DraftBuilder {
  readonly #parts: string[] = [];
  readonly #blocks: Block[] = [];
  readonly #lineStarts: number[] = [];
  #length = 0;
  #lastLine = -1;

  /**
   * A block without text is left out, and blank lines in a block become line ends.
   *
   * @param lines of the file, from 0, one for each line of the text; without them the lines of the draft count
   */
  add(kind: Block["kind"], text: string, lines?: readonly number[]): void {
    const seen = text
      .replace(/\u00ad(?=\n)/g, "-")
      .replace(NOT_SEEN, "")
      .replace(OTHER_SPACE, " ");
    if (seen.trim() === "") return;
    const gap =
      this.#blocks.length === 0 ? (lines?.[0] ?? 0) : Math.max(2, (lines?.[0] ?? 0) - this.#lastLine);
    this.#write("\n".repeat(gap));
    const start = this.#length;
    for (const [nth, line] of seen.split("\n").entries()) {
      if (line.trim() === "" && nth > 0) continue;
      if (this.#length > start) this.#write("\n");
      this.#startLine(lines?.[nth]);
      this.#write(line);
    }
    this.#blocks.push({ kind, start, end: this.#length });
  }

  finish(): Draft {
    const text = this.#parts.join("");
    const written = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
    return {
      text,
      blocks: this.#blocks,
      lineStarts: this.#lastLine < 0 ? [0, ...written] : this.#lineStarts,
    };
  }

  #write(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }

  /** A line that was left out begins where the next one does. */
  #startLine(line: number | undefined): void {
    if (line === undefined) return;
    while (this.#lineStarts.length <= line)
      this.#lineStarts.push(this.#lineStarts.length === 0 ? 0 : this.#length);
    this.#lastLine = line;
  }
}

/** A note for the place of its number; empty if it has no text. */
export function noteInText(text: string): string {
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
