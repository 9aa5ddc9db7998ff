/** The import log: one row for each imported archive, written when its import ended. */

import type { Database } from "better-sqlite3";
import type { ImportCounts } from "../../domain/ledger.ts";

/** Outcomes of the records of an archive; read = added + changed + unchanged + rejected. */
export interface ImportedArchive extends ImportCounts {
  readonly unitId: number;
  readonly path: string;
  readonly sha256: string;
  readonly release: string | null;
  readonly bytes: number;
  /** Whether no record is missing because bytes were, so that the archive need not be imported again. */
  readonly complete: boolean;
  /** ISO 8601 instant. */
  readonly finishedAt: string;
}

/** An archive by its hash, and the unit into which it is imported. */
export interface ArchiveOfUnit {
  readonly sha256: string;
  readonly source: string;
  /** Name of the unit in the corpus. */
  readonly name: string;
}

interface LogRow extends Omit<ImportedArchive, "complete"> {
  readonly complete: number;
}

const COLUMNS = `
  unit_id AS unitId, path, sha256, release, bytes, complete, read, added, changed, unchanged, removed, rejected,
  hash_differences AS hashDifferences, finished_at AS finishedAt
`;
/** `+` before a parameter: see `ledger/units`. */
const FIND = `
  SELECT ${COLUMNS}
    FROM import_log
   WHERE sha256 = +:sha256 AND complete = 1
     AND unit_id = (SELECT id FROM unit WHERE source = :source AND name = :name)
   ORDER BY id DESC
   LIMIT 1
`;
const ADD = `
  INSERT INTO import_log
    (unit_id, path, sha256, release, bytes, complete, read, added, changed, unchanged, removed, rejected,
     hash_differences, finished_at, run_id)
  VALUES
    (:unitId, :path, :sha256, :release, :bytes, :complete, :read, :added, :changed, :unchanged, :removed, :rejected,
     :hashDifferences, :finishedAt, (SELECT max(id) FROM run))
`;

export type ImportLog = ReturnType<typeof importLogOf>;

export function importLogOf(db: Database) {
  const find = db.prepare<ArchiveOfUnit, LogRow>(FIND);
  const add = db.prepare(ADD);
  return {
    /** The last complete import of an archive with this hash into the unit. */
    find: (archive: ArchiveOfUnit): ImportedArchive | null => {
      const row = find.get(archive);
      return row === undefined ? null : { ...row, complete: row.complete === 1 };
    },
    add: (archive: ImportedArchive): void => void add.run({ ...archive, complete: Number(archive.complete) }),
  };
}
