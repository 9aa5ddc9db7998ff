/**
 * The index by name, which the first import of a corpus writes at its end. Names come in no order, so each transaction would
 * rewrite most pages of this index. Without it, pages by name are sorted by SQLite: as correct, and slower.
 */
import type { Database } from "better-sqlite3";

const HAS_CASES = "SELECT 1 FROM court_case LIMIT 1";
const DROP = "DROP INDEX IF EXISTS court_case_name";
const CREATE = "CREATE INDEX IF NOT EXISTS court_case_name ON court_case (name_abbreviation, id)";

/** Drops the index of a corpus without cases. */
export function dropLateIndex(db: Database): void {
  if (db.prepare(HAS_CASES).get() === undefined) db.exec(DROP);
}

/** Writes the index if it is missing: at the end of each run, so also for a run that was killed before. */
export function createLateIndex(db: Database): void {
  db.exec(CREATE);
}
