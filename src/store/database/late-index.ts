/**
 * The indexes that the first import of a corpus writes at its end. Their values come in no order, so each transaction would
 * rewrite most pages of them. Without them SQLite sorts the cases: as correct, and slower.
 */
import type { Database } from "better-sqlite3";

/**
 * For `ordering=name_abbreviation`; orders and filters by the length and by PageRank. The first one has the columns of the usual
 * filters too, so that a walk in the order of names reads no rows (search/ordered-pages.ts).
 */
const INDEXES = {
  court_case_name: "name_abbreviation, id, rank, day, jurisdiction_id, court_id, reporter_id",
  court_case_length: "word_count, id",
  court_case_pagerank: "pagerank_percentile, id",
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
