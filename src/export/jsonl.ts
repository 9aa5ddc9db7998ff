/** `cases.jsonl`: one case a line, as `caselaw list cases --format jsonl` prints it, or with the columns of `csv`. */
import type { BodyFormat } from "../corpus/bodies.ts";
import { type RecordField, recordFields } from "../v1/record-definitions.ts";
import { columnNames, exportedColumns, flatRow, plainRow } from "./columns.ts";
import { type Field, fieldOf, linesTable, nestedFields, type Table } from "./dictionary.ts";
import { type ExportedParts, type ExportWriter, type Format, USUAL, type WriterContext } from "./format.ts";
import { openTextWriter } from "./output-file.ts";

export const JSONL: Format = {
  ...USUAL,
  describes: "the interface's record, a case a line; with --flat the columns of csv",
  accepts: ["since", "flat"],
  columns: (bodyFormat, { flat }) => (flat === true ? columnNames(bodyFormat) : []),
  tables: (request) => [jsonlTable(request)],
  open: openJsonlWriter,
};

const FILE = "cases.jsonl";

async function openJsonlWriter(output: WriterContext): Promise<ExportWriter> {
  const columns = output.options.flat === true ? exportedColumns(output) : null;
  return openTextWriter(output.folder, { name: FILE, header: "" }, (record) => {
    const row = flatRow(record, output.baseUrl);
    return `${JSON.stringify(columns === null ? row.answer : plainRow(columns, row))}\n`;
  });
}

function jsonlTable(request: ExportedParts): Table {
  const about = "A case a line, by ascending id.";
  if (request.options.flat === true) {
    const fields = exportedColumns(request).map((column) => fieldOf(column));
    return linesTable("cases", FILE, `${about} The columns of csv; lists and objects are JSON text.`, fields);
  }
  const fields = caseFields(request.bodyFormat);
  const table = linesTable("cases", FILE, `${about} The record of the v1 interface.`, fields);
  // a record lacks the keys for which the source has nothing
  return { ...table, schema: { ...table.schema, fieldsMatch: "superset" } };
}

/** The interface's record: bodies only if they are exported, and no previews. */
export function caseFields(bodyFormat: BodyFormat | null): Field[] {
  const leftOut = ["preview", ...(bodyFormat === null ? ["casebody"] : [])];
  const fields = recordFields("Case").filter(({ name }) => !leftOut.includes(name));
  const data = bodyFormat === "text" ? recordFields("TextBody") : [];
  return nestedFields(fields.map((field) => (field.name === "casebody" ? withData(field, data) : field)));
}

function withData(body: RecordField, data: readonly RecordField[]): RecordField {
  const type = data.length === 0 ? "string" : "object";
  const fields = body.fields.map((field) =>
    field.name === "data" ? ({ ...field, type, isNullable: true, fields: data } as const) : field,
  );
  return { ...body, fields };
}
