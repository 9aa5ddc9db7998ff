/**
 * Detects a write-ahead log that belongs to another corpus than the file next to it (docs/faults.md, "F2"). SQLite reads both
 * without an error and shows a mixture.
 *
 * Every transaction rewrites the row 'state', which begins with the corpus id. This module reads the row once as usual, through
 * the log, and once under a second name of the file, which has no log. Two different ids mean two corpora, and so does a file that can
 * be read only without the log: its tables are on other pages than those of the log.
 */
import { constants, copyFileSync, linkSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { CaselawError, systemCodeOf } from "../../domain/errors.ts";
import type { CorpusState } from "../../domain/ledger.ts";
import { lossOf, readCommitNote } from "./commit-note.ts";
import { corpusExists, realCorpusPath } from "./corpus-file.ts";
import { commitIn, readState } from "./corpus-state.ts";

/** If no hard link can be created, a corpus up to this size is copied. */
const MAX_COPY_BYTES = 2 ** 30;

/** A second name of the corpus file, or a copy of it. */
type SecondName = Disposable & { readonly path: string };

/**
 * What is wrong with the log of a corpus, a line each. Call this before the corpus is opened otherwise, because closing it can
 * fold the log into it.
 */
export function* logProblems(path: string): Generator<string> {
  const log = logOf(path);
  if (log === null) return;
  const note = readCommitNote(path);
  using second = linkOf(path) ?? copyOf(path);
  if (second === null) {
    yield `cannot check whether the log "${log}" belongs to the corpus: no hard link can be created in its folder`;
    return;
  }
  const alone = stateAt(second.path);
  if (!isForeign(alone, stateAt(path))) return;
  yield foreignLine(path, log);
  const loss = isState(alone) ? lossOf(path, note, alone) : null;
  if (loss !== null) yield loss;
}

/**
 * Call this before a command opens a corpus, because closing it would fold the foreign log into the file. If no hard link can be
 * created, the corpus cannot be written either, and nothing is checked.
 *
 * @throws CaselawError `corrupt` if the log belongs to another corpus
 */
export function refuseForeignLog(path: string): void {
  const log = logOf(path);
  if (log === null) return;
  using second = linkOf(path);
  if (second === null || !isForeign(stateAt(second.path), stateAt(path))) return;
  throw new CaselawError("corrupt", `Cannot use corpus "${path}": ${foreignLine(path, log)}`, {
    hint: `Move "${log}" to the corpus that it belongs to, or away, and try again.`,
  });
}

/** Describes the committed transactions that a corpus lacks, in one line; null if none are known to be missing. */
export function findLoss(path: string): string | null {
  const note = readCommitNote(path);
  const now = note === null ? null : stateAt(path);
  return isState(now) ? lossOf(path, note, now) : null;
}

/** The log of a corpus; null if the log is missing or empty, or the corpus does not exist. */
function logOf(path: string): string | null {
  if (!corpusExists(path) || sizeOf(path) === 0) return null;
  const log = `${realCorpusPath(path)}-wal`;
  return sizeOf(log) === 0 ? null : log;
}

function foreignLine(path: string, log: string): string {
  return `the log "${log}" belongs to another corpus than "${path}"`;
}

function isForeign(alone: FoundState, together: FoundState): boolean {
  if (!isState(alone)) return false;
  if (!isState(together)) return together === "damaged";
  const [one, other] = [commitIn(alone.state), commitIn(together.state)];
  // a state with the corpus id only is that of a new corpus
  const isNew = [alone, together].some(({ state }) => state === commitIn(state).corpus);
  return !isNew && one.corpus !== other.corpus;
}

function linkOf(path: string): SecondName | null {
  const link = `${realpathSync(path)}.verify-${crypto.randomUUID().slice(0, 8)}`;
  try {
    linkSync(realpathSync(path), link);
  } catch {
    return null;
  }
  return {
    path: link,
    [Symbol.dispose]: () => {
      for (const end of ["", "-wal", "-shm"]) rmSync(`${link}${end}`, { force: true });
    },
  };
}

function copyOf(path: string): SecondName | null {
  if (sizeOf(path) > MAX_COPY_BYTES) return null;
  const folder = mkdtempSync(join(tmpdir(), "caselaw-verify-"));
  const copy = join(folder, "corpus.db");
  copyFileSync(path, copy, constants.COPYFILE_FICLONE);
  return { path: copy, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The state row; null if it cannot be read, which other checks report. */
type FoundState = CorpusState | "damaged" | null;

function isState(found: FoundState): found is CorpusState {
  return found !== null && found !== "damaged";
}

function stateAt(path: string): FoundState {
  let db: Database.Database | null = null;
  try {
    // a read-only connection does not fold the log when it closes
    db = new Database(path, { readonly: true, fileMustExist: true });
    return readState(db);
  } catch (error) {
    return systemCodeOf(error) === "SQLITE_CORRUPT" ? "damaged" : null;
  } finally {
    db?.close();
  }
}
