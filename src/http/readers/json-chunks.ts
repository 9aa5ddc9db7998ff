/**
 * The JSON of an answer as bytes, in chunks: equal to `JSON.stringify(answer)`, but never one string, because a page of
 * 10,000 full cases could exceed the maximum length of a string.
 *
 * All answers are written through one buffer: joining the texts first, or a new buffer for each answer, would double the
 * cost.
 */

import { zstdCompressSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { cellOf, columnsOf, fieldsOf } from "../../v1/page-formats.ts";
import { CHUNK_BYTES } from "../limits.ts";

/** UTF-8 bytes of a UTF-16 unit. */
const MAX_UNIT_BYTES = 3;
const COMMA = 0x2c;
const scratch = Buffer.allocUnsafeSlow(CHUNK_BYTES);

/** @returns chunks of at most `CHUNK_BYTES` bytes; at least one */
export function jsonChunks(answer: object | null): Buffer[] {
  const writer = new ChunkWriter();
  if (answer === null || Array.isArray(answer)) writer.write(JSON.stringify(answer));
  else writeObject(answer, writer);
  return writer.finish();
}

/** Writes lists in the object element by element. */
function writeObject(answer: object, writer: ChunkWriter): void {
  let before = "{";
  for (const [key, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    writer.write(`${before}${JSON.stringify(key)}:`);
    if (Array.isArray(value)) writeList(value, writer);
    else writer.write(JSON.stringify(value));
    before = ",";
  }
  writer.write(before === "{" ? "{}" : "}");
}

function writeList(list: readonly unknown[], writer: ChunkWriter): void {
  writer.write("[");
  for (const [at, element] of list.entries()) {
    if (at > 0) writer.writeComma();
    writer.write(JSON.stringify(element));
  }
  writer.write("]");
}

class ChunkWriter {
  readonly #full: Buffer[] = [];
  #used = 0;

  write(text: string): void {
    const most = text.length * MAX_UNIT_BYTES;
    if (most > CHUNK_BYTES - this.#used) this.#flush();
    if (most <= CHUNK_BYTES) this.#used += scratch.write(text, this.#used);
    else this.#full.push(...slicesOf(Buffer.from(text, "utf8")));
  }

  /** `write` would cost as much for this byte as for a hundred. */
  writeComma(): void {
    if (this.#used === CHUNK_BYTES) this.#flush();
    scratch[this.#used++] = COMMA;
  }

  finish(): Buffer[] {
    this.#flush();
    return this.#full;
  }

  #flush(): void {
    if (this.#used > 0) this.#full.push(Buffer.from(scratch.subarray(0, this.#used)));
    this.#used = 0;
  }
}

/** Lines, which have their ends, as UTF-8 bytes in chunks. */
export function lineChunks(lines: Iterable<string>): Buffer[] {
  const writer = new ChunkWriter();
  for (const line of lines) writer.write(line);
  return writer.finish();
}

/** A text as UTF-8 bytes in chunks; at least one. */
export function textChunks(text: string): Buffer[] {
  return text === "" ? [Buffer.alloc(0)] : [...slicesOf(Buffer.from(text, "utf8"))];
}

/** A file's bytes in chunks. */
export function byteChunks(bytes: Uint8Array): Buffer[] {
  return [...slicesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))];
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

/**
 * The records of a page as a Parquet file, with the columns of its CSV (v1/page-formats). A column has the type of its values: INT64, DOUBLE or
 * BOOLEAN; otherwise, and if it has no value, it is text, lists as JSON.
 */
export function parquetPage(records: readonly object[]): Uint8Array {
  const rows = records.map((record) => new Map(fieldsOf(record)));
  const columnData = columnsOf(records).map((name) => ({
    name,
    ...typed(rows.map((row) => row.get(name) ?? null)),
  }));
  const bytes = parquetWriteBuffer({
    columnData,
    codec: "ZSTD",
    compressors: { ZSTD: (input) => zstdCompressSync(input) },
  });
  return new Uint8Array(bytes);
}

function typed(values: readonly unknown[]): {
  type: "INT64" | "DOUBLE" | "BOOLEAN" | "STRING";
  data: unknown[];
} {
  const given = values.filter((value) => value !== null);
  const all = (test: (value: unknown) => boolean): boolean => given.length > 0 && given.every(test);
  if (all(Number.isSafeInteger))
    return { type: "INT64", data: values.map((value) => (value === null ? null : BigInt(Number(value)))) };
  if (all((value) => typeof value === "number")) return { type: "DOUBLE", data: [...values] };
  if (all((value) => typeof value === "boolean")) return { type: "BOOLEAN", data: [...values] };
  return { type: "STRING", data: values.map((value) => (value === null ? null : cellOf(value))) };
}
