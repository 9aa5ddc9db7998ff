/**
 * A Parquet file that is written row group by row group, so that one group is in memory.
 *
 * A group is large enough to be worth skipping, and small enough for memory: 10,000 short cases, or 32 MB of text.
 */
import { zstdCompressSync } from "node:zlib";
import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import { OutputFile } from "./output-file.ts";

const GROUP_ROWS = 10_000;
/** In UTF-16 units: nearly the bytes of English text. */
const GROUP_CHARACTERS = 32 * 2 ** 20;

/** A column: its part of the schema (a leaf, or a list with its element), and its value in a row. */
export interface ParquetColumn<Row> {
  readonly name: string;
  readonly schema: readonly SchemaElement[];
  readonly value: (row: Row) => unknown;
  /** Each group stores the least and greatest value, so that readers can skip groups; left out for long texts. */
  readonly bounds?: "left out";
}

export class ParquetFile<Row> implements AsyncDisposable {
  readonly #file: OutputFile;
  readonly #columns: readonly ParquetColumn<Row>[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #group: unknown[][];
  #characters = 0;

  private constructor(file: OutputFile, columns: readonly ParquetColumn<Row>[]) {
    this.#file = file;
    this.#columns = columns;
    this.#group = columns.map(() => []);
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [{ name: "root", num_children: columns.length }, ...columns.flatMap(({ schema }) => schema)],
      codec: "ZSTD",
      compressors: { ZSTD: (input) => zstdCompressSync(input) },
      createdBy: "caselaw",
    });
  }

  static async make<Row>(path: string, columns: readonly ParquetColumn<Row>[]): Promise<ParquetFile<Row>> {
    return new ParquetFile(await OutputFile.make(path), columns);
  }

  /** Rows added so far. */
  get rows(): number {
    return this.#file.rows + (this.#group[0]?.length ?? 0);
  }

  /** @param characters approximate length of the row's text: groups of long texts have fewer rows */
  async add(row: Row, characters = 0): Promise<void> {
    for (const [at, { value }] of this.#columns.entries()) this.#group[at]?.push(value(row) ?? null);
    this.#characters += characters;
    const rows = this.#group[0]?.length ?? 0;
    if (rows >= GROUP_ROWS || this.#characters >= GROUP_CHARACTERS) await this.#endGroup();
  }

  /** Completes the last group and the file. */
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
