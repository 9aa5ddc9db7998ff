/**
 * The indexes that the first import of a corpus writes at its end. Their values come in no order, so each transaction would
 * rewrite most pages of them. Without them SQLite sorts the cases: as correct, and slower.
 */
import type { Database } from "better-sqlite3";

/** Id, date rowid and the columns of the usual filters: a walk in the order of a name or number reads no rows (search/ordered-pages.ts). */
const FILTERED = "id, rank, day, jurisdiction_id, court_id, reporter_id";
/** For the orders by name, length, PageRank and `last_updated`, and for filters by the last three. */
const INDEXES = {
  court_case_name: `name_abbreviation, ${FILTERED}`,
  court_case_length: `word_count, ${FILTERED}`,
  court_case_pagerank: `pagerank_percentile, ${FILTERED}`,
  court_case_updated: "updated_instant, id",
} as const;

const HAS_CASES = "SELECT 1 FROM court_case LIMIT 1";

/** Drops the indexes of a corpus without cases. */
export function dropLateIndexes(db: Database): void {
  if (db.prepare(HAS_CASES).get() !== undefined) return;
  for (const name of Object.keys(INDEXES)) db.exec(`DROP INDEX IF EXISTS ${name}`);
}

/** Writes the missing ones: at the end of each run that was not stopped, so also for an earlier one that was. */
export function createLateIndexes(db: Database): void {
  for (const [name, columns] of Object.entries(INDEXES))
    db.exec(`CREATE INDEX IF NOT EXISTS ${name} ON court_case (${columns})`);
}
