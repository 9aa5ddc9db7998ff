/** Opens read-only connections, for accounts that may write the file and for those that may not. */
import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { CaselawError, systemCodeOf } from "../../domain/errors.ts";
import { realCorpusPath } from "./corpus-file.ts";
import { openImmutable, pendingLog } from "./immutable-database.ts";

/** How long a connection waits for another program's lock. */
export const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a connection for queries only. The file is opened for writing where that is allowed, because only then does SQLite
 * remove the write-ahead log when the last connection closes.
 *
 * @param path an existing corpus
 * @throws CaselawError `unavailable` with a hint if its log cannot be read; the driver's error
 */
export function openReadable(path: string): Database.Database {
  const real = realCorpusPath(path);
  if (!isWritable(real) || !isWritable(dirname(real))) return openUnwritable(path, real);
  const db = new Database(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  return closeOnError(db, () => {
    db.pragma("query_only = ON");
    return db;
  });
}

/**
 * While a writer runs, opens the corpus with the driver. Otherwise opens it as immutable, without SQLite's other files: they
 * cannot be created here, or they would belong to this account and lock the writer's account out.
 */
function openUnwritable(path: string, real: string): Database.Database {
  if (!["-wal", "-shm", "-journal"].some((end) => existsSync(real + end))) return openImmutable(path);
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    return closeOnError(db, () => {
      db.pragma("schema_version");
      return db;
    });
  } catch (error) {
    if (!/^SQLITE_(?:CANTOPEN|READONLY)/.test(systemCodeOf(error) ?? "")) throw error;
    const log = pendingLog(real);
    if (log === null) return openImmutable(path);
    const found = `its log "${log}" has changes that cannot be read without writing`;
    throw new CaselawError("unavailable", `Cannot open corpus "${path}": ${found}`, {
      hint: "Run `caselaw stats` on it once as a user who may write there, or copy it with its log to a writable folder.",
    });
  }
}

/** Runs `work`. Closes the connection if it throws. */
export function closeOnError<T>(db: Database.Database, work: () => T): T {
  try {
    return work();
  } catch (error) {
    db.close();
    throw error;
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
