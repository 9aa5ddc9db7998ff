/**
 * A Parquet file that is written row group by row group, so that one group is in memory.
 *
 * A group is large enough to be worth skipping, and small enough for memory: 10,000 short cases, or 32 MB of text.
 */
import { zstdCompressSync } from "node:zlib";
import type { ByteWriter, ParquetWriter, SchemaElement } from "hyparquet-writer";
import type { Column } from "./columns.ts";
import { ID_KEY, SEQ_KEY } from "./dictionary.ts";
import { OutputFile } from "./output-file.ts";

const GROUP_ROWS = 10_000;
/** In UTF-16 units: nearly the bytes of English text. */
const GROUP_CHARACTERS = 32 * 2 ** 20;

export interface ParquetColumn<Row> extends Column<Row> {
  /** Its values are days since 1970. */
  readonly isDate?: boolean;
  /** Each group stores the least and greatest value, so that readers can skip groups; left out for long texts. */
  readonly bounds?: "left out";
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
      schema: [{ name: "root", num_children: columns.length }, ...columns.flatMap(schemaOf)],
      codec: "ZSTD",
      compressors: { ZSTD: (input) => zstdCompressSync(input) },
      createdBy: "caselaw",
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
    for (const [at, column] of this.#columns.entries()) this.#group[at]?.push(storedValue(column, row));
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
    const columnData = this.#columns.map(({ name, bounds }, at) => ({
      name,
      data: this.#group[at] ?? [],
      statistics: bounds !== "left out",
    }));
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

/** The type of a column, or of the items of a list, as the dictionary of the export names it. */
export function physicalTypeOf<Row>(column: ParquetColumn<Row>): string {
  const [first, , third] = schemaOf(column);
  const leaf = schemaOf(column).at(-1);
  const element = third?.num_children === undefined ? (leaf?.converted_type ?? leaf?.type ?? "") : "STRUCT";
  return first?.converted_type === "LIST" ? `LIST<${element}>` : element;
}

/** Ids have 64 bits, other integers 32. */
function isId({ name }: { readonly name: string }): boolean {
  return /(?:^|_)ids?$/.test(name);
}

/** Lists of texts or ids, and lists of objects whose fields are texts. */
function isList({ type, hasTexts, fields }: Column<never>): boolean {
  return type === "array" && (hasTexts || fields.length > 0);
}

function storedValue<Row>(column: ParquetColumn<Row>, row: Row): unknown {
  const value = column.value(row) ?? null;
  if (value === null) return null;
  if (isList(column)) return isId(column) && Array.isArray(value) ? value.map(BigInt) : value;
  if (column.type === "array" || column.type === "object") return JSON.stringify(value);
  return column.type === "integer" && isId(column) ? BigInt(Number(value)) : value;
}

/** The part of a column in the schema: a leaf, or a list with its element. */
function schemaOf<Row>(column: ParquetColumn<Row>): readonly SchemaElement[] {
  const { name, type, isDate, fields } = column;
  if (isDate === true)
    return [{ ...leaf(name, "INT32"), converted_type: "DATE", logical_type: { type: "DATE" } }];
  if (type === "integer") return [leaf(name, isId(column) ? "INT64" : "INT32")];
  if (type === "boolean") return [leaf(name, "BOOLEAN")];
  if (!isList(column)) return [text(name)];
  // the three levels of a list (parquet-format, LogicalTypes, Lists)
  const list: readonly SchemaElement[] = [
    { name, repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
  ];
  if (fields.length === 0) return [...list, isId(column) ? leaf("element", "INT64") : text("element")];
  const element: SchemaElement = {
    ...{ name: "element", repetition_type: "OPTIONAL", num_children: fields.length },
  };
  return [...list, element, ...fields.map((field) => text(field.name))];
}

function text(name: string): SchemaElement {
  return { ...leaf(name, "BYTE_ARRAY"), converted_type: "UTF8" };
}

/** The columns of a key are required. */
function leaf(name: string, type: NonNullable<SchemaElement["type"]>): SchemaElement {
  const isKey = [...ID_KEY, ...SEQ_KEY].includes(name);
  return { name, type, repetition_type: isKey ? "REQUIRED" : "OPTIONAL" };
}
