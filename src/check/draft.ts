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

/** The text of a draft, in blocks. */
export interface Draft {
  /**
   * Without the marks of the format. A blank line is between two blocks, and none is within one. A note is where its number was,
   * `^[text]` (`citations/footnotes`).
   */
  readonly text: string;
  /** In order, without overlap; together they are the text, but for the white space between them. */
  readonly blocks: readonly Block[];
  /** Where each line of the file begins in `text`, ascending; the first is 0. */
  readonly lineStarts: readonly number[];
}

const BLANK_LINES = /(?:[^\S\n]*\n){2,}/g;

/** The draft of a text whose paragraphs are separated by blank lines. */
export function draftOfParagraphs(text: string): Draft {
  const blocks: Block[] = [];
  let start = 0;
  for (const { 0: blank, index } of [...text.matchAll(BLANK_LINES), { 0: "", index: text.length }]) {
    if (text.slice(start, index).trim() !== "") blocks.push({ kind: "paragraph", start, end: index });
    start = index + blank.length;
  }
  return { text, blocks, lineStarts: [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)] };
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
