/**
 * Copies a corpus while it is in use.
 *
 * SQLite's page-by-page copy, inside one read transaction: the copy is of one moment, an import that goes on beside it
 * can neither change nor restart it, and a stop is answered between two portions. `VACUUM INTO` would also take one moment,
 * but rebuilds every table and index, several times as long, in one call that nothing can stop.
 */
import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import Database from "better-sqlite3";
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import { checkLog } from "./check-file.ts";
import { RunLock } from "./lock.ts";
import { asCorpusError, openForReading } from "./open-database.ts";

/** Pages a portion: 16 MiB, some 20 ms. */
const PORTION = 2_048;
/** What stands beside a SQLite file in use, or left by a killed program. */
const LOGS = ["-wal", "-journal"] as const;

export interface BackupOptions {
  /** Whether a file that is there already is replaced. */
  readonly existing: "refused" | "replaced";
  readonly signal: AbortSignal;
}

/**
 * Writes a copy of the corpus to `target`: beside it first, then synced and renamed. The copy is a corpus of its own, one
 * file, with another id than the one copied.
 *
 * @throws CaselawError `not_found`, `corrupt`, `invalid` as `openForReading`; `invalid` when the target is the corpus;
 *   `conflict` when another backup writes the same target; `unavailable` when it is there already, cannot be written, or another program's log stands beside it; the signal's
 *   reason. Nothing but the finished copy is ever under the target's name.
 */
export async function backupCorpus(path: string, target: string, options: BackupOptions): Promise<void> {
  checkSource(path);
  checkTarget(path, target, options.existing);
  const part = `${target}.part`;
  // two that write one part would end in a mixture of both
  using _lock = new RunLock(`${part}.lock`, `backup "${target}"`, "backup");
  try {
    removeAll(part);
    await copyPages(path, part, options.signal);
    makeOwn(part);
    sync(part);
    checkTarget(path, target, options.existing);
    renameSync(part, target);
    sync(dirname(resolve(target)));
  } catch (error) {
    if (statOf(part)?.isFile()) removeAll(part);
    throw options.signal.aborted ? error : asBackupError(error, target);
  }
}

/** A mixture of two corpora is not to be kept for later. */
function checkSource(path: string): void {
  for (const finding of checkLog(path)) {
    if (finding !== null)
      throw new CaselawError("corrupt", `Cannot copy corpus "${path}": ${finding.message}`);
  }
}

function checkTarget(path: string, target: string, existing: BackupOptions["existing"]): void {
  const refuse = (found: string, hint?: string): CaselawError =>
    new CaselawError("unavailable", `Cannot write backup "${target}": ${found}`, { hint });
  const found = statOf(target);
  if (found !== null && isSameFile(found, statOf(path))) {
    throw new CaselawError("invalid", `Cannot write backup "${target}": it is the corpus itself`);
  }
  if (found?.isDirectory()) throw refuse("it is a folder");
  if (found !== null && !found.isFile()) throw refuse("it is no file");
  if (found !== null && existing === "refused")
    throw refuse("it is there already", "Replace it with --force.");
  if (statOf(dirname(resolve(target)))?.isDirectory() !== true) throw refuse("its folder is not there");
  for (const end of LOGS) {
    // it would be read as the log of the new file (faults, F2)
    if (statOf(target + end) === null) continue;
    throw refuse(
      `"${target}${end}" stands beside it: another program uses the old file, or was killed`,
      "Open the old file once to close it, or take both away.",
    );
  }
}

async function copyPages(path: string, part: string, signal: AbortSignal): Promise<void> {
  const db = openForReading(path);
  try {
    // from here to the end one moment is read, whatever is written beside
    db.exec("BEGIN");
    db.prepare("SELECT count(*) FROM corpus").get();
    await db.backup(part, {
      progress: () => {
        signal.throwIfAborted();
        return PORTION;
      },
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw isOfTarget(error) ? error : asCorpusError(path, error);
  } finally {
    db.close();
  }
}

/** Whether it is the writing that SQLite refused, not the reading. */
function isOfTarget(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    /^SQLITE_(?:FULL|CANTOPEN|READONLY|IOERR_(?!.*READ))/.test(systemCodeOf(error) ?? "")
  );
}

/** A new id, written into the file itself: were a log of the old corpus left beside it one day, the two would differ. */
function makeOwn(part: string): void {
  const db = new Database(part, { fileMustExist: true });
  try {
    db.pragma("journal_mode = DELETE");
    db.prepare("UPDATE corpus SET value = :id WHERE key = 'state'").run({
      id: `${randomUUID()} ${randomUUID()}`,
    });
  } finally {
    db.close();
  }
}

function sync(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function removeAll(part: string): void {
  for (const end of ["", ...LOGS, "-shm"]) rmSync(`${part}${end}`, { force: true });
}

function asBackupError(error: unknown, target: string): unknown {
  if (error instanceof CaselawError) return error;
  const isDisk = error instanceof TypeError || /^(?:SQLITE_|E[A-Z0-9_]+$)/.test(systemCodeOf(error) ?? "");
  if (!isDisk) return error;
  return new CaselawError("unavailable", `Cannot write backup "${target}": ${messageOf(error)}`, {
    cause: error,
  });
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return null;
    throw new CaselawError("unavailable", `Cannot write backup "${path}": ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function isSameFile(a: Stats, b: Stats | null): boolean {
  return b !== null && a.dev === b.dev && a.ino === b.ino;
}
