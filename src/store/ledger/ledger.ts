/** The ledger: the units that sources list, each with the outcome of the last attempt to sync it. */
import type { Database } from "better-sqlite3";
import { type BulkFile, type CaseTotal, corpusUnitOf, type SourceName } from "../../domain/bulk-file.ts";

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

export type Ledger = ReturnType<typeof ledgerOf>;

export function ledgerOf(db: Database) {
  const list = db.prepare(LIST);
  const note = db.prepare(NOTE);
  const doubtReassigned = db.prepare(DOUBT_REASSIGNED);
  const names = db.prepare<{ source: string }, { unit: string; corpusUnit: string }>(NAMES);
  const moveDownload = db.prepare(MOVE_DOWNLOAD);
  const forget = db.prepare(FORGET);
  const noteRepaired = db.prepare(NOTE_REPAIRED);
  const find = db.prepare<{ source: string; unit: string }, TryOutcome | null>(FIND).pluck();
  const writeTotal = db.prepare(WRITE_TOTAL);
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
        doubtReassigned.run({ source, unit, corpusUnit });
        list.run({ source, unit, corpusUnit, url, version, at });
      }
      const current = new Set(files.map(({ unit }) => unit));
      for (const { unit: from, corpusUnit } of names.all({ source })) {
        const to = listed.get(corpusUnit);
        if (to === undefined || current.has(from)) continue;
        moveDownload.run({ source, from, to });
        forget.run({ source, from });
      }
    },
    note: ({ source, unit, outcome, error }: Tried, at: string): void =>
      void note.run({ source, unit, outcome, error, at }),
    /** Records that the last run imported the archives of failed attempts, for example with `import --allow-shrink`. */
    noteRepaired: (): void => void noteRepaired.run(),
    /** The outcome of the last attempt; null without an attempt. */
    outcomeOf: ({ source, unit }: { source: string; unit: string }): TryOutcome | null =>
      find.get({ source, unit }) ?? null,
    writeTotals: (source: SourceName, totals: readonly CaseTotal[], at: string): void => {
      for (const { jurisdictionId, cases } of totals) writeTotal.run({ source, jurisdictionId, cases, at });
    },
  };
}
