/**
 * `cases.csv`: RFC 4180, the names of the columns in the first record.
 *
 * Null is a field with nothing in it, an empty text a field of two quotes: DuckDB, PostgreSQL and Python's
 * `csv.QUOTE_NOTNULL` tell them apart, others read both as empty.
 */
import { join } from "node:path";
import type { CaseAnswer } from "../corpus/records.ts";
import type { ExportWriter, WriterPlace } from "./export-writer.ts";
import { flatColumns, plainValue } from "./flat-columns.ts";
import { OutputFile } from "./output-file.ts";

const FILE = "cases.csv";
/** A lone line end must be quoted too, for readers that take it for the end of the record. */
const QUOTED = /["\r\n,]|^\s|\s$/;

export async function openCsvWriter({ folder, bodyFormat }: WriterPlace): Promise<ExportWriter> {
  const columns = flatColumns(bodyFormat);
  const file = await OutputFile.make(join(folder, FILE));
  let header = csvRecord(columns.map(({ name }) => name));
  const write = async (cases: readonly CaseAnswer[]): Promise<void> => {
    const records = cases.map((one) => csvRecord(columns.map((column) => plainValue(column, one))));
    await file.write(header + records.join(""), cases.length);
    header = "";
  };
  return {
    write,
    finish: async () => {
      // without any case the header is all there is
      await write([]);
      return [{ path: FILE, rows: file.rows }];
    },
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
