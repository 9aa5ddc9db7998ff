/** `cases.jsonl`: one case a line, as `caselaw list cases --format jsonl` prints it, or with the columns of `csv`. */
import type { CaseWithBody } from "../corpus/bodies.ts";
import { chosenColumns } from "./column-choice.ts";
import type { ExportWriter, WriterContext } from "./export-writer.ts";
import { type FlatColumn, type FlatRow, flatColumns, flatRow, plainValue } from "./flat-columns.ts";
import { openTextWriter } from "./output-file.ts";

export async function openJsonlWriter({
  folder,
  baseUrl,
  bodyFormat,
  options,
}: WriterContext): Promise<ExportWriter> {
  const columns = options.flat === true ? chosenColumns(flatColumns(bodyFormat), options.columns) : null;
  const lineOf = (one: CaseWithBody): string => {
    const row = flatRow(one, baseUrl);
    return `${JSON.stringify(columns === null ? row.record : flatRecord(columns, row))}\n`;
  };
  return openTextWriter(folder, { name: "cases.jsonl", header: "" }, (cases) => cases.map(lineOf).join(""));
}

function flatRecord(columns: readonly FlatColumn[], row: FlatRow): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column.name, plainValue(column, row)]));
}
