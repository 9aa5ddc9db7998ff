/**
 * The cases whose rows are outdated because a record that they refer to changed: a court was renamed, or a reporter that is
 * known by name only can be resolved now. They are kept in a table, so that the next run finishes after a stopped one.
 */
import type { Database } from "better-sqlite3";
import { readValue, readValues, run } from "../database/statement-cache.ts";
import { noteMoved } from "../references/reference-writer.ts";
import type { VolumeResolver } from "../references/volume-resolver.ts";
import { filterToken } from "./index-row.ts";

const ADD_COURT = `
  INSERT OR IGNORE INTO index_outdated (case_id)
  SELECT c.id
    FROM case_words AS w
    JOIN court_case AS c ON c.date_rowid = w.rowid
   WHERE w.case_words MATCH :match
`;
const UNRESOLVED = `
  SELECT id, resolved, reporter_name AS reporterName, volume_number AS volumeNumber, reporter_id AS reporterId,
         volume_barcode AS barcode, jurisdiction_id AS jurisdictionId,
         (SELECT json_group_array(cite)
            FROM citation
           WHERE case_id = court_case.id AND type = 'official') AS officialCites
    FROM court_case
   WHERE resolved > 0 OR reporter_id IS NULL OR volume_barcode IS NULL
`;
const HAVE_VOLUMES_CHANGED = "SELECT 1 FROM corpus WHERE key = 'volumes_changed'";
/** Records that cases which only name their reporter or volume must be resolved again. */
const SET_VOLUMES_CHANGED = "INSERT OR REPLACE INTO corpus (key, value) VALUES ('volumes_changed', 1)";
const CLEAR_VOLUMES_CHANGED = "DELETE FROM corpus WHERE key = 'volumes_changed'";
const ADD = "INSERT OR IGNORE INTO index_outdated (case_id) VALUES (:caseId)";
const NEXT = "SELECT case_id FROM index_outdated ORDER BY case_id LIMIT :limit";
const REMOVE = "DELETE FROM index_outdated WHERE case_id <= :caseId";

/** Cases rebuilt or removed in one transaction: at most a second of work, so that a run can be stopped soon. */
export const STEP_CASES = 500;

interface UnresolvedRow {
  readonly id: number;
  readonly resolved: number;
  readonly reporterName: string | null;
  readonly volumeNumber: string | null;
  readonly reporterId: number | null;
  readonly barcode: string | null;
  readonly jurisdictionId: number | null;
  readonly officialCites: string;
}

export type OutdatedIndex = ReturnType<typeof outdatedIndexOf>;

export function outdatedIndexOf(db: Database) {
  return {
    addCourt: (id: number): void => void run(db, ADD_COURT, { match: `"${filterToken("court", id)}"` }),
    volumesChanged: (): void => void run(db, SET_VOLUMES_CHANGED),
    /** If reporters or volumes changed, adds the cases that now resolve to others. */
    addChangedReferences: (getResolver: () => VolumeResolver): void => {
      if (readValue(db, HAVE_VOLUMES_CHANGED) === undefined) return;
      const resolver = getResolver();
      const changed: number[] = [];
      for (const row of db.prepare<[], UnresolvedRow>(UNRESOLVED).iterate())
        if (isResolvedDifferently(row, resolver)) changed.push(row.id);
      for (const caseId of changed) run(db, ADD, { caseId });
      run(db, CLEAR_VOLUMES_CHANGED);
    },
    /** Rebuilds all outdated cases by `work`, some in each step. */
    refresh: (step: (work: () => void) => void, work: (ids: readonly number[]) => void): void => {
      const next = (): number[] => readValues(db, NEXT, { limit: STEP_CASES });
      for (let ids = next(); ids.length > 0; ids = next()) {
        step(() => {
          noteMoved(db, ids, () => work(ids));
          run(db, REMOVE, { caseId: ids.at(-1) ?? 0 });
        });
      }
    },
  };
}

function isResolvedDifferently(row: UnresolvedRow, resolver: VolumeResolver): boolean {
  const cites = JSON.parse(row.officialCites) as string[];
  const { reporterId, barcode } = resolver.resolve({
    ...row,
    reporterId: row.resolved & 1 ? null : row.reporterId,
    barcode: row.resolved & 2 ? null : row.barcode,
    citations: cites.map((cite) => ({ type: "official", cite })),
  });
  return reporterId !== row.reporterId || barcode !== row.barcode;
}
