/**
 * A Parquet file that is written row group by row group, so that one group is in memory.
 *
 * A group is large enough to be worth skipping, and small enough for memory: 10,000 short cases, or 32 MB of text.
 */
import { zstdCompressSync } from "node:zlib";
import type { ByteWriter, ParquetWriter, parquetWriteBuffer, SchemaElement } from "hyparquet-writer";
import { isJsonObject } from "../domain/json.ts";
import type { RecordField } from "../v1/record-definitions.ts";
import type { Column } from "./columns.ts";
import { ID_KEY, SEQ_KEY } from "./dictionary.ts";
import { OutputFile } from "./output-file.ts";
import { OTHER } from "./structures.ts";

const GROUP_ROWS = 10_000;
/** In UTF-16 units: nearly the bytes of English text. */
const GROUP_CHARACTERS = 32 * 2 ** 20;

export interface ParquetColumn<Row> extends Column<Row> {
  /** Its values are days since 1970. */
  readonly isDate?: boolean;
  /** Each group stores the least and greatest value, so that readers can skip groups; left out for long texts. */
  readonly bounds?: "left out";
}

const WRITTEN_BY = {
  codec: "ZSTD",
  compressors: { ZSTD: (input: Uint8Array) => zstdCompressSync(input) },
  createdBy: "caselaw",
} as const;

function dataOf<Row>({ name, bounds }: ParquetColumn<Row>, data: unknown[]) {
  return { name, data, statistics: bounds !== "left out" };
}

/** A complete file of few rows, in memory. */
export function parquetBytes<Row>(
  write: typeof parquetWriteBuffer,
  columns: readonly ParquetColumn<Row>[],
  rows: readonly Row[],
): Buffer {
  const columnData = columns.map((column) =>
    dataOf(
      column,
      rows.map((row) => cellOf(column, row)),
    ),
  );
  return Buffer.from(write({ columnData, schema: schemaOf(columns), ...WRITTEN_BY }));
}

export class ParquetFile<Row> implements AsyncDisposable {
  readonly #file: OutputFile;
  readonly #columns: readonly ParquetColumn<Row>[];
  readonly #bytes: ByteWriter;
  readonly #writer: ParquetWriter;
  #group: unknown[][];
  #characters = 0;

  private constructor(
    file: OutputFile,
    columns: readonly ParquetColumn<Row>[],
    { ByteWriter, ParquetWriter }: typeof import("hyparquet-writer"),
  ) {
    this.#file = file;
    this.#columns = columns;
    this.#group = columns.map(() => []);
    this.#bytes = new ByteWriter();
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaOf(columns),
      ...WRITTEN_BY,
    });
  }

  static async make<Row>(path: string, columns: readonly ParquetColumn<Row>[]): Promise<ParquetFile<Row>> {
    const library = await import("hyparquet-writer");
    return new ParquetFile(await OutputFile.make(path), columns, library);
  }

  get rows(): number {
    return this.#file.rows + (this.#group[0]?.length ?? 0);
  }

  /** @param characters approximate length of the row's text: groups of long texts have fewer rows */
  async add(row: Row, characters = 0): Promise<void> {
    for (const [at, column] of this.#columns.entries()) this.#group[at]?.push(cellOf(column, row));
    this.#characters += characters;
    const rows = this.#group[0]?.length ?? 0;
    if (rows >= GROUP_ROWS || this.#characters >= GROUP_CHARACTERS) await this.#endGroup();
  }

  async finish(): Promise<void> {
    await this.#endGroup();
    await this.#writer.finish();
    await this.#drain(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
  }

  async #endGroup(): Promise<void> {
    const rows = this.#group[0]?.length ?? 0;
    if (rows === 0) return;
    const columnData = this.#columns.map((column, at) => dataOf(column, this.#group[at] ?? []));
    this.#group = this.#columns.map(() => []);
    this.#characters = 0;
    await this.#writer.write({ columnData, rowGroupSize: rows });
    await this.#drain(rows);
  }

  /** The writer's position in the file is `offset`. Setting `index` to 0 reuses its buffer. */
  async #drain(rows: number): Promise<void> {
    await this.#file.write(this.#bytes.getBytes(), rows);
    this.#bytes.index = 0;
  }
}

type Field = Pick<RecordField, "name" | "type" | "hasTexts" | "fields">;
type ColumnField = Field & Pick<RecordField, "isNullable" | "isOptional"> & { readonly isDate?: boolean };

/** The type of a column as the dictionary of the export names it. */
export function physicalTypeOf(field: Field & { readonly isDate?: boolean }): string {
  if (field.isDate === true) return "DATE";
  if (isList(field)) return `LIST<${physicalTypeOf(itemOf(field))}>`;
  if (isStructure(field)) return "STRUCT";
  const { converted_type: converted, type = "" } = leaf(field);
  return converted ?? type;
}

