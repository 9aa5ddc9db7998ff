/**
 * Opens a corpus: one function for readers, one for the writer, with different pragmas.
 *
 * A reader changes nothing and needs no write permission. A writer creates a missing corpus.
 */
import { accessSync, constants, existsSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { CaselawError, type ErrorCode, messageOf, systemCodeOf } from "../../domain/errors.ts";
import { makeFolder, NO_RIGHT, noSpaceFor } from "../../files/folders.ts";
import { corpusExists, realCorpusPath } from "./corpus-file.ts";
import { incrementalVacuumSteps, SPARE_SHARE } from "./file-layout.ts";
import { isImmutable, openImmutable, pendingLog } from "./immutable-database.ts";
import { runningHolder } from "./lock-holder.ts";
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from "./schema.ts";
import { readValue, run } from "./statement-cache.ts";
import { UnfinishedOutput } from "./unfinished.ts";

/** How long the end of a run waits for readers that use the log. The next run tries again. */
const CHECKPOINT_TIMEOUT_MS = 200;

/**
 * Segments of one size that FTS5 merges into one. With 8 instead of 4, each row is rewritten a third less often, and a query
 * reads more segments: 13 instead of 9 with 6.9 million cases (both computed, not measured).
 */
const MERGED_SEGMENTS = 8;

/**
 * The rows of a segment, in percent, that were removed or written again before FTS5 rewrites it. With FTS5's own 10, the courts of a set
 * that gave 150,000 of 300,000 stored cases a new row took 421 s instead of 318.
 */
const REMOVED_PERCENT = 50;

/**
 * What FTS5 may collect before it writes a segment: more than the rows that the writer collects (write/index-writer.ts). With 64 MB, volumes
 * in the order of their dates took as long, and a set of CourtListener's tables 30 MB more.
 */
const INDEX_BYTES = 24 * 2 ** 20;

/**
 * Size of the largest corpus that is mapped into memory. For a page of a mapped file that is not in the system's cache, the system
 * also reads what is around it, up to 8 MB. So questions to a larger file, of which only the beginning would be mapped, took two
 * to three times as long where that was not cached.
 */
const MAPPED_BYTES = 2 ** 30;

/**
 * @param memory `little` for a connection that looks up single rows during an import
 * @throws CaselawError `not_found` (no such file), `corrupt` (not a corpus, or damaged), `unsupported` (another version)
 */
export function openForReading(path: string, memory: "much" | "little" = "much"): Database.Database {
  if (!corpusExists(path)) {
    const holder = runningHolder(path);
    throw new CaselawError("not_found", `Cannot open corpus "${path}": no such file`, {
      hint:
        holder === null
          ? "Make one with `caselaw import` or `caselaw sync`."
          : `A run is making it: ${holder}. Ask again in a while.`,
    });
  }
  return guarded(path, () => {
    checkFile(path);
    const db = openReadable(path);
    return closeOnError(db, () => {
      checkVersion(db, path);
      // mapped pages count as memory of the process, and truncating an unlocked mapped file would kill it
      const isMapped = memory === "much" && !isImmutable(db) && statSync(path).size <= MAPPED_BYTES;
      db.pragma(`mmap_size = ${isMapped ? MAPPED_BYTES : 0}`);
      db.pragma(`cache_size = ${memory === "much" ? -32_768 : -4_096}`);
      return db;
    });
  });
}

/**
 * @throws CaselawError as `openForReading`, `conflict` if another program has locked the file, `unavailable` if it cannot be
 *   written
 */
export function openForWriting(path: string): Database.Database {
  return guarded(path, () => {
    makeFolder(dirname(path));
    if (!corpusExists(path)) createCorpus(path);
    checkFile(path);
    const db = new Database(path, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true });
    return closeOnError(db, () => {
      checkVersion(db, path);
      db.pragma("cache_size = -32768");
      db.pragma("foreign_keys = ON");
      db.pragma("journal_mode = WAL");
      db.pragma("synchronous = NORMAL");
      setIndexOptions(db);
      return db;
    });
  });
}

/** Sets the options of the indexes of words, which a new index does not have. */
export function setIndexOptions(db: Database.Database): void {
  setIndex(db, "case_words", "hashsize", INDEX_BYTES);
  setIndex(db, "case_words", "deletemerge", REMOVED_PERCENT);
  for (const option of ["automerge", "usermerge"] as const)
    setIndex(db, "case_words", option, MERGED_SEGMENTS);
  setIndex(db, "name_trigrams", "automerge", MERGED_SEGMENTS);
}

/** Sets an option of FTS5, which is stored in the corpus, unless it has this value. */
function setIndex(db: Database.Database, index: string, option: string, value: number): void {
  if (readValue(db, `SELECT v FROM ${index}_config WHERE k = '${option}'`) === value) return;
  // FTS5 accepts only an integer, and the driver binds a number as a float
  run(db, `INSERT INTO ${index} (${index}, rank) VALUES ('${option}', :value)`, { value: BigInt(value) });
}

/**
 * Checks whether an existing corpus can be written, as far as this is possible without a change. Called before a source is
 * listed or an archive is read (docs/faults.md, "D3").
 *
 * @throws CaselawError as `openForWriting`
 */
export function checkWritable(path: string): void {
  if (!corpusExists(path)) return;
  guarded(path, () => {
    checkFile(path);
    accessSync(path, constants.W_OK);
    const db = openReadable(path);
    closeOnError(db, () => checkVersion(db, path));
    db.close();
  });
}

