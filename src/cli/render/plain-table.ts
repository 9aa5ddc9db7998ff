/** Tables of thousands of lines: columns side by side, each as wide as it needs while the line allows it. */

import type { Output } from "../output.ts";
import { escapeLine } from "./escape-for-terminal.ts";
import { fitWidths } from "./table.ts";
import { shorten } from "./wrap.ts";

/** How a column shows a record; numbers stand on the right. */
export type Shown<T> = Readonly<Record<string, (record: T) => string | number | null>>;

const GAP = "  ";

/** Room for a line: a file or a pipe takes any. */
export function widthOf({ isTerminal, columns }: Output): number {
  return isTerminal ? columns : Number.POSITIVE_INFINITY;
}

/** @returns a header and a line a record; nothing when there are none. Columns that are empty throughout are left out. */
export function plainTable<T>(records: readonly T[], columns: Shown<T>, width: number): string[] {
  if (records.length === 0) return [];
  const filled = Object.entries(columns)
    .map(([title, field]) => ({ title, values: records.map(field) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== ""));
  const texts = filled.map(({ title, values }) => [
    title,
    ...values.map((value) => escapeLine(String(value ?? ""))),
  ]);
  const natural = texts.map((cells) => cells.reduce((most, cell) => Math.max(most, cell.length), 0));
  const widths = fitWidths(natural, width - GAP.length * (natural.length - 1));
  const isNumber = filled.map(({ values }) => values.some((value) => typeof value === "number"));
  return [undefined, ...records].map((_, row) =>
    texts
      .map((cells, at) => {
        const cell = shorten(cells[row] ?? "", widths[at] ?? 1);
        return isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
      })
      .join(GAP)
      .trimEnd(),
  );
}
