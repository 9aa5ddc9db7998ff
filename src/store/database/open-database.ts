/**
 * Opens a corpus: readers and the one writer by two functions, with different pragmas.
 *
 * A reader creates and changes nothing, and needs no right to. A writer makes the file when it is absent, and migrates an older
 * one.
 */
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { CaselawError, messageOf, systemCodeOf } from "../../domain/errors.ts";
import { corpusExists } from "./corpus-file.ts";
import { isCorpusFile } from "./file-head.ts";
import { isImmutable } from "./immutable-database.ts";
import { incrementalVacuumSteps, SPARE_SHARE } from "./incremental-vacuum.ts";
import { BUSY_TIMEOUT_MS, closeOnError, openReadable } from "./open-readable.ts";
import { APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION } from "./schema.ts";

/** Bytes the index may hold in memory before it writes a segment: 64 MiB fits a batch and is 1.5 times as fast as 1. */
export const DEFAULT_INDEX_MEMORY = 64 * 2 ** 20;
/** How long the end of a run waits for readers that look into the log; the next run tries again. */
const FOLD_TIMEOUT_MS = 200;

/**
 * Segments of an index that FTS5 merges into one of the next size. With 8 and not 4 each row is written again a third less
 * often, and a word is looked for in half as many segments more: 13 instead of 9 of 6.9 million cases (both reckoned).
 */
const MERGED_SEGMENTS = 8;

export interface WriterOptions {
  /** Bytes of memory for index words not yet written. */
  readonly indexMemory?: number;
}

/**
 * @param memory `little` for one that looks up single rows beside a writer
 * @throws CaselawError `not_found` (no such file), `corrupt` (no corpus, damaged), `unsupported` (another version; says
 *   which command migrates).
 */
export function openForReading(path: string, memory: "much" | "little" = "much"): Database.Database {
  if (!corpusExists(path)) {
    throw new CaselawError("not_found", `Cannot open corpus "${path}": no such file`, {
      hint: "Make one with `caselaw import` or `caselaw sync`.",
    });
  }
  return guarded(path, () => {
    checkFile(path);
    const db = openReadable(path);
    return closeOnError(db, () => {
      const version = readVersion(db, path);
      if (version < SCHEMA_VERSION)
        throw wrongVersion(path, version, "`caselaw import` or `caselaw sync` bring it up to date");
      // what is mapped counts as memory of the process, and ends it where an unlocked file is cut
      db.pragma(`mmap_size = ${memory === "much" && !isImmutable(db) ? 2 ** 30 : 0}`);
      db.pragma(`cache_size = ${memory === "much" ? -32_768 : -4_096}`);
      return db;
    });
  });
}

/**
 * @throws CaselawError as `openForReading`, `conflict` when another program holds the file, `unavailable` when it cannot be
 * written.
 */
export function openForWriting(path: string, options: WriterOptions = {}): Database.Database {
  return guarded(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    if (!corpusExists(path)) makeCorpus(path);
    checkFile(path);
    const db = new Database(path, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true });
    return closeOnError(db, () => {
      const version = readVersion(db, path);
      db.pragma("cache_size = -32768");
      db.pragma("foreign_keys = ON");
      if (version < SCHEMA_VERSION) migrate(db, version);
      db.pragma("journal_mode = WAL");
      db.pragma("synchronous = NORMAL");
      setIndex(db, "case_words", "hashsize", options.indexMemory ?? DEFAULT_INDEX_MEMORY);
      for (const index of ["case_words", "case_names"] as const)
        setIndex(db, index, "automerge", MERGED_SEGMENTS);
      return db;
    });
  });
}

