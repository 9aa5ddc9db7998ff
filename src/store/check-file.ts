/**
 * Looks for a write-ahead log that belongs to another corpus than the file beside it (faults, F2): SQLite reads the two
 * together without complaint and shows a mixture.
 *
 * Every transaction rewrites the row 'state', which begins with the corpus's id. So the row is read once as usual,
 * through the log, and once through a second name of the file, which has no log: two ids are two corpora.
 */
import { constants, copyFileSync, linkSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type Finding, problem } from "./check-problem.ts";
import { corpusExists, realCorpusPath } from "./corpus-file.ts";

const STATE = "SELECT value FROM corpus WHERE key = 'state'";
/** A UUID; what follows it is another in each transaction. */
const ID_LENGTH = 36;

/** A larger corpus is not copied where it cannot be linked; whoever cannot link in its folder could not write a log either. */
const MAX_COPY_BYTES = 2 ** 30;

/** The check "file". To be made before the corpus is opened for anything else: closing it may write the log into it. */
export function* checkLog(path: string): Generator<Finding> {
  if (!corpusExists(path)) return;
  const real = realCorpusPath(path);
  const log = `${real}-wal`;
  if (sizeOf(log) === 0 || sizeOf(real) === 0) return;
  using second = secondName(real);
  if (second === null) {
    yield problem(
      "file",
      `whether the log "${log}" belongs to the corpus cannot be told: no link can be made in its folder`,
    );
    return;
  }
  const [alone, together] = [readState(second.path), readState(real)];
  if (alone === null || together === null) return;
  // an id alone is that of a corpus that was only just made
  if (Math.min(alone.length, together.length) <= ID_LENGTH) return;
  if (alone.slice(0, ID_LENGTH) === together.slice(0, ID_LENGTH)) return;
  yield problem("file", `the log "${log}" belongs to another corpus than "${path}"`);
}

/** Another name of the same file, or of a copy of it; null when neither can be had. */
function secondName(path: string): (Disposable & { readonly path: string }) | null {
  const beside = `${path}.verify-${process.pid}`;
  try {
    linkSync(path, beside);
    const ends = ["", "-wal", "-shm"];
    return {
      path: beside,
      [Symbol.dispose]: () => {
        for (const end of ends) rmSync(`${beside}${end}`, { force: true });
      },
    };
  } catch {
    if (sizeOf(path) > MAX_COPY_BYTES) return null;
    const folder = mkdtempSync(join(tmpdir(), "caselaw-verify-"));
    const copy = join(folder, "corpus.db");
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    return { path: copy, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Null when it cannot be read: then the other checks say why. */
function readState(path: string): string | null {
  let db: Database.Database | null = null;
  try {
    // read-only: such a connection leaves the log where it is when it closes
    db = new Database(path, { readonly: true, fileMustExist: true });
    return db.prepare<[], string>(STATE).pluck().get() ?? null;
  } catch {
    return null;
  } finally {
    db?.close();
  }
}
