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
import { readObject, readObjects, readValue, run, selectFrom, upsert } from "../database/statement-cache.ts";

/** The outcome of an attempt: `stored` (on disk; imported unless the run only downloads), `missing` (404 or 410), `failed`. */
export type TryOutcome = "stored" | "missing" | "failed";

export interface Tried {
  readonly source: string;
  readonly unit: string;
  readonly outcome: TryOutcome;
  /** One line; null unless the attempt failed. */
  readonly error: string | null;
}

/** If a name now means another volume, the next sync asks the server whether the file with this name is still the same. */
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
interface ListedName {
  readonly unit: string;
  readonly corpusUnit: string;
}

/**
 * Records listed files as of this instant. A volume that is now listed by another name keeps its download, and its former name is
 * forgotten.
 */
export function noteListed(
  db: Database,
  source: SourceName,
  files: readonly BulkFile[],
  listedAt: string,
): void {
  const listed = new Map<string, string>();
  for (const file of files) {
    const { unit, url, version } = file;
    const corpusUnit = corpusUnitOf(file);
    listed.set(corpusUnit, unit);
    run(db, DOUBT_REASSIGNED, { source, unit, corpusUnit });
    upsert(db, "ledger", ["source", "unit"], { source, unit, corpusUnit, url, version, listedAt });
  }
  const current = new Set(files.map(({ unit }) => unit));
  for (const { unit: from, corpusUnit } of readObjects<ListedName>(db, NAMES, { source })) {
    const to = listed.get(corpusUnit);
    if (to === undefined || current.has(from)) continue;
    run(db, MOVE_DOWNLOAD, { source, from, to });
    run(db, FORGET, { source, from });
  }
}

export function noteTotals(
  db: Database,
  source: SourceName,
  totals: readonly CaseTotal[],
  reportedAt: string,
): void {
  for (const { jurisdictionId, cases } of totals)
    upsert(db, "case_total", ["source", "jurisdiction_id"], { source, jurisdictionId, cases, reportedAt });
}

export function noteTried(db: Database, { source, unit, outcome, error }: Tried, at: string): void {
  run(db, NOTE, { source, unit, outcome, error, at });
}

/** Records that the last run imported the archives of failed attempts, for example with `import --allow-shrink`. */
export function noteRepaired(db: Database): void {
  run(db, NOTE_REPAIRED);
}

/** A unit by the name that its source lists. */
export interface ListedUnit {
  readonly source: string;
  readonly unit: string;
}

export function outcomeOf(db: Database, { source, unit }: ListedUnit): TryOutcome | null {
  return readValue(db, FIND, { source, unit }) ?? null;
}

export interface NotedDownload {
  readonly source: string;
  readonly unit: string;
  readonly url: string;
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

export function findDownload(db: Database, { source, unit }: ListedUnit): NotedDownload | null {
  const find = `${selectFrom(db, "download")} WHERE source = :source AND unit = :unit`;
  return readObject(db, find, { source, unit }) ?? null;
}

export function writeDownload(db: Database, download: NotedDownload): void {
  upsert(db, "download", ["source", "unit"], download);
}

export function forgetDownload(db: Database, { source, unit }: ListedUnit): void {
  run(db, "DELETE FROM download WHERE source = :source AND unit = :unit", { source, unit });
}

export function writeBulkRecord(db: Database, record: BulkRecord): void {
  upsert(db, "bulk_file", ["id"], record);
  run(db, FORGET_MADE, bound(record));
}

export function writeBulkPath(db: Database, file: { readonly id: number; readonly path: string }): void {
  run(db, "UPDATE bulk_file SET path = :path WHERE id = :id", file);
}

/** Whether a bag from disk is known already. The service's record of the same file takes precedence. */
export function knowsBag(db: Database, bag: KnownBulkFile): boolean {
  return readValue(db, KNOWS_BAG, bound(bag)) !== undefined;
}

/** Of a bag in two places, the first path by name is kept (`KNOWS_BAG`), so that the order of imports does not matter. */
export function writeBag(db: Database, bag: KnownBulkFile): void {
  upsert(db, "bulk_file", ["id"], bag);
}

export function readBulkFiles(db: Database): KnownBulkFile[] {
  const rows = readObjects<KnownBulkFile>(db, `${selectFrom(db, "bulk_file")} ORDER BY id`);
  return rows.map((row) => ({ ...row, public: Boolean(row.public) }));
}

/** The driver binds no booleans. */
function bound<T extends BulkRecord>(record: T): object {
  return { ...record, public: Number(record.public) };
}
