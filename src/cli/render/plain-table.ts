/** Tables of any length: columns side by side, each as wide as it needs while the line has room. */
import stringWidth from "string-width";
import { escapeLine } from "../escape-for-terminal.ts";
import type { Output } from "../output.ts";
import type { Columns } from "./columns.ts";

const GAP = "  ";
/** No column is made narrower than this while another one is wider. */
const MIN_WIDTH = 4;

/** Room for a line: a file or a pipe takes any. */
export function widthOf({ isTerminal, columns }: Output): number {
  return isTerminal ? columns : Number.POSITIVE_INFINITY;
}

/**
 * Lists the records with their filled columns, numbers aligned right.
 *
 * @returns a header and a line a record; no line without records. Columns without any value are left out.
 */
export function plainTable<T>(records: readonly T[], columns: Columns<T>, width: number): string[] {
  if (records.length === 0) return [];
  const filled = Object.entries(columns)
    .map(([title, field]) => ({ title, values: records.map(field) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== ""));
  const cells = filled.map(({ title, values }) => [
    title,
    ...values.map((value) => escapeLine(String(value ?? ""))),
  ]);
  const isNumber = filled.map(({ values }) => values.some((value) => typeof value === "number"));
  return tableLines(cells, width, (at) => (isNumber[at] ? "right" : "left"));
}

/**
 * Puts columns side by side.
 *
 * @param columns their cells from top to bottom, as many in each column, escaped for terminals
 * @param width of a line in columns of the terminal, of which a full-width character takes two
 */
export function tableLines(
  columns: readonly (readonly string[])[],
  width: number,
  alignmentOf: (column: number) => "left" | "right" = () => "left",
): string[] {
  const natural = columns.map((cells) => cells.reduce((most, cell) => Math.max(most, stringWidth(cell)), 0));
  const widths = fitWidths(natural, width - GAP.length * (natural.length - 1));
  const padded = columns.map((cells, at) => cells.map((cell) => pad(cell, widths[at] ?? 1, alignmentOf(at))));
  return (padded[0] ?? []).map((_, row) =>
    padded
      .map((cells) => cells[row])
      .join(GAP)
      .trimEnd(),
  );
}

/** Widths of columns that come to `available` at most: the widest give first, down to `MIN_WIDTH`. */
export function fitWidths(natural: readonly number[], available: number): number[] {
  const sum = (cap: number): number => natural.reduce((total, width) => total + Math.min(width, cap), 0);
  let cap = Math.max(...natural, 0);
  while (cap > MIN_WIDTH && sum(cap) > available) cap--;
  return natural.map((width) => Math.max(Math.min(width, cap), 1));
}

function pad(text: string, width: number, alignment: "left" | "right"): string {
  const cell = cut(text, width);
  const spaces = " ".repeat(width - stringWidth(cell));
  return alignment === "right" ? spaces + cell : cell + spaces;
}

/** At most as wide as the column, the last character `…` where something is left out. */
function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let [kept, left] = ["", width - 1];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    left -= stringWidth(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}
