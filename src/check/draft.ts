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
