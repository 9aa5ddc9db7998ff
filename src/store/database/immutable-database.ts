/**
 * Reads a corpus without locks, log and shared memory: from a read-only medium, or with an account that may only read it.
 *
 * This uses SQLite's `immutable=1` (https://sqlite.org/uri.html#uriimmutable). better-sqlite3 has no option for it and is built
 * without URI file names. So Node's own SQLite opens the file, behind the methods of better-sqlite3 that readers use.
 *
 * SQLite then assumes that nobody writes. This module checks it: after each statement, the file must be as it was before it was
 * opened, without a log. Otherwise the result is discarded with a `conflict`. So a connection shows one state only.
 */
import { statSync } from "node:fs";
import type { BackupOptions, DatabaseSync, StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type Database from "better-sqlite3";
import { CaselawError, systemCodeOf } from "../../domain/errors.ts";
import { realCorpusPath } from "./corpus-file.ts";

/** Suffixes of the files with changes that are not in the corpus file yet. */
export const LOGS = ["-wal", "-journal"] as const;

/** The driver's names of the result codes that our errors depend on (https://sqlite.org/rescode.html). */
const CODES: Readonly<Record<number, string>> = {
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  26: "SQLITE_NOTADB",
};

/** The log with changes that are not in the corpus file yet, or null. @param real the corpus's real path */
export function pendingLog(real: string): string | null {
  const logs = LOGS.map((end) => `${real}${end}`);
  return logs.find((log) => (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0) ?? null;
}

/**
 * @param path a corpus without a pending log
 * @returns a connection that throws CaselawError `conflict` after the file was changed; open the corpus again then
 */
export function openImmutable(path: string): Database.Database {
  const db: unknown = new ImmutableDatabase(path);
  if (isConnection(db)) return db;
  throw new TypeError("Not a connection");
}

/** Opens a file as if it had no log. @param real its path without links */
export function openFileAlone(real: string): DatabaseSync {
  const url = pathToFileURL(real);
  url.searchParams.set("immutable", "1");
  const { DatabaseSync: Connection } = process.getBuiltinModule("node:sqlite");
  return new Connection(url.href, { readOnly: true });
}

/** Whether a connection is from `openImmutable` and not from the driver. */
export function isImmutable(db: unknown): boolean {
  return db instanceof ImmutableDatabase;
}

/** ImmutableDatabase has all methods of the driver that readers use. */
function isConnection(db: unknown): db is Database.Database {
  return isImmutable(db);
}

class ImmutableDatabase {
  readonly readonly = true;
  readonly #db: DatabaseSync;
  readonly #file: UnchangedFile;

  constructor(path: string) {
    const real = realCorpusPath(path);
    this.#file = new UnchangedFile(path, real);
    this.#db = this.#file.read(() => openFileAlone(real));
  }

  get inTransaction(): boolean {
    return this.#db.isTransaction;
  }

  prepare(sql: string): ImmutableStatement {
    return new ImmutableStatement(
      this.#file.read(() => this.#db.prepare(sql)),
      this.#file,
    );
  }

  pragma(text: string, { simple = false } = {}): unknown {
    const statement = this.prepare(`PRAGMA ${text}`);
    return simple ? statement.pluck().get() : statement.all();
  }

  exec(sql: string): void {
    this.#file.read(() => this.#db.exec(sql));
  }

  function(name: string, options: { deterministic: boolean }, work: (...values: unknown[]) => number): void {
    this.#db.function(name, options, work);
  }

  /** Runs `work`. No transaction is necessary, because the connection reads one state only. */
  transaction<T>(work: () => T): (() => T) & { readonly deferred: () => T } {
    return Object.assign(() => work(), { deferred: work });
  }

  async backup(target: string, { progress }: { readonly progress: () => number }): Promise<void> {
    const { backup } = process.getBuiltinModule("node:sqlite");
    const options: BackupOptions = { rate: progress(), progress: () => void progress() };
    try {
      await backup(this.#db, target, options);
    } catch (error) {
      throw asDriverError(error);
    }
    this.#file.check();
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }
}

class ImmutableStatement {
  readonly #statement: StatementSync;
  readonly #file: UnchangedFile;
  #shape: (row: unknown) => unknown = withBuffers;

  constructor(statement: StatementSync, file: UnchangedFile) {
    this.#statement = statement;
    this.#file = file;
    // the driver also ignores parameters that a statement does not have
    statement.setAllowUnknownNamedParameters(true);
  }

  pluck(): this {
    this.#statement.setReturnArrays(true);
    this.#shape = (row) => (Array.isArray(row) ? asBuffer(row[0]) : row);
    return this;
  }

  raw(): this {
    this.#statement.setReturnArrays(true);
    return this;
  }

  get(...parameters: readonly unknown[]): unknown {
    return this.#file.read(() => this.#shape(this.#call("get", parameters)));
  }

  all(...parameters: readonly unknown[]): unknown[] {
    return this.#file.read(() => {
      const rows = this.#call("all", parameters);
      return Array.isArray(rows) ? rows.map(this.#shape) : [];
    });
  }

  /** Checks for changes of the file at the end of the iteration. */
  *iterate(...parameters: readonly unknown[]): Generator<unknown> {
    const rows = this.#file.read(() => this.#call("iterate", parameters));
    if (!isIterable(rows)) return;
    try {
      for (const row of rows) yield this.#shape(row);
    } catch (error) {
      throw asDriverError(error);
    } finally {
      this.#file.check();
    }
  }

  /** Calls by reflection, because the parameter types are those of the driver and not of node:sqlite. */
  #call(method: "get" | "all" | "iterate", parameters: readonly unknown[]): unknown {
    return Reflect.apply(this.#statement[method], this.#statement, parameters);
  }
}

class UnchangedFile {
  readonly #path: string;
  readonly #real: string;
  readonly #state: string;

  constructor(path: string, real: string) {
    this.#path = path;
    this.#real = real;
    this.#state = stateOf(real);
  }

  /** @throws CaselawError `conflict` if the file was changed meanwhile; the driver's error */
  read<T>(work: () => T): T {
    try {
      const result = work();
      this.check();
      return result;
    } catch (error) {
      this.check();
      throw asDriverError(error);
    }
  }

  check(): void {
    if (pendingLog(this.#real) === null && stateOf(this.#real) === this.#state) return;
    throw new CaselawError("conflict", `Cannot read corpus "${this.#path}": it was changed meanwhile`, {
      hint: "Try again.",
    });
  }
}

function stateOf(path: string): string {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return [file?.dev, file?.ino, file?.size, file?.mtimeNs, file?.ctimeNs].join(" ");
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

function withBuffers(row: unknown): unknown {
  if (Array.isArray(row)) return row.map(asBuffer);
  if (typeof row !== "object" || row === null) return row;
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, asBuffer(value)]));
}

function asBuffer(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

/** Replaces an error of node:sqlite by one with the driver's code. Returns other errors unchanged. */
function asDriverError(error: unknown): unknown {
  if (!(error instanceof Error) || systemCodeOf(error) !== "ERR_SQLITE_ERROR") return error;
  const result = "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : 1;
  return Object.assign(new Error(error.message, { cause: error }), { code: CODES[result] ?? "SQLITE_ERROR" });
}
