/**
 * What sources list and what was downloaded: the ledger with the outcome of the last attempt to sync each unit, the last complete download of
 * each, and the bulk collection as the service listed it.
 */
import type { Database } from "better-sqlite3";
import {
  type BulkFile,
  type BulkRecord,
  type CaseTotal,
  corpusUnitOf,
  MADE_BULK_ID,
  type SourceName,
} from "../../domain/bulk-file.ts";
import type { KnownBulkFile } from "../../domain/records.ts";
import { readObject, readObjects, readValue, run } from "../database/statement-cache.ts";

/** The outcome of an attempt: `stored` (on disk; imported unless the run only downloads), `missing` (404 or 410), `failed`. */
export type TryOutcome = "stored" | "missing" | "failed";

export interface Tried {
  readonly source: string;
  readonly unit: string;
  readonly outcome: TryOutcome;
  /** One line; null unless the attempt failed. */
  readonly error: string | null;
}

const LIST = `
  INSERT INTO ledger (source, unit, corpus_unit, url, version, listed_at)
  VALUES (:source, :unit, :corpusUnit, :url, :version, :at)
  ON CONFLICT (source, unit) DO UPDATE SET
    corpus_unit = excluded.corpus_unit, url = excluded.url, version = excluded.version, listed_at = excluded.listed_at
`;
/** If a name is now that of another volume, the server is asked whether the file under this name is still the same. */
const DOUBT_REASSIGNED = `
  UPDATE download
     SET confirmed = 0
   WHERE source = :source AND unit = :unit
     AND (SELECT corpus_unit FROM ledger WHERE source = :source AND unit = :unit) <> :corpusUnit
`;
const NAMES = `
  SELECT unit, corpus_unit AS corpusUnit
    FROM ledger
   WHERE source = :source
`;
const MOVE_DOWNLOAD = `
  UPDATE OR REPLACE download
     SET unit = :to, confirmed = 0
   WHERE source = :source AND unit = :from
`;
const FORGET = `
  DELETE FROM ledger
   WHERE source = :source AND unit = :from
`;
const NOTE = `
  UPDATE ledger
     SET outcome = :outcome, error = :error, attempted_at = :at,
         attempts = CASE :outcome WHEN 'stored' THEN 0 ELSE attempts + 1 END
   WHERE source = :source AND unit = :unit
`;
const FIND = `
  SELECT outcome
    FROM ledger
   WHERE source = :source AND unit = :unit
`;
/** Units whose last attempt failed, and whose downloaded archive the last run read to its end. */
const NOTE_REPAIRED = `
  UPDATE ledger
     SET outcome = 'stored', error = NULL, attempts = 0
   WHERE outcome = 'failed'
     AND EXISTS (
       SELECT 1
         FROM download AS d
         JOIN import_log AS i ON i.sha256 = d.sha256
         JOIN unit AS u ON u.id = i.unit_id
        WHERE d.source = ledger.source AND d.unit = ledger.unit
          AND u.source = ledger.source AND u.name = ledger.corpus_unit
          AND i.complete = 1 AND i.run_id = (SELECT max(id) FROM run))
`;
const WRITE_TOTAL = `
  INSERT OR REPLACE INTO case_total (source, jurisdiction_id, cases, reported_at)
  VALUES (:source, :jurisdictionId, :cases, :at)
`;

interface ListedName {
  readonly unit: string;
  readonly corpusUnit: string;
}

export type Ledger = ReturnType<typeof ledgerOf>;

export function ledgerOf(db: Database) {
  return {
    /**
     * Records listed files as of this instant. A volume that is now listed by another name keeps its download, and its former
     * name is forgotten.
     */
    list: (source: SourceName, files: readonly BulkFile[], at: string): void => {
      const listed = new Map<string, string>();
      for (const file of files) {
        const { unit, url, version } = file;
        const corpusUnit = corpusUnitOf(file);
        listed.set(corpusUnit, unit);
        run(db, DOUBT_REASSIGNED, { source, unit, corpusUnit });
        run(db, LIST, { source, unit, corpusUnit, url, version, at });
      }
      const current = new Set(files.map(({ unit }) => unit));
      for (const { unit: from, corpusUnit } of readObjects<ListedName>(db, NAMES, { source })) {
        const to = listed.get(corpusUnit);
        if (to === undefined || current.has(from)) continue;
        run(db, MOVE_DOWNLOAD, { source, from, to });
        run(db, FORGET, { source, from });
      }
    },
    note: ({ source, unit, outcome, error }: Tried, at: string): void =>
      void run(db, NOTE, { source, unit, outcome, error, at }),
    /** Records that the last run imported the archives of failed attempts, for example with `import --allow-shrink`. */
    noteRepaired: (): void => void run(db, NOTE_REPAIRED),
    /** The outcome of the last attempt; null without an attempt. */
    outcomeOf: ({ source, unit }: { source: string; unit: string }): TryOutcome | null =>
      readValue(db, FIND, { source, unit }) ?? null,
    writeTotals: (source: SourceName, totals: readonly CaseTotal[], at: string): void => {
      for (const { jurisdictionId, cases } of totals)
        run(db, WRITE_TOTAL, { source, jurisdictionId, cases, at });
    },
  };
}

