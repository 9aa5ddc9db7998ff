/** Reads the numbers of a corpus: what it holds, how large it is, what its runs did. */
import { statSync } from "node:fs";
import type { Database } from "better-sqlite3";
import { LAST_CHANGE } from "../ledger/changes.ts";
import type { LoggedRun } from "../ledger/runs.ts";
import { runsOf } from "../ledger/runs.ts";
import { type CaseTotals, countByToken, countCases, countVolumes, type VolumeCount } from "./stats-counts.ts";
import { readSizes, type Sizes } from "./stats-sizes.ts";

export interface Stats extends CaseTotals {
  readonly byJurisdiction: ReadonlyMap<number, number>;
  readonly byReporter: ReadonlyMap<number, number>;
  /** Null when not asked for. */
  readonly byVolume: readonly VolumeCount[] | null;
  /** Records rejected of each unit's last import, together. */
  readonly rejects: number;
  readonly sizes: Sizes;
  /** Of the last change; 0 when there was none. */
  readonly changeNumber: number;
  /** The newest first. */
  readonly runs: readonly LoggedRun[];
}

export interface StatsQuery {
  readonly jurisdictionIds: readonly number[];
  readonly reporterIds: readonly number[];
  readonly volumes: "counted" | "left out";
}

/** Runs told: some nights' worth. */
const LAST_RUNS = 10;

/** SQLite takes the bare column from the row that has the maximum. */
const REJECTS = `
  SELECT coalesce(sum(rejected), 0)
    FROM (SELECT rejected, max(id) FROM import_log GROUP BY unit_id)
`;

export function readStats(db: Database, path: string, query: StatsQuery): Stats {
  return {
    ...countCases(db),
    byJurisdiction: countByToken(db, "jurisdiction", query.jurisdictionIds),
    byReporter: countByToken(db, "reporter", query.reporterIds),
    byVolume: query.volumes === "counted" ? countVolumes(db) : null,
    rejects: numberOf(db, REJECTS),
    sizes: readSizes(db, statSync(path).size),
    changeNumber: numberOf(db, LAST_CHANGE),
    runs: runsOf(db).last(LAST_RUNS),
  };
}

function numberOf(db: Database, sql: string): number {
  return db.prepare<[], number>(sql).pluck().get() ?? 0;
}
