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
function plain(row: Record<string, unknown>): Record<string, unknown> {
  const values = Object.entries(row).map(([name, value]) => {
    if (value instanceof Date) return [name, value.toISOString().slice(0, 10)];
    return [name, Array.isArray(value) ? value.map(plainNumber) : plainNumber(value)];
  });
  return Object.fromEntries(values);
}

function plainNumber(value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