/** Sets an option of FTS5, which keeps it in the file, unless it is set so already. */
function setIndex(db: Database.Database, index: string, option: string, value: number): void {
  const current = db.prepare<[], number>(`SELECT v FROM ${index}_config WHERE k = '${option}'`).pluck().get();
  if (current === value) return;
  // FTS5 takes an integer only, and the driver binds a number as a float
  db.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('${option}', :value)`).run({
    value: BigInt(value),
  });
}

/**
 * Finds out whether a corpus that is there can be written, as far as that shows without a change: before a source is
 * asked, or an archive read (docs/faults.md, "D3").
 *
 * @throws CaselawError as `openForWriting`
 */
export function checkWritable(path: string): void {
  if (!corpusExists(path)) return;
  guarded(path, () => {
    checkFile(path);
    accessSync(path, constants.W_OK);
    const db = openReadable(path);
    closeOnError(db, () => readVersion(db, path));
    db.close();
  });
}

/** Ends a writer's connection: free pages go back to the disk, the log into the file. */
export function closeWriter(db: Database.Database): void {
  try {
    for (const _ of incrementalVacuumSteps(db, SPARE_SHARE));
  } catch {
    // pages that cannot be moved, of a full disk or a damaged file, stay free
  }
  foldLog(db);
  db.close();
}

/**
 * Folds the write-ahead log into the corpus and cuts it, unless a reader looks into it just now: beside a service, which
 * keeps the file open, closing does neither, and the log would stay as long as it ever was (docs/faults.md, "C3").
 */
function foldLog(db: Database.Database): void {
  try {
    db.pragma(`busy_timeout = ${FOLD_TIMEOUT_MS}`);
    db.pragma("wal_checkpoint(TRUNCATE)");
  } catch {
    // what cannot be folded in stays in the log, and is read from there
  }
}

/** Turns what the driver throws while `work` runs on a corpus into our error; ours pass. */
export function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asCorpusError(path, error);
  }
}

/** The driver's error as ours: `conflict`, `unavailable` or `corrupt`; anything else is handed back as it is. */
export function asCorpusError(path: string, error: unknown): unknown {
  const code = systemCodeOf(error);
  const wrap = (kind: "conflict" | "unavailable" | "corrupt", found: string): CaselawError =>
    new CaselawError(kind, `Cannot use corpus "${path}": ${found}`, { cause: error, at: { file: path } });
  if (code === undefined || error instanceof CaselawError) return error;
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return wrap("conflict", "another program holds it");
  if (code === "SQLITE_FULL" || code === "ENOSPC") return wrap("unavailable", "no space is left");
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return wrap("corrupt", messageOf(error));
  if (/^SQLITE_(READONLY|CANTOPEN|IOERR|PERM|AUTH)/.test(code)) return wrap("unavailable", messageOf(error));
  if (/^(EACCES|EPERM|EROFS|ENOTDIR|EISDIR|EEXIST|ELOOP)$/.test(code))
    return wrap("unavailable", messageOf(error));
  return error;
}

function readVersion(db: Database.Database, path: string): number {
  const id = db.pragma("application_id", { simple: true });
  const version = Number(db.pragma("user_version", { simple: true }));
  if (id !== APPLICATION_ID) {
    throw new CaselawError("corrupt", `Cannot open corpus "${path}": it is a SQLite file of another program`);
  }
  if (version > SCHEMA_VERSION) throw wrongVersion(path, version, "install a newer caselaw");
  return version;
}

function wrongVersion(path: string, version: number, hint: string): CaselawError {
  const message = `Cannot open corpus "${path}": it is of version ${version}, this program reads version ${SCHEMA_VERSION}`;
  return new CaselawError("unsupported", message, { hint });
}

/**
 * Makes an empty corpus beside its place and renames it, so that a run killed here leaves no unfinished file under the
 * corpus's name. Nothing has that name yet, so no write-ahead log of another file can be taken for this one's.
 */
function makeCorpus(path: string): void {
  const unfinished = `${path}.new`;
  refuseForeign(unfinished);
  for (const file of [unfinished, `${unfinished}-journal`]) rmSync(file, { force: true });
  const db = new Database(unfinished);
  closeOnError(db, () => {
    db.pragma("page_size = 32768");
    db.pragma("auto_vacuum = INCREMENTAL");
    migrate(db, 0);
  });
  db.close();
  // a log whose corpus was taken away belongs to nothing, and must not be read as this one's
  for (const file of [`${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  renameSync(unfinished, path);
}

/** What a killed run left is empty, a corpus, or has a journal beside it. Anything else of that name is not removed. */
function refuseForeign(unfinished: string): void {
  if (!existsSync(unfinished)) return;
  const found = lstatSync(unfinished);
  // a link is removed and not followed
  if (found.isSymbolicLink() || found.size === 0 || existsSync(`${unfinished}-journal`)) return;
  if (found.isFile() && isCorpusFile(unfinished)) return;
  const why = "a new corpus is written under this name first, and it is another file; move it away";
  throw new CaselawError("invalid", `Cannot write "${unfinished}": ${why}`);
}

/** @throws CaselawError `corrupt` for what the driver has no clear word for */
function checkFile(path: string): void {
  const found = statSync(path);
  if (found.isDirectory()) throw new CaselawError("corrupt", `Cannot open corpus "${path}": it is a folder`);
  if (found.size === 0)
    throw new CaselawError("corrupt", `Cannot open corpus "${path}": it is an empty file`);
}

function migrate(db: Database.Database, from: number): void {
  const run = db.transaction(() => {
    for (const step of MIGRATIONS.slice(from)) db.exec(step);
    if (from === 0) {
      db.prepare("INSERT INTO corpus (key, value) VALUES ('state', :id)").run({ id: crypto.randomUUID() });
    }
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  });
  run.exclusive();
}
