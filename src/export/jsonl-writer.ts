/** `cases.jsonl`: a case a line, the very record that `caselaw list cases --format jsonl` prints, or its columns. */
import { join } from "node:path";
import type { CaseAnswer } from "../corpus/records.ts";
import { chosenColumns } from "./column-choice.ts";
import type { ExportWriter, WriterPlace } from "./export-writer.ts";
import { type FlatColumn, flatColumns, plainValue } from "./flat-columns.ts";
import { OutputFile } from "./output-file.ts";

const FILE = "cases.jsonl";

export async function openJsonlWriter({ folder, bodyFormat, options }: WriterPlace): Promise<ExportWriter> {
  const file = await OutputFile.make(join(folder, FILE));
  const columns = options.flat === true ? chosenColumns(flatColumns(bodyFormat), options.columns) : null;
  const lineOf = (one: CaseAnswer): string =>
    `${JSON.stringify(columns === null ? one : flatRecord(columns, one))}\n`;
  return {
    write: (cases) => file.write(cases.map(lineOf).join(""), cases.length),
    finish: async () => [{ path: FILE, rows: file.rows }],
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
}

function flatRecord(columns: readonly FlatColumn[], one: CaseAnswer): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column.name, plainValue(column, one)]));
}
