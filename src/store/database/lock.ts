/**
 * A lock that allows one run at a time. The system releases it when its process ends, even after a kill.
 *
 * It is SQLite's file lock on an empty file. So the lock of a killed run does not block, and a reused process id has no
 * effect. A second file says which command has the lock. Links under either name are not followed.
 */
import { closeSync, existsSync, lstatSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { CaselawError, systemCodeOf } from "../../domain/errors.ts";
import { makeFolder } from "../../files/folders.ts";
import { readHead, realCorpusPath, refuseSecondName } from "./corpus-file.ts";
import { HOLDER, holderFile, holderText, lockOf, readHolder } from "./lock-holder.ts";
import { asCorpusError, guarded } from "./open-database.ts";

/** An attempt fails if another run ends and removes the file between two steps. */
const MAX_TRIES = 10;

export class RunLock implements Disposable {
  /** The killed run that did not remove its lock; null if there was none. */
  readonly leftBy: string | null;
  readonly #path: string;
  readonly #db: Database.Database;
  /** Releases it also when the process ends early, unless SIGKILL ends it. */
  readonly #release = (): void => this[Symbol.dispose]();

  /**
   * @param path the file of the lock, created if missing and removed at the end
   * @param locked what is locked, for messages
   * @param holder the command that runs
   * @throws CaselawError `conflict` with the command that has the lock, `unavailable` if the file cannot be created, `invalid`
   *   if a file that is not a lock has its name
   */
  constructor(path: string, locked: string, holder: string) {
    this.#path = path;
    refuseForeignFile(path, locked);
    this.#db = acquire(path, locked);
    this.leftBy = existsSync(holderFile(path)) ? readHolder(path) : null;
    try {
      rmSync(holderFile(path), { force: true });
      writeFileSync(holderFile(path), holderText(holder), { flag: "wx" });
    } catch (error) {
      this.#db.close();
      throw asCorpusError(path, error);
    }
    process.once("exit", this.#release);
  }

  [Symbol.dispose](): void {
    if (!this.#db.open) return;
    process.off("exit", this.#release);
    rmSync(holderFile(this.#path), { force: true });
    const isRemoved = removeLock(this.#path);
    this.#db.close();
    if (!isRemoved) removeLock(this.#path);
  }
}

/** False where the system removes no open file (Windows): then no other run, which has it open too, can lose it either. */
function removeLock(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch (error) {
    if (!["EBUSY", "EPERM", "EACCES"].includes(systemCodeOf(error) ?? "")) throw error;
    return false;
  }
}

/**
 * Locks a corpus under its real name, so that all names of the corpus have one lock.
 *
 * @param path need not exist; its folder is created
 * @throws CaselawError as `RunLock`; `not_found` for a link to nothing, `unsupported` for a file with several names
 */
export function lockCorpus(path: string, holder: string): RunLock {
  return guarded(path, () => {
    makeFolder(dirname(path));
    const real = realCorpusPath(path);
    refuseSecondName(real);
    return new RunLock(lockOf(real), `corpus "${path}"`, holder);
  });
}

/** Both files of a lock are removed at the end, so no other file may have their names. */
function refuseForeignFile(path: string, locked: string): void {
  const isForeign = (file: string, begins: string): boolean => {
    if (!existsSync(file)) return false;
    const entry = lstatSync(file);
    if (!entry.isFile() || entry.size === 0) return false;
    return begins === "" || readHead(file, begins.length).toString() !== begins;
  };
  const foreign = isForeign(path, "") ? path : isForeign(holderFile(path), HOLDER) ? holderFile(path) : null;
  if (foreign === null) return;
  const message = `Cannot use ${locked}: "${foreign}" has the name of its lock and is not a lock; move that file away`;
  throw new CaselawError("invalid", message, { at: { file: foreign } });
}

function acquire(path: string, locked: string): Database.Database {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const db = tryAcquire(path, locked);
    if (db !== null) return db;
  }
  throw new CaselawError("conflict", `Cannot use ${locked}: another run is just ending`);
}

/** Null if the file was removed between opening and locking it: then other runs would not see the lock. */
function tryAcquire(path: string, locked: string): Database.Database | null {
  let db: Database.Database | null = null;
  try {
    makeFolder(dirname(path));
    const before = createFile(path);
    db = new Database(path, { timeout: 0 });
    db.exec("BEGIN EXCLUSIVE");
    if (before !== undefined && inodeOf(path) === before) return db;
    db.close();
    return null;
  } catch (error) {
    db?.close();
    if (/^SQLITE_(BUSY|LOCKED)/.test(systemCodeOf(error) ?? "")) {
      throw new CaselawError("conflict", `Cannot use ${locked}: locked by ${readHolder(path)}`, {
        hint: "Try again when it has ended.",
      });
    }
    throw asCorpusError(path, error, locked);
  }
}

/**
 * Creates the file if it does not exist, and returns its inode. An existing file is not opened, because closing it would release
 * a lock that this process has on it.
 */
function createFile(path: string): number | undefined {
  try {
    closeSync(openSync(path, "wx"));
  } catch (error) {
    if (systemCodeOf(error) !== "EEXIST") throw error;
  }
  return inodeOf(path);
}

function inodeOf(path: string): number | undefined {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined || entry.isFile()) return entry?.ino;
  const what = entry.isSymbolicLink() ? "a link" : "not a file";
  throw new CaselawError("unavailable", `Cannot lock "${path}": it is ${what}`);
}
