/**
 * The records of a page as a Parquet file, with the columns of its CSV (v1/page-csv). A column has the type of its values: INT64, DOUBLE or
 * BOOLEAN; otherwise, and if it has no value, it is text, lists as JSON.
 */
import { zstdCompressSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { cellOf, columnsOf, fieldsOf } from "../../v1/page-formats.ts";

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
