/** The tables of each export format, described from the columns that its writer writes. */
import type { BodyFormat } from "../../corpus/bodies.ts";
import { plainTables } from "../../store/read/plain-database.ts";
import { type RecordField, recordFields } from "../../v1/record-definitions.ts";
import { chosenColumns } from "../column-choice.ts";
import type { ExportOptions } from "../export-writer.ts";
import { type ColumnKind, type FlatColumn, flatColumns } from "../flat-columns.ts";
import { CITATION_COLUMNS, caseColumns, EDGE_COLUMNS } from "../parquet-columns.ts";
import type { ParquetColumn } from "../parquet-file.ts";
import { CASE_MEANINGS, type Meaning, PARQUET_MEANINGS } from "./case-meanings.ts";
import { type Field, fieldOf, nestedFields, type Table, type Type } from "./fields.ts";
import { TABLE_MEANINGS } from "./table-meanings.ts";

/** What an export was asked for, and the files that it wrote for its cases. */
export interface Described {
  readonly bodyFormat: BodyFormat | null;
  readonly options: ExportOptions;
  readonly paths: readonly string[];
}

const ID_KEY = ["id"];
const SEQ_KEY = ["case_id", "seq"];

export function csvTables(described: Described): Table[] {
  const fields = flatFields(described).map(withoutEmpty);
  const schema = { fields, ...keyOf(fields, ID_KEY), missingValues: [""] };
  return [
    {
      ...{
        name: "cases",
        path: "cases.csv",
        description: "A case a row, by ascending id. Lists and objects are JSON text.",
      },
      ...{ format: "csv", mediatype: "text/csv", encoding: "utf-8" },
      dialect: { delimiter: ",", lineTerminator: "\r\n", quoteChar: '"', doubleQuote: true, header: true },
      schema,
    },
  ];
}

export function jsonlTables(described: Described): Table[] {
  const isFlat = described.options.flat === true;
  const fields = isFlat ? flatFields(described) : caseFields(described.bodyFormat);
  const shape = isFlat
    ? "The columns of csv; lists and objects are JSON text."
    : "The record of the v1 interface.";
  const table = linesTable("cases", "cases.jsonl", `A case a line, by ascending id. ${shape}`, fields);
  // a record lacks the keys for which the source has nothing
  return [isFlat ? table : { ...table, schema: { ...table.schema, fieldsMatch: "superset" } }];
}

export function parquetTables({ bodyFormat, options, paths }: Described): Table[] {
  const cases = chosenColumns(caseColumns(bodyFormat), options.columns);
  const types = new Map(flatColumns(bodyFormat).map(({ name, kind }) => [name, typeOf(name, kind)]));
  const caseMeaning = (name: string): Meaning => PARQUET_MEANINGS[name] ?? meaningOf("cases", name);
  const parts = options.partition === true ? paths : "cases.parquet";
  const table = (
    name: string,
    path: Table["path"],
    description: string,
    fields: readonly Field[],
  ): Table => ({
    ...{ name, path, description, format: "parquet", mediatype: "application/vnd.apache.parquet" },
    schema: { fields, ...keyOf(fields, name === "cases" ? ID_KEY : SEQ_KEY), missingValues: [] },
  });
  const fieldsOf = <Row>(name: string, columns: readonly ParquetColumn<Row>[]): Field[] =>
    columns.map((one) => parquetField(one, meaningOf(name, one.name)));
  return [
    table(
      ...(["cases", parts, "A case a row."] as const),
      cases.map((one) => parquetField(one, caseMeaning(one.name), types.get(one.name))),
    ),
    table(
      "citations",
      "citations.parquet",
      "A row for each citation of a case.",
      fieldsOf("citations", CITATION_COLUMNS),
    ),
    table("edges", "edges.parquet", edgesAre(options), fieldsOf("edges", EDGE_COLUMNS)),
  ];
}

export function sqliteTables({ options }: Described): Table[] {
  const lists = new Map<string, Type>([
    ...flatColumns("text").flatMap(({ name, kind }) => jsonType(name, kind)),
    ...EDGE_COLUMNS.flatMap(({ name, schema }) => (schema.length > 1 ? [[name, "array"] as const] : [])),
  ]);
  return [...plainTables()].map(([name, columns]) => {
    const fields = columns.map((column) => {
      const type = lists.get(column.name) ?? (column.type === "INTEGER" ? "integer" : "string");
      return fieldOf(column.name, type, meaningOf(name, column.name), { physicalType: column.type });
    });
    const key = columns.filter(({ isKey }) => isKey).map((one) => one.name);
    return {
      ...{
        name,
        path: "caselaw.db",
        description: name === "edges" ? edgesAre(options) : `The table ${name}.`,
      },
      ...{ format: "sqlite", mediatype: "application/vnd.sqlite3", dialect: { table: name } },
      schema: { fields, ...keyOf(fields, key), missingValues: [] },
    };
  });
}