/** The last complete download of a unit. */
export interface NotedDownload {
  readonly source: string;
  readonly unit: string;
  readonly url: string;
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly version: string | null;
  readonly downloadedAt: string;
  /** 1 if the bytes are known to be those of `version`; 0 if the next sync asks the server again. */
  readonly confirmed: number;
}

const FIND_DOWNLOAD = `
  SELECT source, unit, url, path, bytes, sha256, etag, last_modified AS lastModified, version, downloaded_at AS downloadedAt,
         confirmed
    FROM download
   WHERE source = :source AND unit = :unit
`;
const NOTE_DOWNLOAD = `
  INSERT OR REPLACE INTO download
    (source, unit, url, path, bytes, sha256, etag, last_modified, version, downloaded_at, confirmed)
  VALUES
    (:source, :unit, :url, :path, :bytes, :sha256, :etag, :lastModified, :version, :downloadedAt, :confirmed)
`;
const FORGET_DOWNLOAD = "DELETE FROM download WHERE source = :source AND unit = :unit";
const WRITE_BULK_FILE = `
  INSERT INTO bulk_file (id, file_name, export_date, public, filter_type, filter_id, body_format)
  VALUES (:id, :fileName, :exportDate, :public, :filterType, :filterId, :bodyFormat)
  ON CONFLICT (id) DO UPDATE SET
    file_name = excluded.file_name, export_date = excluded.export_date, public = excluded.public,
    filter_type = excluded.filter_type, filter_id = excluded.filter_id, body_format = excluded.body_format
`;
/** Whether two records describe one file: the same name, or the same day, filter and format. */
const IS_SAME = `
  (file_name = :fileName
    OR (filter_type = :filterType AND filter_id = :filterId AND body_format = :bodyFormat
        AND substr(export_date, 1, 10) = substr(:exportDate, 1, 10)))
`;
const FORGET_MADE = `
  DELETE FROM bulk_file
   WHERE id >= ${MADE_BULK_ID} AND id <> :id AND ${IS_SAME}
`;
const KNOWS_BAG = `
  SELECT 1
    FROM bulk_file
   WHERE (id < ${MADE_BULK_ID} AND ${IS_SAME})
      OR (id = :id AND (:path IS NULL OR path <= :path))
`;
/** If a bag is in two places, the first path by name is kept, so that the order of imports does not matter. */
const WRITE_BAG = `
  INSERT INTO bulk_file (id, file_name, export_date, public, filter_type, filter_id, body_format, path)
  VALUES (:id, :fileName, :exportDate, :public, :filterType, :filterId, :bodyFormat, :path)
  ON CONFLICT (id) DO UPDATE SET path = excluded.path
`;
const NOTE_BULK_PATH = "UPDATE bulk_file SET path = :path WHERE id = :id";

const BULK_FILES = `
  SELECT id, file_name AS fileName, export_date AS exportDate, public, filter_type AS filterType,
         filter_id AS filterId, body_format AS bodyFormat, path
    FROM bulk_file
   ORDER BY id
`;

interface BulkRow extends Omit<BulkRecord, "public"> {
  readonly public: number;
  readonly path: string | null;
}

export type Downloads = ReturnType<typeof downloadsOf>;

export function downloadsOf(db: Database) {
  return {
    find: (of: { source: string; unit: string }): NotedDownload | null =>
      readObject(db, FIND_DOWNLOAD, of) ?? null,
    note: (download: NotedDownload): void => void run(db, NOTE_DOWNLOAD, download),
    forget: ({ source, unit }: { source: string; unit: string }): void =>
      void run(db, FORGET_DOWNLOAD, { source, unit }),
    writeBulkRecord: (record: BulkRecord): void => {
      const row = { ...record, public: Number(record.public) };
      run(db, WRITE_BULK_FILE, row);
      run(db, FORGET_MADE, row);
    },
    noteBulkPath: (of: { id: number; path: string }): void => void run(db, NOTE_BULK_PATH, of),
    /** Whether a bag from disk is known already. The service's record of the same file takes precedence. */
    knowsBag: (bag: KnownBulkFile): boolean =>
      readValue(db, KNOWS_BAG, { ...bag, public: Number(bag.public) }) !== undefined,
    writeBag: (bag: KnownBulkFile): void => void run(db, WRITE_BAG, { ...bag, public: Number(bag.public) }),
  };
}

/** The bulk collection by id, with the paths of the files on disk. */
export function readBulkFiles(db: Database): KnownBulkFile[] {
  return readObjects<BulkRow>(db, BULK_FILES).map((row) => ({ ...row, public: row.public === 1 }));
}
