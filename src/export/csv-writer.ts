/**
 * `cases.csv`: RFC 4180, the names of the columns in the first record.
 *
 * Null is a field with nothing in it, an empty text a field of two quotes: DuckDB, PostgreSQL and Python's
 * `csv.QUOTE_NOTNULL` tell them apart, others read both as empty.
 */
import { join } from "node:path";
import { type Options, stringify } from "csv-stringify/sync";
import type { CaseWithBody } from "../corpus/bodies.ts";
import { chosenColumns } from "./column-choice.ts";
import type { ExportWriter, WriterPlace } from "./export-writer.ts";
import { flatColumns, flatRow, plainValue } from "./flat-columns.ts";
import { OutputFile } from "./output-file.ts";

const FILE = "cases.csv";
const OPTIONS: Options = {
  record_delimiter: "\r\n",
  // a lone line end must be quoted too, for readers that take it for the end of the record
  quoted_match: /[\r\n]|^\s|\s$/,
  // of texts alone: null has no quotes. Only where they matter: options of a field cost ten times the field
  cast: { string: (value) => (value === "" ? { value, quoted_empty: true } : value), boolean: String },
};

export async function openCsvWriter({
  folder,
  baseUrl,
  bodyFormat,
  options,
}: WriterPlace): Promise<ExportWriter> {
  const columns = chosenColumns(flatColumns(bodyFormat), options.columns);
  const file = await OutputFile.make(join(folder, FILE));
  let header = csvRecords([columns.map(({ name }) => name)]);
  const write = async (cases: readonly CaseWithBody[]): Promise<void> => {
    const records = cases.map((one) => {
      const row = flatRow(one, baseUrl);
      return columns.map((column) => plainValue(column, row));
    });
    await file.write(header + csvRecords(records), cases.length);
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

/** Records with their line ends. */
export function csvRecords(records: readonly (readonly (string | number | boolean | null)[])[]): string {
  return stringify(
    records.map((values) => [...values]),
    OPTIONS,
  );
}
