/**
 * A page of a list as CSV (RFC 4180), as the service had it with `format=csv`: each record is flattened by dots (`court.slug`), lists
 * are JSON texts. The columns are those of the records of the page, in the order in which they occur.
 */
import { isJsonObject } from "../domain/json.ts";

/** The lines of a page, each with its end; the first has the names of the columns. */
export function* csvLines(records: readonly object[]): Generator<string> {
  const columns = new Set<string>();
  for (const record of records) for (const [column] of cellsOf(record)) columns.add(column);
  yield lineOf([...columns]);
  for (const record of records) {
    const cells = new Map(cellsOf(record));
    yield lineOf([...columns].map((column) => cells.get(column) ?? ""));
  }
}

function* cellsOf(record: object, start = ""): Generator<readonly [column: string, cell: string]> {
  for (const [key, value] of Object.entries(record) as [string, unknown][]) {
    if (isJsonObject(value)) yield* cellsOf(value, `${start}${key}.`);
    else if (value !== undefined) yield [start + key, cellOf(value)];
  }
}

function cellOf(value: unknown): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function lineOf(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(",")}\r\n`;
}
