/**
 * Cases whose rows must be made anew because a record they refer to changed: a court was renamed, or a reporter that a
 * record only names can be told now. Kept in a table, so that a run that was stopped is finished by the next.
 */
import type { Database } from "better-sqlite3";
import type { VolumeResolver } from "../references/volume-resolver.ts";
import { filterToken } from "./index-row.ts";

const ADD_COURT = `
  INSERT OR IGNORE INTO stale_index (case_id)
  SELECT c.id
    FROM case_words AS w
    JOIN court_case AS c ON c.rank = w.rowid
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
const IS_DUE = "SELECT 1 FROM corpus WHERE key = 'volumes_changed'";
const SET_DUE = "INSERT OR REPLACE INTO corpus (key, value) VALUES ('volumes_changed', 1)";
const CLEAR_DUE = "DELETE FROM corpus WHERE key = 'volumes_changed'";
const ADD = "INSERT OR IGNORE INTO stale_index (case_id) VALUES (:caseId)";
const NEXT = "SELECT case_id FROM stale_index ORDER BY case_id LIMIT :limit";
const DONE = "DELETE FROM stale_index WHERE case_id <= :caseId";

interface UnresolvedRow {
  readonly id: number;
  readonly resolved: number;
  readonly reporterName: string | null;
  readonly volumeNumber: string | null;
  readonly reporterId: number | null;
  readonly barcode: string | null;
  readonly jurisdictionId: number | null;
  /** JSON array. */
  readonly officialCites: string;
}

export interface OutdatedIndex {
  addCourt(courtId: number): void;
  /** Notes that reporters or volumes changed. */
  volumesChanged(): void;
  /** If they did, adds the cases that the resolver now places elsewhere than they are. */
  addMisplaced(makeResolver: () => VolumeResolver): void;
  next(limit: number): number[];
  /** Forgets all up to and with this id. */
  done(caseId: number): void;
}

export function outdatedIndexOf(db: Database): OutdatedIndex {
  const addCourt = db.prepare(ADD_COURT);
  const unresolved = db.prepare<[], UnresolvedRow>(UNRESOLVED);
  const isDue = db.prepare(IS_DUE);
  const setDue = db.prepare(SET_DUE);
  const clearDue = db.prepare(CLEAR_DUE);
  const add = db.prepare(ADD);
  const next = db.prepare<{ limit: number }, number>(NEXT).pluck();
  const done = db.prepare(DONE);
  return {
    addCourt: (id) => void addCourt.run({ match: `"${filterToken("court", id)}"` }),
    volumesChanged: () => void setDue.run(),
    addMisplaced: (makeResolver) => {
      if (isDue.get() === undefined) return;
      const resolver = makeResolver();
      const misplaced: number[] = [];
      for (const row of unresolved.iterate()) if (isMisplaced(row, resolver)) misplaced.push(row.id);
      for (const caseId of misplaced) add.run({ caseId });
      clearDue.run();
    },
    next: (limit) => next.all({ limit }),
    done: (caseId) => void done.run({ caseId }),
  };
}

function isMisplaced(row: UnresolvedRow, resolver: VolumeResolver): boolean {
  const cites = JSON.parse(row.officialCites) as string[];
  const { reporterId, barcode } = resolver.resolve({
    volume: {
      reporterName: row.reporterName,
      volumeNumber: row.volumeNumber,
      reporterId: row.resolved & 1 ? null : row.reporterId,
      barcode: row.resolved & 2 ? null : row.barcode,
    },
    jurisdictionId: row.jurisdictionId,
    citations: cites.map((cite) => ({ type: "official", cite })),
  });
  return reporterId !== row.reporterId || barcode !== row.barcode;
}
