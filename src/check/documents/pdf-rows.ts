/** The rows of a page of a PDF, from the places of its text. */
import { NOTE_MARK } from "./inline-marks.ts";

/** Text at one place; points from the left and from the foot of the page. */
export interface PageItem {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

/** Of the size of the letters. */
const SAME_LINE = 0.3;
const RAISED = 0.7;
const SMALL = 0.85;
const WORD_GAP = 0.15;
/** Wider than any space of a justified line. */
const COLUMN_GAP = 2.5;
/** Points by which the numbers of lines may be out of line. */
const ALIGNED = 3;
const MIN_NUMBERED = 3;

/** An item, and the raised number of a note after it. */
interface RowItem extends Omit<PageItem, "width"> {
  note: string;
  width: number;
}

export class Row {
  readonly #items: readonly RowItem[];
  readonly #skipped: number;
  readonly y: number;
  readonly left: number;
  readonly right: number;
  readonly size: number;
  /** The raised number before it. */
  readonly label: string;

  /** @param skipped characters of the text */
  constructor(items: readonly RowItem[], label: string, skipped = 0) {
    const [first] = items;
    const largest = items.reduce((most, item) => (item.width > most.width ? item : most));
    this.#items = items;
    this.#skipped = skipped;
    this.y = largest.y;
    this.left = first?.x ?? 0;
    this.right = Math.max(...items.map(({ x, width }) => x + width));
    this.size = Math.round(largest.size * 2) / 2;
    this.label = label;
  }

  /** The row without its first characters. */
  from(characters: number): Row {
    const [first, ...rest] = this.#items;
    const isWhole = first !== undefined && rest.length > 0 && first.text.trim().length <= characters;
    return isWhole ? new Row(rest, this.label) : new Row(this.#items, this.label, characters);
  }

  /** A tab is between columns. @param noteAt the text in place of the number of a note */
  text(noteAt: (label: string) => string): string {
    let text = "";
    let end = this.left;
    for (const item of this.#items) {
      const gap = (item.x - end) / item.size;
      if (text !== "" && gap > COLUMN_GAP) text = `${text.trimEnd()}\t`;
      else if (gap > WORD_GAP && !text.endsWith(" ") && text !== "") text += " ";
      text += item.text;
      if (item.note !== "") text += noteAt(item.note);
      end = item.x + item.width;
    }
    return text.slice(this.#skipped).trim();
  }
}

/** From top to bottom. Numbers in the margins are left out, and raised numbers are notes of the text before. */
export function rowsOf(items: readonly PageItem[]): Row[] {
  const seen = items
    .map((item) => ({ ...item, text: item.text.replace(/[\ue000-\uf8ff]/g, ""), note: "" }))
    .filter(({ text, size }) => text.trim() !== "" && size > 0);
  const numbers = marginNumbers(seen);
  const sorted = seen.filter((item) => !numbers.has(item)).sort((a, b) => b.y - a.y || a.x - b.x);
  const rows: RowItem[][] = [];
  for (const item of sorted) {
    const row = rows.at(-1);
    if (row?.[0] !== undefined && row[0].y - item.y < SAME_LINE * Math.min(row[0].size, item.size))
      row.push(item);
    else rows.push([item]);
  }
  const ordered = rows.map((row) => row.sort((a, b) => a.x - b.x));
  return ordered.flatMap((row, nth) => {
    const above = ordered[nth - 1]?.every((item) => isMark(item)) ? (ordered[nth - 1] ?? []) : [];
    if (row.every((item) => isMark(item)) && isRaisedOver(row, ordered[nth + 1] ?? [])) return [];
    const isRaised = isRaisedOver(above, row);
    const label = isRaised ? attachMarks(above, row) : "";
    return [new Row(row, label)];
  });
}

function isMark({ text }: PageItem): boolean {
  return NOTE_MARK.test(text);
}

function isRaisedOver(marks: readonly PageItem[], row: readonly PageItem[]): boolean {
  const [mark] = marks;
  const size = Math.max(0, ...row.map((item) => item.size));
  const y = row[0]?.y ?? 0;
  return mark !== undefined && mark.size < SMALL * size && mark.y - y < RAISED * size;
}

/** Gives each number to the text that ends where it is; returns the one that is before the row. */
function attachMarks(marks: readonly PageItem[], row: readonly RowItem[]): string {
  let label = "";
  for (const { text, x, width, size } of marks) {
    const number = /[\d*†‡§]+/.exec(text)?.[0] ?? "";
    const before = row.findLast((item) => item.x < x - size / 4 && Math.abs(item.x + item.width - x) <= size);
    if (before !== undefined) {
      before.note = number;
      before.width = x + width - before.x;
    } else if (x <= (row[0]?.x ?? 0)) label = number;
  }
  return label;
}

/** Numbers below each other that count lines, with no text before them, or none after them. */
function marginNumbers(items: readonly PageItem[]): Set<PageItem> {
  const found = new Set<PageItem>();
  const numbers = items.filter(({ text }) => /^\s*\d{1,3}\s*$/.test(text));
  const edges = (item: PageItem): number[] => [item.x, item.x + item.width];
  for (const side of [0, 1]) {
    const columns = Map.groupBy(numbers, (item) => Math.round((edges(item)[side] ?? 0) / ALIGNED));
    for (const column of columns.values()) {
      const sorted = column.toSorted((a, b) => b.y - a.y);
      const steps = sorted.slice(1).map((item, nth) => Number(item.text) - Number(sorted[nth]?.text));
      const isCount = steps.every((step) => step === steps[0]) && (steps[0] === 1 || steps[0] === 5);
      if (sorted.length >= MIN_NUMBERED && isCount) for (const item of sorted) found.add(item);
    }
  }
  return found;
}
