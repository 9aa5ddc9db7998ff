/** Reads the statistics of a corpus: counts, sizes and last runs; for each court, its number of decisions and its last day. */

import { statSync } from "node:fs";
import type { Database } from "better-sqlite3";
import { CLUSTER_IDS } from "../../domain/case-id.ts";
import type {
  CaseTotals,
  CourtTotal,
  CurrentRun,
  DayTotal,
  Sizes,
  Stats,
  VolumeCount,
} from "../../domain/ledger.ts";
import { runningHolder } from "../database/lock-holder.ts";
import { readObject, readObjects, readValue } from "../database/statement-cache.ts";
import { LAST_CHANGE } from "../ledger/changes.ts";
import { lastRuns } from "../ledger/units.ts";
import { countStoredFacet } from "../search/count-matches.ts";
import { quoted } from "../words/compile-search.ts";
import { ANY } from "../write/case-counts.ts";
import { filterToken } from "../write/index-row.ts";

export interface StatsQuery {
  readonly jurisdictionIds: readonly number[];
  readonly reporterIds: readonly number[];
  readonly volumes: "counted" | "left out";
}

const LAST_RUNS = 10;

/** With max(), SQLite takes the bare column `rejected` from the row that has the maximum. */
const REJECTS = `
  SELECT coalesce(sum(rejected), 0)
    FROM (SELECT rejected, max(id) FROM import_log GROUP BY unit_id)
`;

export function readStats(db: Database, path: string, query: StatsQuery): Stats {
  return {
    ...countCases(db),
    byJurisdiction: countsOf(db, "jurisdiction", query.jurisdictionIds),
    byReporter: countsOf(db, "reporter", query.reporterIds),
    byVolume: query.volumes === "counted" ? readObjects<VolumeCount>(db, VOLUMES) : null,
    rejects: readValue(db, REJECTS) ?? 0,
    sizes: readSizes(db, statSync(path).size),
    changeNumber: readValue(db, LAST_CHANGE) ?? 0,
    runs: lastRuns(db, LAST_RUNS),
  };
}

/** The run table alone does not say whether a run was killed. */
export function readCurrentRun(db: Database, path: string): CurrentRun | null {
  const [last] = lastRuns(db, 1);
  if (last === undefined || last.finishedAt !== null || runningHolder(path) === null) return null;
  return { command: last.command, startedAt: last.startedAt };
}

/** Larger files are not measured, because this reads every page: some seconds for each GiB on disk. */
const MAX_MEASURED_BYTES = 4 * 2 ** 30;

const BY_TABLE = `
  SELECT total(pgsize) FILTER (WHERE name GLOB 'case_words*' OR name GLOB 'name_trigrams*' OR name GLOB '*name_word*') AS "index",
         total(pgsize) FILTER (WHERE name GLOB '*case_body*') AS bodies
    FROM dbstat
   WHERE aggregate = TRUE
`;

/** @param file size of the file in bytes */
function readSizes(db: Database, file: number): Sizes {
  const pragma = (name: string): number => Number(db.pragma(name, { simple: true }));
  const free = pragma("freelist_count") * pragma("page_size");
  return { file, free, ...(file > MAX_MEASURED_BYTES ? UNMEASURED : measure(db)) };
}

const UNMEASURED = { index: null, bodies: null } as const;

/** `dbstat` is not in every build of SQLite. */
const HAS_DBSTAT = "SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'";

function measure(db: Database): Pick<Sizes, "index" | "bodies"> {
  const isThere = readValue(db, HAS_DBSTAT) === 1;
  return (isThere ? readObject<{ index: number; bodies: number }>(db, BY_TABLE) : undefined) ?? UNMEASURED;
}

export function countsOf(
  db: Database,
  facet: "jurisdiction" | "reporter",
  ids: readonly number[],
): ReadonlyMap<number, number> {
  const all = countStoredFacet(db, facet);
  const counts = new Map(all.map(({ value, count }) => [value, count]));
  return new Map(ids.map((id) => [id, counts.get(id) ?? 0]));
}

/** A partial index answers this (`court_case_odd`). */
export const ODD_CASES = `
  SELECT total(body_chars = 0) AS emptyBodies, total(body_chars IS NULL) AS withoutBody,
         total(hash_differs) AS hashDifferences
    FROM court_case
   WHERE body_chars IS NULL OR body_chars = 0 OR hash_differs = 1
`;
const COUNTED = `
  SELECT total(cases) AS cases, total(iif(year = '', cases, 0)) AS undated
    FROM case_count
   WHERE court_id = '${ANY}' AND reporter_id = '${ANY}'
`;
/** The primary key of the bodies answers this. */
export const FORMS = `
  SELECT total(form = 'xml') AS xml, total(form = 'html') AS html, total(form = 'text') AS text
    FROM case_body
`;

function countCases(db: Database): CaseTotals {
  const counts = [COUNTED, ODD_CASES, FORMS].map((sql) => readObject<Partial<CaseTotals>>(db, sql));
  return Object.assign({ ...NO_CASES }, ...counts);
}

const NO_CASES: CaseTotals = {
  ...{ cases: 0, emptyBodies: 0, withoutBody: 0, undated: 0, hashDifferences: 0 },
  ...{ xml: 0, html: 0, text: 0 },
};

/** Number of cases of each volume with cases, by barcode. Sorts all cases, so only on request. */
const VOLUMES = `
  SELECT volume_barcode AS barcode, count(*) AS cases
    FROM court_case
   WHERE volume_barcode IS NOT NULL
   GROUP BY volume_barcode
   ORDER BY volume_barcode
`;

const DECISIONS = "count(*) AS cases, total(c.id > :clusterIds) AS listenerOnly";
/** Cases that are left out. */
const SEEN = "c.id NOT IN (SELECT value FROM json_each(:without))";

/** An index that covers the orders of pages answers this without the rows. */
export const COURT_TOTALS = `
  SELECT c.court_id AS courtId, ${DECISIONS}, max(c.day) FILTER (WHERE c.day <= :until) AS lastDay
    FROM court_case AS c
   WHERE c.court_id IS NOT NULL AND ${SEEN}
   GROUP BY c.court_id
`;
export const COURT_DAYS = `
  SELECT c.day, ${DECISIONS}
    FROM case_words
   CROSS JOIN court_case AS c ON c.date_rowid = case_words.rowid
   WHERE case_words MATCH :token AND c.day IS NOT NULL AND ${SEEN}
   GROUP BY c.day
`;

/** By court id. @param until later days are misprints, so they do not count as the last day */
export function readCourtTotals(db: Database, until: number, without: readonly number[]): CourtTotal[] {
  const parameters = { clusterIds: CLUSTER_IDS, until, without: JSON.stringify(without) };
  return readObjects<CourtTotal>(db, COURT_TOTALS, parameters);
}

/** By day. */
export function readCourtDays(db: Database, courtId: number, without: readonly number[]): DayTotal[] {
  const token = quoted(filterToken("court", courtId));
  const parameters = { clusterIds: CLUSTER_IDS, token, without: JSON.stringify(without) };
  return readObjects<DayTotal>(db, COURT_DAYS, parameters);
}
