/** Finds sets of CourtListener's tables in folders: files of one date belong together. */
import { hash } from "node:crypto";
import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Checksum } from "../../domain/bulk-file.ts";
import { CaselawError } from "../../domain/errors.ts";
import { NEEDED_TABLES, readTableName, TABLES, type TableName } from "../../sources/courtlistener/tables.ts";

/** The files of one date. */
export interface TableSet {
  readonly folder: string;
  /** `YYYY-MM-DD` */
  readonly release: string;
  readonly files: ReadonlyMap<TableName, string>;
  /** Of each file, as `tableChecksum`. */
  readonly checksums: ReadonlyMap<TableName, string>;
  /** Of all files. */
  readonly bytes: number;
}

/** What of a set is imported. */
export interface TableSelection {
  /** Ids of courts (`scotus`); empty: all. */
  readonly courts: readonly string[];
  /** `YYYY-MM-DD`: only decisions of this day or later; null: all. */
  readonly from: string | null;
  /** What one opinion says of another is imported too. */
  readonly parentheticals: boolean;
}

export const EVERYTHING: TableSelection = { courts: [], from: null, parentheticals: false };

/** Whether a path is a table, or a folder with one. */
export function isTablePath(path: string): boolean {
  if (readTableName(basename(path)) !== null) return true;
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && readdirSync(path).some((name) => readTableName(name) !== null);
}

/** The folder of a table, or the path itself. */
export function setFolder(path: string): string {
  return readTableName(basename(path)) === null ? path : dirname(path);
}

/**
 * The newest set that has all the tables that are needed, in a folder.
 *
 * @throws CaselawError `invalid` that says which tables each date lacks
 */
export function findSet(folder: string): TableSet {
  const byDate = Map.groupBy(
    readdirSync(folder).flatMap((name) => ({ name, ...(readTableName(name) ?? { table: null, date: "" }) })),
    ({ date }) => date,
  );
  const lacking: string[] = [];
  for (const [release, rows] of [...byDate].sort(([a], [b]) => (a < b ? 1 : -1))) {
    const files = new Map(
      rows.flatMap(({ name, table }) => (table === null ? [] : [[table, join(folder, name)] as const])),
    );
    const missing = NEEDED_TABLES.filter((table) => !files.has(table));
    if (files.size > 0 && missing.length === 0) {
      const sums = [...files].map(([table, file]) => ({ table, ...tableChecksum(file) }));
      const checksums = new Map(sums.map(({ table, sha256 }) => [table, sha256]));
      return { folder, release, files, checksums, bytes: sums.reduce((sum, { bytes }) => sum + bytes, 0) };
    }
    if (files.size > 0) lacking.push(`${release} lacks ${missing.join(", ")}`);
  }
  throw new CaselawError(
    "invalid",
    `Cannot import the tables in "${folder}": the set of ${lacking.join("; that of ")}`,
    {
      at: { file: folder },
      hint: "The tables of one date belong together: download those that are missing.",
    },
  );
}

/**
 * What is imported, as a checksum: the date, the files and the selection.
 *
 * @param state what else decides about the result
 */
export function checksumOf(
  { release, checksums }: Pick<TableSet, "release" | "checksums">,
  selection: TableSelection,
  state: readonly (string | number)[],
): string {
  const parts = tablesOf(selection).map((table) => checksums.get(table) ?? null);
  return hash("sha256", JSON.stringify([state, selection, release, parts]), "hex");
}

/** The tables that are imported, in the order in which they are read. */
export function tablesOf({ parentheticals }: TableSelection): readonly TableName[] {
  return TABLES.filter((table) => table !== "parentheticals" || parentheticals);
}

const END_BYTES = 2 ** 16;

/**
 * The checksum of a table's file: of its size and its ends, because hashing 60 GB takes minutes. Damage between them is found when the file
 * is read, because bzip2 has a checksum for each block.
 */
export function tableChecksum(path: string): Checksum {
  const { size } = statSync(path);
  const file = openSync(path, "r");
  try {
    const ends = Buffer.alloc(2 * END_BYTES);
    const first = readSync(file, ends, 0, END_BYTES, 0);
    const last = readSync(file, ends, first, END_BYTES, Math.max(size - END_BYTES, 0));
    const sum = hash("sha256", ends.subarray(0, first + last), "hex");
    return { sha256: hash("sha256", `${size} ${sum}`, "hex"), bytes: size };
  } finally {
    closeSync(file);
  }
}
