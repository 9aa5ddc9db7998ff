/**
 * `cases.csv`: RFC 4180, with the names of the columns in the first record.
 *
 * Null is an empty field, an empty text is two quotes. DuckDB, PostgreSQL and Python's `csv.QUOTE_NOTNULL` distinguish them;
 * other readers read both as empty.
 */
import { csvLine } from "../v1/page-formats.ts";
import { chosenColumns } from "./column-choice.ts";
import type { ExportWriter, WriterContext } from "./export-writer.ts";
import { flatColumns, flatRow, plainValue } from "./flat-columns.ts";
import { openTextWriter } from "./output-file.ts";

/** Empty texts, and those with white space at an end, which some readers remove. */
const QUOTED = /[",\r\n]|^\s|\s$|^$/;

export async function openCsvWriter({
  folder,
  baseUrl,
  bodyFormat,
  options,
}: WriterContext): Promise<ExportWriter> {
  const columns = chosenColumns(flatColumns(bodyFormat), options.columns);
  const header = csvRecords([columns.map(({ name }) => name)]);
  return openTextWriter(folder, { name: "cases.csv", header }, (cases) => {
    const rows = cases.map((one) => flatRow(one, baseUrl));
    return csvRecords(rows.map((row) => columns.map((column) => plainValue(column, row))));
  });
}

/** Records with their line ends. */
export function csvRecords(records: readonly (readonly (string | number | boolean | null)[])[]): string {
  return records.map((values) => csvLine(values, QUOTED)).join("");
}
