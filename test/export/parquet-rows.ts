/** The rows of an exported Parquet file, read by hyparquet: whole numbers and days in plain form. */
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { type AsyncBuffer, asyncBufferFromFile, parquetReadObjects } from "hyparquet";

export async function parquetRows(folder: string, name: string): Promise<Record<string, unknown>[]> {
  return (await parquetObjects(await asyncBufferFromFile(join(folder, name)))).map(plain);
}

/** The rows as hyparquet reads them. */
export function parquetObjects(file: AsyncBuffer | ArrayBuffer): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file, compressors: { ZSTD: (input) => zstdDecompressSync(input) } });
}

/** Whole numbers are 64 bits wide in the file, and dates come as such. */
export function plain(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (Array.isArray(value)) return value.map(plainValue);
  return typeof value === "object" && value !== null ? plain(value) : value;
}

/** An object of the source as it was, from its structure: without nulls, and with the keys in `other`. */
export function asWritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asWritten);
  if (typeof value !== "object" || value === null) return value ?? null;
  const { other = null, ...known } = plain(value);
  const keys = Object.entries(known).flatMap(([key, one]) =>
    one === null || one === undefined ? [] : [[key, asWritten(one)]],
  );
  return { ...Object.fromEntries(keys), ...(typeof other === "string" ? JSON.parse(other) : {}) };
}
