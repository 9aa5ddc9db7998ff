/** `cases.jsonl`: a case a line, as `caselaw list cases --format jsonl` prints it, or its columns. */
import { join } from "node:path";
import type { CaseWithBody } from "../corpus/bodies.ts";
import { chosenColumns } from "./column-choice.ts";
import type { ExportWriter, WriterPlace } from "./export-writer.ts";
import { type FlatColumn, type FlatRow, flatColumns, flatRow, plainValue } from "./flat-columns.ts";
import { OutputFile } from "./output-file.ts";

const FILE = "cases.jsonl";

export async function openJsonlWriter({
  folder,
  baseUrl,
  bodyFormat,
  options,
}: WriterPlace): Promise<ExportWriter> {
  const file = await OutputFile.make(join(folder, FILE));
  const columns = options.flat === true ? chosenColumns(flatColumns(bodyFormat), options.columns) : null;
  const lineOf = (one: CaseWithBody): string => {
    const row = flatRow(one, baseUrl);
    return `${JSON.stringify(columns === null ? row.record : flatRecord(columns, row))}\n`;
  };
  return {
    write: (cases) => file.write(cases.map(lineOf).join(""), cases.length),
    finish: async () => [{ path: FILE, rows: file.rows }],
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
}

function flatRecord(columns: readonly FlatColumn[], row: FlatRow): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column.name, plainValue(column, row)]));
}
