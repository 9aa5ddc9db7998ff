/** How a corpus lies in its file: indexes that the first import writes at its end (schema.ts), merges of segments, free pages. */
import type { Database } from "better-sqlite3";
import { LATE_INDEXES } from "./schema.ts";
import { readValue, run } from "./statement-cache.ts";

const HAS_CASES = "SELECT 1 FROM court_case LIMIT 1";
const HAS_EARLY = "SELECT 1 FROM sqlite_schema WHERE name = 'court_case_early'";
const DROP_EARLY = "DROP INDEX IF EXISTS court_case_early";

/** Pages of 4 KB that the end of a first import merges at a time: some 4 s, and 200 MB of the log (calculated). */
const MERGED_PAGES = 50_000;

/** Threads of SQLite that help to sort: at the end of a run the import's own threads are idle. */
const SORTING_THREADS = 2;

/** KB that each of these threads sorts in memory. With four times as much, indexes of 6.9 million cases took as long, and 90 MB more. */
const SORTED_KB = 8_192;

/** Whether the corpus has cases, and its first import has not ended. */
export function isInFirstImport(db: Database): boolean {
  return readValue(db, HAS_EARLY) !== undefined && readValue(db, HAS_CASES) !== undefined;
}

/** Writes those of `LATE_INDEXES` that are missing. */
export function createLateIndexes(db: Database): void {
  db.pragma(`threads = ${SORTING_THREADS}`);
  const cache = db.pragma("cache_size", { simple: true });
  db.pragma(`cache_size = -${SORTED_KB}`);
  for (const [name, columns] of Object.entries(LATE_INDEXES))
    db.exec(`CREATE INDEX IF NOT EXISTS ${name} ON court_case (${columns})`);
  db.pragma(`cache_size = ${cache}`);
}

/**
 * Continues the merge of segments that FTS5 has begun in the index of words. FTS5 begins another merge only if a level then has as
 * many segments as it merges. Returns whether there was anything to do.
 *
 * FTS5 merges while rows are written, so a first import ends in the middle of a merge, and each look-up of a token reads the segments
 * that are being merged too. With 6.9 million cases, 18 segments became 10 in 1.6 s.
 */
export function continueMerge(db: Database): boolean {
  return mergeSegments(db, "case_words", MERGED_PAGES);
}

/**
 * A step of a merge of segments (FTS5, "The 'merge' Command"). Returns whether there was anything to do.
 *
 * @param pages written at most; a negative number begins a merge of all segments into one
 */
export function mergeSegments(db: Database, index: "case_words" | "name_trigrams", pages: number): boolean {
  const changes = (): number => readValue<number>(db, "SELECT total_changes()") ?? 0;
  const before = changes();
  run(db, `INSERT INTO ${index} (${index}, rank) VALUES ('merge', :pages)`, { pages: BigInt(pages) });
  return changes() - before >= 2;
}

/** Frees pages all over the file: what is written after it is scattered. */
export function dropEarlyIndex(db: Database): void {
  db.exec(DROP_EARLY);
}

/** Pages freed in one transaction: 32 MiB. */
const STEP_PAGES = 1_024;
/** Value of `PRAGMA auto_vacuum` in which pages can be freed a few at a time. */
const INCREMENTAL = 2;

/** Share of the file that may stay free after an import; the next import reuses it. Freeing 600 MB of a corpus of 20 GB takes 3 s. */
export const SPARE_SHARE = 0.01;

/**
 * Returns free pages of a corpus to the file system. FTS5 frees the old pages of a merged segment only after it has written the
 * new ones: after 10,000 cases a sixth of the file was free. Yields after each step, which is one transaction.
 *
 * @param spare share of the file that may stay free
 */
export function* incrementalVacuumSteps(db: Database, spare: number): Generator<null> {
  if (read(db, "auto_vacuum") !== INCREMENTAL) return;
  for (let free = read(db, "freelist_count"); free > spare * read(db, "page_count"); ) {
    db.pragma(`incremental_vacuum(${STEP_PAGES})`);
    yield null;
    const left = read(db, "freelist_count");
    // while another connection writes, a step can free nothing
    if (left >= free) return;
    free = left;
  }
}

function read(db: Database, pragma: "auto_vacuum" | "freelist_count" | "page_count"): number {
  return Number(db.pragma(pragma, { simple: true }));
}
