/** How many decisions of each court the corpus has, and up to when. */
import type { Database } from "better-sqlite3";
import { CLUSTER_IDS } from "../../domain/case-id.ts";
import type { CourtTotal, DayTotal } from "../../domain/ledger.ts";
import { readObjects } from "../database/statement-cache.ts";
import { quoted } from "../words/compile-search.ts";
import { filterToken } from "../write/index-row.ts";

const COUNTS = "count(*) AS cases, total(c.id > :clusterIds) AS listenerOnly";
/** Cases that are left out. */
const SEEN = "c.id NOT IN (SELECT value FROM json_each(:without))";

/** An index that covers the orders of pages answers this without the rows. */
export const COURT_TOTALS = `
  SELECT c.court_id AS courtId, ${COUNTS}, max(c.day) FILTER (WHERE c.day <= :until) AS lastDay
    FROM court_case AS c
   WHERE c.court_id IS NOT NULL AND ${SEEN}
   GROUP BY c.court_id
`;
export const COURT_DAYS = `
  SELECT c.day, ${COUNTS}
    FROM case_words
   CROSS JOIN court_case AS c ON c.date_rowid = case_words.rowid
   WHERE case_words MATCH :token AND c.day IS NOT NULL AND ${SEEN}
   GROUP BY c.day
`;

/** By court id. @param until days after it are not the last one, because they are misprints */
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
