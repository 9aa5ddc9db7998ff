/**
 * CSV (RFC 4180), and the fields of a page's records as a table, as the service had it with `format=csv`: each record is flattened by
 * dots (`court.slug`), lists are JSON texts. The columns are those of the records of the page, in the order in which they occur.
 */
import { isJsonObject } from "../domain/json.ts";

/** A lone line end too: some readers take it for the end of the record. */
const QUOTED = /[",\r\n]/;

/** A record with its line end; null is an empty field. @param quoted matches the texts to quote, at least those of `QUOTED` */
export function csvLine(cells: readonly (string | number | boolean | null)[], quoted = QUOTED): string {
  const fields = cells.map((cell) => {
    if (cell === null) return "";
    const text = String(cell);
    return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${fields.join(",")}\r\n`;
}

/** The lines of a page, each with its end; the first has the names of the columns. */
export function* csvLines(records: readonly object[]): Generator<string> {
  const columns = columnsOf(records);
  yield csvLine(columns);
  for (const record of records) {
    const fields = new Map(fieldsOf(record));
    yield csvLine(columns.map((column) => cellOf(fields.get(column))));
  }
}

/** The columns of these records, in the order in which they occur. */
export function columnsOf(records: readonly object[]): string[] {
  const columns = new Set<string>();
  for (const record of records) for (const [column] of fieldsOf(record)) columns.add(column);
  return [...columns];
}

/** The fields of a record, flattened by dots. */
export function* fieldsOf(record: object, start = ""): Generator<readonly [column: string, value: unknown]> {
  for (const [key, value] of Object.entries(record) as [string, unknown][]) {
    if (isJsonObject(value)) yield* fieldsOf(value, `${start}${key}.`);
    else if (value !== undefined) yield [start + key, value];
  }
}

/** A value as text: nothing for null, JSON for a list. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