/** Closes a writer's connection: frees unused pages and checkpoints the log. */
export function closeWriter(db: Database.Database): void {
  try {
    for (const _ of incrementalVacuumSteps(db, SPARE_SHARE));
  } catch {
    // on a full disk or in a damaged file, pages stay unused
  }
  checkpointLog(db);
  db.close();
}

/**
 * Writes the write-ahead log into the corpus and truncates it, unless a reader uses it. Closing does neither while a service has
 * the corpus open, so the log would keep its greatest size (docs/faults.md, "C3").
 */
function checkpointLog(db: Database.Database): void {
  try {
    db.pragma(`busy_timeout = ${CHECKPOINT_TIMEOUT_MS}`);
    db.pragma("wal_checkpoint(TRUNCATE)");
  } catch {
    // the rest stays in the log, where readers find it
  }
}

/** Runs `work` on a corpus and converts errors of the driver with `asCorpusError`. */
export function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asCorpusError(path, error);
  }
}

const RIGHTS_HINT =
  "Change the rights of the folder, or choose another corpus with `corpusPath` and another data folder with `dataFolder`.";

/** What the driver says when a closed connection is used. */
const CLOSED = "The database connection is not open";

/**
 * Converts an error of the driver or the system to CaselawError `conflict`, `unavailable` or `corrupt`, and the use of a closed
 * corpus to `invalid`. Returns other errors unchanged.
 *
 * @param used what could not be used
 */
export function asCorpusError(path: string, error: unknown, used = `corpus "${path}"`): unknown {
  const code = systemCodeOf(error);
  const wrap = (kind: ErrorCode, reason: string, hint?: string): CaselawError =>
    new CaselawError(kind, `Cannot use ${used}: ${reason}`, { cause: error, at: { file: path }, hint });
  if (error instanceof TypeError && error.message === CLOSED) return wrap("invalid", "it was closed");
  if (code === undefined || error instanceof CaselawError) return error;
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return wrap("conflict", "another program has locked it");
  if (code === "SQLITE_FULL" || code === "ENOSPC") return wrap("unavailable", noSpaceFor(path));
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return wrap("corrupt", messageOf(error));
  if (/^SQLITE_(READONLY|CANTOPEN|IOERR|PERM|AUTH)/.test(code)) return wrap("unavailable", messageOf(error));
  if (NO_RIGHT.has(code)) return wrap("unavailable", messageOf(error), RIGHTS_HINT);
  if (/^(ENOENT|ENOTDIR|EISDIR|EEXIST|ELOOP)$/.test(code)) return wrap("unavailable", messageOf(error));
  return error;
}

/** A corpus of another version is not migrated: its archives are imported again. */
function checkVersion(db: Database.Database, path: string): void {
  const id = db.pragma("application_id", { simple: true });
  const version = Number(db.pragma("user_version", { simple: true }));
  if (id !== APPLICATION_ID) {
    throw new CaselawError("corrupt", `Cannot open corpus "${path}": it is a SQLite file of another program`);
  }
  if (version === SCHEMA_VERSION) return;
  const reason = `it has version ${version}, this program reads version ${SCHEMA_VERSION}`;
  const advice =
    version > SCHEMA_VERSION ? "install a newer caselaw" : "move it away and import its archives again";
  throw new CaselawError("unsupported", `Cannot open corpus "${path}": ${reason}; ${advice}`);
}

/** Creates an empty corpus. No file has its name yet, so no write-ahead log of another file can be mistaken for its log. */
function createCorpus(path: string): void {
  using unfinished = new UnfinishedOutput(path);
  const db = new Database(unfinished.path);
  closeOnError(db, () => {
    db.pragma("page_size = 32768");
    db.pragma("auto_vacuum = INCREMENTAL");
    createTables(db);
  });
  db.close();
  // a log that was left by a removed corpus must not be read with this one
  for (const file of [`${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  unfinished.publish();
}

/** @throws CaselawError `corrupt` for a folder or an empty file, which the driver does not report clearly */
function checkFile(path: string): void {
  const file = statSync(path);
  if (file.isDirectory()) throw new CaselawError("corrupt", `Cannot open corpus "${path}": it is a folder`);
  if (file.size === 0) throw new CaselawError("corrupt", `Cannot open corpus "${path}": it is an empty file`);
}

function createTables(db: Database.Database): void {
  db.transaction(() => {
    db.exec(SCHEMA);
    db.prepare("INSERT INTO corpus (key, value) VALUES ('state', :id)").run({ id: crypto.randomUUID() });
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  })();
}

/** How long a connection waits for another program's lock. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a connection for queries only. The file is opened for writing where that is allowed, because only then does SQLite
 * remove the write-ahead log when the last connection closes.
 *
 * @param path an existing corpus
 * @throws CaselawError `unavailable` with a hint if its log cannot be read; the driver's error
 */
function openReadable(path: string): Database.Database {
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
    const reason = `its log "${log}" has changes that cannot be read without writing`;
    throw new CaselawError("unavailable", `Cannot open corpus "${path}": ${reason}`, {
      hint: "Run `caselaw stats` on it once as a user who may write there, or copy it with its log to a writable folder.",
    });
  }
}

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

/** The version of the SQLite library that the driver contains. */
export function sqliteVersion(): string {
  const db = new Database(":memory:");
  try {
    return String(db.prepare("SELECT sqlite_version()").pluck().get());
  } finally {
    db.close();
  }
}
