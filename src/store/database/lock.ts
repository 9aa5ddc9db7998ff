/**
 * One run at a time: a lock that the system lets go of when its holder dies, however it dies.
 *
 * It is SQLite's own file lock on an empty file, so a leftover of a killed run never blocks and a process id that lives
 * on as another program means nothing. Who holds it stands in a text beside it. A link under either name is not followed.
 */
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { CaselawError, systemCodeOf } from "../../domain/errors.ts";
import { realCorpusPath, refuseSecondName } from "./corpus-file.ts";
import { readHead } from "./file-head.ts";
import { asCorpusError, guarded } from "./open-database.ts";

/** Tries when the file is taken away by a holder that ends just now. */
const MAX_TRIES = 10;
const NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW;
/** How the text of a holder begins. */
const HOLDER = "caselaw ";

export class RunLock implements Disposable {
  /** Who left the lock behind without letting go of it; null when nobody did. */
  readonly leftBy: string | null;
  readonly #path: string;
  readonly #db: Database.Database;

  /**
   * @param path the lock's own file, made when absent and taken away at the end
   * @param held what is locked, for the message
   * @param holder the command that runs
   * @throws CaselawError `conflict` naming the holder, `unavailable` when the file cannot be made, `invalid` when a file
   *   that is not a lock has its name
   */
  constructor(path: string, locked: string, holder: string) {
    this.#path = path;
    refuseForeignFile(path, locked);
    this.#db = acquire(path, locked);
    this.leftBy = existsSync(holderFile(path)) ? readHolder(path) : null;
    const text = `${HOLDER}${holder}, process ${process.pid}, since ${new Date().toISOString()}`;
    try {
      rmSync(holderFile(path), { force: true });
      writeFileSync(holderFile(path), text, { flag: "wx" });
    } catch (error) {
      this.#db.close();
      throw asCorpusError(path, error);
    }
  }

  [Symbol.dispose](): void {
    rmSync(holderFile(this.#path), { force: true });
    rmSync(this.#path, { force: true });
    this.#db.close();
  }
}

/**
 * Locks a corpus under its real name, so that it is one lock for every name of it.
 *
 * @param path made or not; its folder is made
 * @throws CaselawError as `RunLock`; `not_found` for a link to nothing, `unsupported` for a file with several names
 */
export function lockCorpus(path: string, holder: string): RunLock {
  return guarded(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    const real = realCorpusPath(path);
    refuseSecondName(real);
    return new RunLock(`${real}.lock`, `corpus "${path}"`, holder);
  });
}

/** A lock is an empty file, with a text beside it. Both are removed at the end, so no other file may have their names. */
function refuseForeignFile(path: string, locked: string): void {
  const isForeign = (file: string, begins: string): boolean => {
    if (!existsSync(file)) return false;
    const found = lstatSync(file);
    if (!found.isFile() || found.size === 0) return false;
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

/** Null when the file was taken away between opening and locking it: then the lock is on a file that nobody sees. */
function tryAcquire(path: string, locked: string): Database.Database | null {
  let db: Database.Database | null = null;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const before = makeFile(path);
    db = new Database(path, { timeout: 0 });
    db.exec("BEGIN EXCLUSIVE");
    if (before !== undefined && inodeOf(path) === before) return db;
    db.close();
    return null;
  } catch (error) {
    db?.close();
    if (/^SQLITE_(BUSY|LOCKED)/.test(systemCodeOf(error) ?? "")) {
      throw new CaselawError("conflict", `Cannot use ${locked}: held by ${readHolder(path)}`, {
        hint: "Try again when it has ended.",
      });
    }
    throw asCorpusError(path, error);
  }
}

/**
 * Makes the file unless it is there; comes to its inode. A file that is there is not opened: closing it again would let go of
 * a lock that this process has on it.
 */
function makeFile(path: string): number | undefined {
  try {
    closeSync(openSync(path, "wx"));
  } catch (error) {
    if (systemCodeOf(error) !== "EEXIST") throw error;
  }
  return inodeOf(path);
}

/** @throws CaselawError `unavailable` for what is no file */
function inodeOf(path: string): number | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return found?.ino;
  const what = found.isSymbolicLink() ? "a link" : "no file";
  throw new CaselawError("unavailable", `Cannot lock "${path}": it is ${what}`);
}

function holderFile(path: string): string {
  return `${path}.holder`;
}

function readHolder(path: string): string {
  try {
    return readFileSync(holderFile(path), { encoding: "utf8", flag: NO_LINK })
      .replace(/\s+/g, " ")
      .slice(0, 200);
  } catch {
    return "another run";
  }
}
