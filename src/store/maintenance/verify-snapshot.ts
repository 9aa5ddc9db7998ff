/** The checks of a corpus on one snapshot, even during an import. They change nothing. */
import type { Database } from "better-sqlite3";
import type { Share } from "../../domain/share.ts";
import { beginSnapshot } from "../database/corpus-state.ts";
import { asCorpusError, openForReading } from "../database/open-database.ts";
import { readObjects, readValue, readValues } from "../database/statement-cache.ts";
import type { NotedDownload } from "../ledger/ledger.ts";
import { type CaseChecks, type CheckedCases, checkCases } from "./check-cases.ts";
import { makeVocabularies, readTokenSums, tokenLookup } from "./check-index.ts";
import type { Finding } from "./check-problem.ts";

/** Of a corpus with more than `completeUpTo` cases, `sampleCases` are compared: reading its complete index takes longer. */
export interface Sample {
  readonly sampleCases: number;
  readonly completeUpTo: number;
}

const COUNT = "SELECT count(*) FROM court_case";
const SHARE = `
  SELECT id
    FROM court_case
   WHERE id > :after AND id % :of = :part - 1
   ORDER BY id
   LIMIT :size
`;
/** Ids read at a time, because other statements run while they are checked. */
const CHUNK_IDS = 4_000;
/** Spread evenly over all cases by date. */
const SAMPLE = `
  SELECT id
    FROM (SELECT id, row_number() OVER (ORDER BY date_rowid) - 1 AS place FROM court_case)
   WHERE place % :step = 0
   ORDER BY id
`;
const WAITING = "SELECT count(*) FROM index_outdated";
const DOWNLOADS = `
  SELECT source, unit, path, bytes, sha256,
         EXISTS (SELECT 1 FROM import_log AS l WHERE l.sha256 = download.sha256 AND l.complete = 1) AS imported
    FROM download
   ORDER BY path
`;

/** A download, and whether it was imported, because the file of an imported download may have been pruned. */
export type CheckedDownload = Pick<NotedDownload, "source" | "unit" | "path" | "bytes" | "sha256"> & {
  readonly imported: number;
};

/** A connection that reads one state, for the checks. Close it. @throws CaselawError as `openForReading` */
export function openSnapshot(path: string): Database {
  const db = openForReading(path);
  try {
    makeVocabularies(db);
    beginSnapshot(db);
    return db;
  } catch (error) {
    db.close();
    throw asCorpusError(path, error);
  }
}

/**
 * Runs the checks "index words" and "bodies". The cases of a sample are looked up in the index; else the index is read completely.
 *
 * @param share of the cases, by the remainder of the id, so that a case stays in its share after further imports; null: all cases, or a
 *   sample of a large corpus
 * @returns also how many cases there are, and of how many the next import will rebuild the index rows
 */
export function* checkChosen(
  db: Database,
  checks: CaseChecks,
  share: Share | null,
  { sampleCases, completeUpTo }: Sample,
): Generator<Finding, CheckedCases & { readonly count: number; readonly waiting: number }> {
  const count = readValue<number>(db, COUNT) ?? 0;
  const waiting = readValue<number>(db, WAITING) ?? 0;
  const isSample = share === null && checks.depth === "sample" && count > completeUpTo;
  const hasTokens = isSample ? tokenLookup(db) : yield* readTokenSums(db);
  const step = Math.max(1, Math.ceil(count / sampleCases));
  const ids = isSample
    ? readValues<number>(db, SAMPLE, { step })
    : idsOfShare(db, share ?? { part: 1, of: 1 });
  return { count, waiting, ...(yield* checkCases(db, ids, hasTokens, checks)) };
}

function* idsOfShare(db: Database, share: Share): Generator<number> {
  let ids: number[] = [];
  do {
    const after = ids.at(-1) ?? Number.MIN_SAFE_INTEGER;
    ids = readValues(db, SHARE, { ...share, after, size: CHUNK_IDS });
    yield* ids;
  } while (ids.length === CHUNK_IDS);
}

export function* readDownloads(db: Database): Generator<Finding, CheckedDownload[]> {
  yield null;
  return readObjects(db, DOWNLOADS);
}