export function filesTables(): Table[] {
  const types: Readonly<Record<string, Type>> = { id: "integer", bytes: "integer", citations: "array" };
  const fields = namesOf("index").map((name) =>
    fieldOf(name, types[name] ?? "string", meaningOf("index", name)),
  );
  const description = "A line for each case, with its file. The files are for reading.";
  return [linesTable("index", "index.jsonl", description, fields)];
}

export function bulkTables({ paths }: Described): Table[] {
  const names = ["url", "frontend_url", "notes"];
  const fields = caseFields("text").filter(({ name }) => !names.includes(name));
  return [
    {
      ...{ name: "cases", path: paths, format: "zip", mediatype: "application/zip" },
      description:
        "BagIt zips. A case a line of data/data.jsonl.xz, with the publisher's keys: no addresses, but volume.barcode and reporter.id; docs/formats.md describes them.",
      schema: { fields: fields.map(({ fields: _nested, ...field }) => field) },
    },
  ];
}

/** The ids that an increment removes. */
export function removedTable(): Table {
  const fields = namesOf("removed").map((name) => fieldOf(name, "integer", meaningOf("removed", name)));
  return linesTable("removed", "removed.jsonl", "Cases to remove from the export before.", fields);
}

function edgesAre({ edges }: ExportOptions): string {
  return edges === "citations"
    ? "A row for each citation in a case."
    : "A row for each pair of a case and what it cites.";
}

function linesTable(name: string, path: string, description: string, fields: readonly Field[]): Table {
  return {
    ...{ name, path, description, format: "jsonl", mediatype: "application/x-ndjson", encoding: "utf-8" },
    schema: { fields, ...keyOf(fields, ID_KEY), missingValues: [] },
  };
}

function flatFields({ bodyFormat, options }: Described): Field[] {
  const columns: readonly FlatColumn[] = chosenColumns(flatColumns(bodyFormat), options.columns);
  return columns.map(({ name, kind }) => fieldOf(name, typeOf(name, kind), meaningOf("cases", name)));
}

/** The interface's record: bodies only if they are exported, and no previews. */
function caseFields(bodyFormat: BodyFormat | null): Field[] {
  const left = ["preview", ...(bodyFormat === null ? ["casebody"] : [])];
  const own = recordFields("Case").filter(({ name }) => !left.includes(name));
  const data = bodyFormat === "text" ? recordFields("TextBody") : [];
  return nestedFields(own.map((one) => (one.name === "casebody" ? withData(one, data) : one)));
}

function withData(body: RecordField, data: readonly RecordField[]): RecordField {
  const type = data.length === 0 ? "string" : "object";
  const fields = body.fields.map((one) =>
    one.name === "data" ? ({ ...one, type, isNullable: true, fields: data } as const) : one,
  );
  return { ...body, fields };
}

function parquetField<Row>({ name, schema }: ParquetColumn<Row>, meaning: Meaning, known?: Type): Field {
  const [first] = schema;
  const leaf = schema.at(-1);
  const element = leaf?.converted_type ?? leaf?.type ?? "";
  const isList = first?.converted_type === "LIST";
  const isStruct = isList && schema.length > 3 && schema[2]?.num_children !== undefined;
  const physicalType = isList ? `LIST<${isStruct ? "STRUCT" : element}>` : element;
  const types: Readonly<Record<string, Type>> = {
    INT64: "integer",
    INT32: "integer",
    BOOLEAN: "boolean",
    DATE: "date",
  };
  const type = isList ? "array" : (types[element] ?? known ?? "string");
  return fieldOf(name, type, meaning, { physicalType });
}

function typeOf(name: string, kind: ColumnKind): Type {
  if (kind === "integer" || kind === "boolean") return kind;
  if (kind === "text") return "string";
  return jsonType(name, kind)[0]?.[1] ?? "string";
}

/** Lists and objects, as the record defines them. */
function jsonType(name: string, kind: ColumnKind): (readonly [string, Type])[] {
  if (kind === "integer" || kind === "text" || kind === "boolean") return [];
  const isObject =
    kind === "json" && recordFields("Case").find((one) => one.name === name)?.type === "object";
  return [[name, isObject ? "object" : "array"]];
}

/** CSV has an empty text for null, and `""` for an empty text; most readers read both as null. */
function withoutEmpty({ constraints, ...field }: Field): Field {
  const meaning = meaningOf("cases", field.name);
  return constraints === undefined || meaning.canBeEmpty === true ? field : { ...field, constraints };
}

function keyOf(
  fields: readonly Field[],
  key: readonly string[],
): { readonly primaryKey?: readonly string[] } {
  return key.length > 0 && key.every((name) => fields.some((one) => one.name === name))
    ? { primaryKey: key }
    : {};
}

function namesOf(table: string): string[] {
  return Object.keys(TABLE_MEANINGS[table] ?? {});
}

function meaningOf(table: string, name: string): Meaning {
  const meaning = TABLE_MEANINGS[table]?.[name] ?? (table === "cases" ? CASE_MEANINGS[name] : undefined);
  if (meaning === undefined) throw new Error(`no meaning of ${table}.${name}`);
  return meaning;
}
