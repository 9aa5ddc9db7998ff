/**
 * `cases.csv`: RFC 4180, with the names of the columns in the first record.
 *
 * Null is an empty field, an empty text is two quotes. DuckDB, PostgreSQL and Python's `csv.QUOTE_NOTNULL` distinguish them;
 * other readers read both as empty.
 */
import { csvLine } from "../v1/page-formats.ts";
import { columnNames, exportedColumns, flatRow, plainValue } from "./columns.ts";
import { type Field, fieldOf, ID_KEY, type Table, tableOf } from "./dictionary.ts";
import { type ExportedParts, type ExportWriter, type Format, USUAL, type WriterContext } from "./format.ts";
import { openTextWriter } from "./output-file.ts";

export const CSV: Format = {
  ...USUAL,
  describes: 'RFC 4180; null is an empty field, an empty text is ""',
  columns: columnNames,
  tables: (request) => [csvTable(request)],
  open: openCsvWriter,
};

/** Empty texts, and those with white space at an end, which some readers remove. */
const QUOTED = /[",\r\n]|^\s|\s$|^$/;

async function openCsvWriter(output: WriterContext): Promise<ExportWriter> {
  const columns = exportedColumns(output);
  const header = csvRecord(columns.map(({ name }) => name));
  return openTextWriter(output.folder, { name: "cases.csv", header }, (record) => {
    const row = flatRow(record, output.baseUrl);
    return csvRecord(columns.map((column) => plainValue(column, row)));
  });
}

export function csvRecord(values: readonly (string | number | boolean | null)[]): string {
  return csvLine(values, QUOTED);
}

function csvTable(request: ExportedParts): Table {
  const fields = exportedColumns(request).map((column): Field => {
    const { constraints, ...field } = fieldOf(column);
    // most readers read an empty text as null
    return constraints === undefined || column.about.canBeEmpty === true ? field : { ...field, constraints };
  });
  const head = {
    ...{ name: "cases", path: "cases.csv" },
    description: "A case a row, by ascending id. Lists and objects are JSON text.",
    ...{ format: "csv", mediatype: "text/csv", encoding: "utf-8" },
    dialect: { delimiter: ",", lineTerminator: "\r\n", quoteChar: '"', doubleQuote: true, header: true },
  };
  return tableOf(head, fields, ID_KEY, [""]);
}
