/** Where paragraphs go on, and which ones are quotations, by how their lines are laid out. */

/** A line of a page; places are in characters. */
export interface LaidLine {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** An abbreviation ends with a full stop too: `v.`, `Corp.`, `Wis.` */
const SENTENCE_END = /(?:\p{Ll}{4}|[\d)\]”’"'*_])[.?!]["'”’)\]*_]{0,4}$|[.?!:][”"’)*_]{1,4}$|[?!:]$/u;
const NEW_SENTENCE = /^\s*(?:[“"‘'(*_]{0,3}\p{Lu}|\d{1,3}[.)]\s|[-*•#>|¶§])/u;

/** Whether text after the end of a page goes on with the paragraph before. */
export function goesOn(before: string, after: string): boolean {
  const isHeading = /\p{Lu}{2}/u.test(before) && before === before.toUpperCase() && before.length < 60;
  if (/^\s*[\p{Ll}\d,;.)]/u.test(after) && !NEW_SENTENCE.test(after)) return !isHeading || /\d$/.test(before);
  return !isHeading && !endsSentence(before);
}

export function endsSentence(text: string): boolean {
  return SENTENCE_END.test(text.trimEnd().slice(-20));
}

/** Characters by which a quotation is set off on both sides. */
const MIN_INDENT = 3;
/** Of the widest line, by each line but the last: addresses and lists are set off too, but do not fill their lines. */
const FILLED = 0.75;
const MIN_WIDTH = 30;

/** Whether a paragraph is narrower than the text around it, on both sides, with lines that begin below each other. */
export function isSetOff(
  lines: readonly LaidLine[],
  body: { readonly left: number; readonly right: number },
): boolean {
  const [first, second, ...rest] = lines;
  if (first === undefined || second === undefined) return false;
  const left = second.left;
  const right = Math.max(...lines.map((line) => line.right));
  const isAligned = first.left >= left - 1 && rest.every((line) => Math.abs(line.left - left) <= 1);
  const isFilled = lines.slice(0, -1).every((line) => line.right - left >= FILLED * (right - left));
  const isNarrow = left - body.left >= MIN_INDENT && body.right - right >= MIN_INDENT;
  return isAligned && isFilled && isNarrow && right - left >= MIN_WIDTH;
}

/** The edges of most of the text: the first left one that a tenth of the lines has, the right one that one line in twenty goes beyond. */
export function bodyOf(lines: readonly LaidLine[]): { readonly left: number; readonly right: number } {
  const counts = new Map<number, number>();
  for (const { left } of lines) counts.set(Math.round(left), (counts.get(Math.round(left)) ?? 0) + 1);
  const left = Math.min(...[...counts].flatMap(([at, count]) => (count * 10 >= lines.length ? at : [])));
  const rights = lines.map(({ right }) => right).sort((a, b) => a - b);
  return { left, right: rights[Math.floor(rights.length * 0.95)] ?? 0 };
}
