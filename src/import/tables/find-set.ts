/** Finds sets of CourtListener's tables in folders: files of one date belong together. */
import { hash } from "node:crypto";
import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CaselawError } from "../../domain/errors.ts";
import { NEEDED_TABLES, readTableName, TABLES, type TableName } from "../../sources/courtlistener/tables.ts";

/** The files of one date. */
export interface TableSet {
  readonly folder: string;
  /** `YYYY-MM-DD` */
  readonly release: string;
  readonly files: ReadonlyMap<TableName, string>;
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
      const bytes = [...files.values()].reduce((sum, file) => sum + statSync(file).size, 0);
      return { folder, release, files, bytes };
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

const END_BYTES = 2 ** 16;

/**
 * What is imported, as a checksum: the files by name, size and ends, because hashing 60 GB takes minutes, and the selection.
 *
 * @param state what else decides about the result
 */
export function checksumOf(
  { files }: TableSet,
  selection: TableSelection,
  state: readonly (string | number)[],
): string {
  const parts = TABLES.flatMap((table) => {
    const file = files.get(table);
    return file === undefined ? [] : [basename(file), endsOf(file)];
  });
  return hash("sha256", JSON.stringify([state, selection, parts]), "hex");
}

function endsOf(path: string): string {
  const { size } = statSync(path);
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(2 * END_BYTES);
    const first = readSync(file, bytes, 0, END_BYTES, 0);
    const last = readSync(file, bytes, first, END_BYTES, Math.max(size - END_BYTES, 0));
    return `${size} ${hash("sha256", bytes.subarray(0, first + last), "hex")}`;
  } finally {
    closeSync(file);
  }
}
