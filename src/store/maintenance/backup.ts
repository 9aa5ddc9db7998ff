/**
 * Copies a corpus while it is in use.
 *
 * This uses SQLite's page-by-page copy inside one read transaction. So the copy shows one moment, a concurrent import can neither
 * change nor restart it, and the caller can abort between two portions. `VACUUM INTO` would also copy one moment, but it rebuilds
 * every table and index, takes several times as long, and cannot be aborted.
 */
import { type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { CaselawError, messageOf, systemCodeOf } from "../../domain/errors.ts";
import { syncFile, syncFolder } from "../../files/durable.ts";
import { checkFolderOf } from "../../files/folders.ts";
import { isCorpusFile, isSameFile, realName } from "../database/corpus-file.ts";
import { beginSnapshot } from "../database/corpus-state.ts";
import { refuseForeignLog } from "../database/foreign-log.ts";
import { LOGS } from "../database/immutable-database.ts";
import { RunLock } from "../database/lock.ts";
import { asCorpusError, openForReading } from "../database/open-database.ts";
import { UnfinishedOutput } from "../database/unfinished.ts";

/** Pages in one portion: 16 MiB, some 20 ms. */
const PORTION = 2_048;

export interface BackupOptions {
  readonly existing: "refused" | "replaced";
  readonly signal: AbortSignal;
}

/**
 * Writes a copy of the corpus under a temporary name next to the target, syncs it and renames it. The copy is one file and has a new
 * corpus id. If the target is a symbolic link, the file that it points to is written.
 *
 * @param shown the target as the user named it
 * @throws CaselawError `not_found`, `corrupt`, `invalid` as `openForReading`; `invalid` if the target is the corpus, exists
 *   (unless `existing` is `replaced` and it is a corpus or empty), or is not a file; `conflict` if another backup writes the
 *   same target; `unavailable` if it cannot be written, or has a log of another program; the signal's reason. The target never
 *   contains an unfinished copy.
 */
export async function backupCorpus(path: string, shown: string, options: BackupOptions): Promise<void> {
  // the copy would be a mixture of two corpora
  refuseForeignLog(path);
  try {
    const target = realName(shown);
    checkTarget(path, { target, shown }, options.existing);
    // two backups to one target would each publish their copy
    using _lock = new RunLock(`${target}.part.lock`, `backup "${shown}"`, "backup");
    using unfinished = new UnfinishedOutput(target);
    await copyPages(path, unfinished.path, options.signal);
    assignNewId(unfinished.path);
    await syncFile(unfinished.path);
    checkTarget(path, { target, shown }, options.existing);
    unfinished.publish();
    await syncFolder(dirname(target));
  } catch (error) {
    throw options.signal.aborted ? error : asBackupError(error, shown);
  }
}

interface Target {
  readonly target: string;
  readonly shown: string;
}

function checkTarget(path: string, { target, shown }: Target, existing: BackupOptions["existing"]): void {
  const refuse = (code: "invalid" | "unavailable", reason: string): CaselawError =>
    new CaselawError(code, `Cannot write backup "${shown}": ${reason}`);
  const file = statOf(target);
  if (isSameFile(target, path)) throw refuse("invalid", "it is the corpus itself; choose another file");
  if (file?.isDirectory()) throw refuse("invalid", "it is a folder; name a file in it");
  if (file !== null && !file.isFile()) throw refuse("invalid", "it is not a file; choose another");
  if (file !== null && existing === "refused")
    throw refuse("invalid", "it exists; replace it with --force, or choose another");
  if (file !== null && file.size > 0 && !isCorpusFile(target))
    throw refuse("invalid", "it exists and is not a corpus; choose another file");
  checkFolderOf(target, `backup "${shown}"`);
  for (const end of LOGS) {
    // SQLite would read it as the log of the new file (docs/faults.md, "F2")
    if (statOf(target + end) === null) continue;
    throw refuse(
      "unavailable",
      `"${target}${end}" exists: another program uses the old file, or was killed; open and close the old file once, or move both away`,
    );
  }
}

async function copyPages(path: string, part: string, signal: AbortSignal): Promise<void> {
  const db = openForReading(path);
  try {
    beginSnapshot(db);
    await db.backup(part, {
      progress: () => {
        signal.throwIfAborted();
        return PORTION;
      },
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw isWriteError(error) ? error : asCorpusError(path, error);
  } finally {
    db.close();
  }
}

/** Whether SQLite could not write the target, rather than read the corpus. */
function isWriteError(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    /^SQLITE_(?:FULL|CANTOPEN|READONLY|IOERR_(?!.*READ))/.test(systemCodeOf(error) ?? "")
  );
}

/** Gives the copy a new corpus id, so that a log of the old corpus next to it is recognised as foreign. */
function assignNewId(part: string): void {
  const db = new Database(part, { fileMustExist: true });
  try {
    db.pragma("journal_mode = DELETE");
    db.prepare("UPDATE corpus SET value = :id WHERE key = 'state'").run({
      id: `${crypto.randomUUID()} ${crypto.randomUUID()}`,
    });
  } finally {
    db.close();
  }
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
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}
