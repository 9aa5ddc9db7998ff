/**
 * What the first import of a corpus does at its end: it writes some indexes, and finishes a merge.
 *
 * The values of these indexes come in no order, so each transaction would rewrite most pages of them. Without them SQLite sorts the cases,
 * or reads their rows: as correct, and slower.
 */
import type { Database } from "better-sqlite3";

/** Id, date rowid and the columns of the usual filters: a walk in the order of a name or number reads no rows (search/ordered-pages.ts). */
const FILTERED = "id, rank, day, jurisdiction_id, court_id, reporter_id";
const INDEXES = {
  // finds the case of an index row, in date order, with what filters read of it
  court_case_rank: "rank, jurisdiction_id, court_id, reporter_id, word_count, pagerank_percentile",
  // orders by name, length, PageRank and `last_updated`, and filters by the last three
  court_case_name: `name_abbreviation, ${FILTERED}`,
  court_case_length: `word_count, ${FILTERED}`,
  court_case_pagerank: `pagerank_percentile, ${FILTERED}`,
  court_case_updated: "updated_instant, id",
} as const;

/** Finds the case of an index row until `court_case_rank` is there: fewer bytes, so fewer pages to rewrite. */
const CREATE_EARLY = "CREATE INDEX IF NOT EXISTS court_case_early_rank ON court_case (rank)";
const HAS_EARLY = "SELECT 1 FROM sqlite_schema WHERE name = 'court_case_early_rank'";
const DROP_EARLY = "DROP INDEX IF EXISTS court_case_early_rank";

const MERGE = "INSERT INTO case_words (case_words, rank) VALUES ('merge', :pages)";
const TOTAL_CHANGES = "SELECT total_changes()";
/** Pages of 4 KB that are written at a time: some 4 s, and 200 MB of the log (calculated). */
const MERGED_PAGES = 50_000n;

/** Threads of SQLite that help to sort: at the end of a run the import's own threads are idle. */
const SORTING_THREADS = 2;

/**
 * KB that each of these threads sorts in memory. Two indexes of 6.9 million cases, whose rows had no extras then: 11 s and 90 to 110 MB;
 * with four times as much equally long and 190 MB; in one thread with as much as that 18 s and 118 MB.
 */
const SORTED_KB = 8_192;

const HAS_CASES = "SELECT 1 FROM court_case LIMIT 1";

/** Drops the indexes of a corpus without cases. */
export function dropLateIndexes(db: Database): void {
  if (db.prepare(HAS_CASES).get() !== undefined) return;
  db.exec(CREATE_EARLY);
  for (const name of Object.keys(INDEXES)) db.exec(`DROP INDEX IF EXISTS ${name}`);
}

/** Writes the missing ones. */
export function createLateIndexes(db: Database): void {
  db.pragma(`threads = ${SORTING_THREADS}`);
  const cache = db.pragma("cache_size", { simple: true });
  db.pragma(`cache_size = -${SORTED_KB}`);
  for (const [name, columns] of Object.entries(INDEXES))
    db.exec(`CREATE INDEX IF NOT EXISTS ${name} ON court_case (${columns})`);
  db.pragma(`cache_size = ${cache}`);
}

/** Whether the first import of the corpus has not ended. */
export function hasEarlyIndex(db: Database): boolean {
  return db.prepare(HAS_EARLY).get() !== undefined;
}

/**
 * Continues the merge of segments that FTS5 has begun in the index of words. FTS5 begins another one only if a level then has as many
 * segments as it merges. Returns whether there was anything to do.
 *
 * FTS5 merges while rows are written, so a first import ends in the middle of a merge, and each look-up of a token reads the segments
 * that are being merged too. With 6.9 million cases, 18 segments became 10 in 1.6 s; after another import, which ended in the midst
 * of a larger merge, 13 became 5 in 48 s.
 */
export function continueMerge(db: Database): boolean {
  const changes = db.prepare<[], number>(TOTAL_CHANGES).pluck();
  const before = changes.get() ?? 0;
  db.prepare(MERGE).run({ pages: MERGED_PAGES });
  // FTS5, "The 'merge' Command"
  return (changes.get() ?? 0) - before >= 2;
}

/** Frees pages all over the file: what is written after it is scattered. */
export function dropEarlyIndex(db: Database): void {
  db.exec(DROP_EARLY);
}
