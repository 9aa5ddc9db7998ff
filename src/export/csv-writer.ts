/**
 * `cases.csv`: RFC 4180, the names of the columns in the first record.
 *
 * Null is a field with nothing in it, an empty text a field of two quotes: DuckDB, PostgreSQL and Python's
 * `csv.QUOTE_NOTNULL` tell them apart, others read both as empty.
 */
import { join } from "node:path";
import type { ExportWriter, WriterPlace } from "./export-writer.ts";
import { flatColumns, plainValue } from "./flat-columns.ts";
import { OutputFile } from "./output-file.ts";

const FILE = "cases.csv";
/** A lone line end must be quoted too, for readers that take it for the end of the record. */
const QUOTED = /["\r\n,]|^\s|\s$/;

export async function openCsvWriter({ folder, bodyFormat }: WriterPlace): Promise<ExportWriter> {
  const columns = flatColumns(bodyFormat);
  const file = await OutputFile.make(join(folder, FILE));
  await file.write(csvRecord(columns.map(({ name }) => name)));
  return {
    write: (cases) =>
      file.write(
        cases.map((one) => csvRecord(columns.map((column) => plainValue(column, one)))).join(""),
        cases.length,
      ),
    finish: async () => [{ path: FILE, rows: file.rows }],
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
}

/** One record with its line end. */
export function csvRecord(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(csvField).join(",")}\r\n`;
}

function csvField(value: string | number | boolean | null): string {
  if (value === null) return "";
  const text = String(value);
  return text === "" || QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
