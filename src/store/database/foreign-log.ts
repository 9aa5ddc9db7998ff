/**
 * Detects a write-ahead log that belongs to another corpus than the file next to it (docs/faults.md, "F2"). SQLite reads both
 * without an error and shows a mixture.
 *
 * Every transaction rewrites the row 'state', which begins with the corpus id. This module reads the row once as usual, through
 * the log, and once from the file alone. Two different ids mean two corpora, and so does a file that can be read only without the log: its
 * tables are on other pages than those of the log.
 */
import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { CaselawError, systemCodeOf } from "../../domain/errors.ts";
import { corpusExists, realCorpusPath } from "./corpus-file.ts";
import { corpusIdOf, STATE } from "./corpus-state.ts";
import { openFileAlone } from "./immutable-database.ts";

/**
 * The problem of the log of a corpus, in one line; null if no problem is known. Call this before the corpus is opened otherwise, because
 * closing the corpus can checkpoint the log.
 */
export function logProblem(path: string): string | null {
  if (!corpusExists(path) || sizeOf(path) === 0) return null;
  const real = realCorpusPath(path);
  const log = `${real}-wal`;
  if (sizeOf(log) === 0) return null;
  const alone = idIn(() => openFileAlone(real));
  // a read-only connection does not checkpoint the log when it closes
  const together = idIn(() => new Database(path, { readonly: true, fileMustExist: true }));
  // what cannot be read even without the log is reported by other checks
  const isForeign = alone !== "damaged" && alone !== null && together !== null && together !== alone;
  return isForeign ? `the log "${log}" belongs to another corpus than "${path}"` : null;
}

/**
 * Call this before a command opens a corpus.
 *
 * @throws CaselawError `corrupt` if the log belongs to another corpus
 */
export function refuseForeignLog(path: string): void {
  const problem = logProblem(path);
  if (problem === null) return;
  throw new CaselawError("corrupt", `Cannot use corpus "${path}": ${problem}`, {
    hint: "Move the log to the corpus that it belongs to, or away, and try again.",
  });
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

interface Connection {
  prepare(sql: string): { get(): unknown };
  close(): void;
}

/** The id of the corpus; null if it cannot be read. */
function idIn(open: () => Connection): string | "damaged" | null {
  let db: Connection | null = null;
  try {
    db = open();
    const row = db.prepare(STATE).get();
    const isRow = typeof row === "object" && row !== null && "state" in row && typeof row.state === "string";
    return isRow ? corpusIdOf(String(row.state)) : null;
  } catch (error) {
    return systemCodeOf(error) === "SQLITE_CORRUPT" ? "damaged" : null;
  } finally {
    db?.close();
  }
}