/** Other whole numbers have 64 bits, as ids need. */
const INT32: readonly string[] = ["seq", "year", "times", "weight", "mentions", "opinion_index"];

/** Lists of texts or ids, and lists of objects. Other objects and lists have no known form, and are JSON text. */
function isList({ type, hasTexts, fields }: Field): boolean {
  return type === "array" && (hasTexts || fields.length > 0);
}

function isStructure({ type, fields }: Field): boolean {
  return type === "object" && fields.length > 0;
}

function itemOf({ name, fields }: Field): Field {
  const type = fields.length > 0 ? "object" : /(?:^|_)ids$/.test(name) ? "integer" : "string";
  return { name: "element", type, hasTexts: false, fields };
}

function cellOf<Row>(column: ParquetColumn<Row>, row: Row): unknown {
  const value = column.value(row);
  if (column.isDate === true) return value ?? null;
  const stored = storedValue(column, value);
  if (stored === undefined) throw new Error(`the column ${column.name} cannot hold ${JSON.stringify(value)}`);
  return stored;
}

/** Undefined if a field of this type cannot hold the value. */
function storedValue(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (isList(field)) return Array.isArray(value) ? storedList(itemOf(field), value) : undefined;
  if (isStructure(field)) return isJsonObject(value) ? storedObject(field.fields, value) : undefined;
  switch (field.type) {
    case "integer":
      if (!Number.isSafeInteger(value)) return undefined;
      if (!INT32.includes(field.name)) return BigInt(Number(value));
      return value === (Number(value) | 0) ? value : undefined;
    case "number":
    case "boolean":
    case "string":
      return typeof value === field.type ? value : undefined;
    default:
      return typeof value === "string" ? value : JSON.stringify(value);
  }
}

function storedList(item: Field, values: readonly unknown[]): unknown[] | undefined {
  const stored = values.map((value) => storedValue(item, value));
  return stored.includes(undefined) ? undefined : stored;
}

/** What has no place in the fields is JSON text in the field for it; without that field the object cannot be stored. */
function storedObject(fields: readonly RecordField[], value: Readonly<Record<string, unknown>>): unknown {
  const stored: Record<string, unknown> = {};
  const missing = new Set(Object.keys(value));
  for (const field of fields) {
    const { name } = field;
    if (name === OTHER || !missing.has(name)) continue;
    const cell = storedValue(field, value[name]);
    if (cell === undefined) continue;
    stored[name] = cell;
    missing.delete(name);
  }
  if (missing.size === 0) return stored;
  if (!fields.some(({ name }) => name === OTHER)) return undefined;
  const otherEntries = Object.entries(value).filter(([key]) => missing.has(key));
  return { ...stored, [OTHER]: JSON.stringify(Object.fromEntries(otherEntries)) };
}

function schemaOf(columns: readonly ColumnField[]): SchemaElement[] {
  return [{ name: "root", num_children: columns.length }, ...columns.flatMap(elementsOf)];
}

/** The columns of a key are required; fields within a structure never are. */
function elementsOf(column: ColumnField): readonly SchemaElement[] {
  if (column.isDate === true) {
    const day: SchemaElement = { name: column.name, repetition_type: "OPTIONAL", type: "INT32" };
    return [{ ...day, converted_type: "DATE", logical_type: { type: "DATE" } }];
  }
  const isKey = [...ID_KEY, ...SEQ_KEY].includes(column.name) && !column.isNullable && !column.isOptional;
  return partsOf(column).map((part, nth) =>
    isKey && nth === 0 ? { ...part, repetition_type: "REQUIRED" } : part,
  );
}

function partsOf(field: Field): SchemaElement[] {
  const { name, fields } = field;
  if (isList(field))
    // the three levels of a list (parquet-format, LogicalTypes, Lists)
    return [
      { name, repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      ...partsOf(itemOf(field)),
    ];
  if (isStructure(field))
    return [{ name, repetition_type: "OPTIONAL", num_children: fields.length }, ...fields.flatMap(partsOf)];
  return [leaf(field)];
}

function leaf({ name, type }: Field): SchemaElement {
  const optional = { name, repetition_type: "OPTIONAL" } as const;
  switch (type) {
    case "integer":
      return { ...optional, type: INT32.includes(name) ? "INT32" : "INT64" };
    case "number":
      return { ...optional, type: "DOUBLE" };
    case "boolean":
      return { ...optional, type: "BOOLEAN" };
    default:
      return { ...optional, type: "BYTE_ARRAY", converted_type: "UTF8" };
  }
}
