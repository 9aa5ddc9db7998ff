/**
 * Copies a corpus while it is in use.
 *
 * SQLite's page-by-page copy, inside one read transaction: the copy is of one moment, an import that goes on beside it
 * can neither change nor restart it, and a stop is answered between two portions. `VACUUM INTO` would also take one moment,
 * but rebuilds every table and index, several times as long, in one call that nothing can stop.
 */
import { type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { CaselawError, messageOf, systemCodeOf } from "../../domain/errors.ts";
import { syncFile, syncFolder } from "../../files/durable.ts";
import { isCorpusFile } from "../database/file-head.ts";
import { RunLock } from "../database/lock.ts";
import { asCorpusError, openForReading } from "../database/open-database.ts";
import { isSameFile, realName } from "../database/real-name.ts";
import { UnfinishedOutput } from "../database/unfinished.ts";
import { checkLog } from "./check-file.ts";

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
 * file, with another id than the one copied. A symbolic link is followed: the file that it names is written.
 *
 * @throws CaselawError `not_found`, `corrupt`, `unsupported` as `openForReading`; `invalid` when the target is the corpus, is
 *   there already (unless `existing` is `replaced` and it is a corpus or empty), or is no file; `conflict` when another
 *   backup writes the same target; `unavailable` when it cannot be written, or another program's log is beside it; the
 *   signal's reason. Nothing but the finished copy is ever under the target's name.
 */
export async function backupCorpus(path: string, shown: string, options: BackupOptions): Promise<void> {
  checkSource(path);
  try {
    const target = realName(shown);
    checkTarget(path, { target, shown }, options.existing);
    // two that write one target would publish each its own copy
    using _lock = new RunLock(`${target}.part.lock`, `backup "${shown}"`, "backup");
    using unfinished = new UnfinishedOutput(target);
    await copyPages(path, unfinished.path, options.signal);
    makeOwn(unfinished.path);
    await syncFile(unfinished.path);
    checkTarget(path, { target, shown }, options.existing);
    unfinished.publish();
    await syncFolder(dirname(target));
  } catch (error) {
    throw options.signal.aborted ? error : asBackupError(error, shown);
  }
}

/** A mixture of two corpora is not to be kept for later. */
function checkSource(path: string): void {
  for (const finding of checkLog(path)) {
    if (finding !== null)
      throw new CaselawError("corrupt", `Cannot copy corpus "${path}": ${finding.message}`);
  }
}

/** The place of a backup, and how the user named it. */
interface Target {
  readonly target: string;
  readonly shown: string;
}

function checkTarget(path: string, { target, shown }: Target, existing: BackupOptions["existing"]): void {
  const refuse = (code: "invalid" | "unavailable", found: string): CaselawError =>
    new CaselawError(code, `Cannot write backup "${shown}": ${found}`);
  const found = statOf(target);
  if (isSameFile(target, path)) throw refuse("invalid", "it is the corpus itself; choose another file");
  if (found?.isDirectory()) throw refuse("invalid", "it is a folder; name a file in it");
  if (found !== null && !found.isFile()) throw refuse("invalid", "it is no file; choose another");
  if (found !== null && existing === "refused")
    throw refuse("invalid", "it is there already; replace it with --force, or choose another");
  if (found !== null && found.size > 0 && !isCorpusFile(target))
    throw refuse("invalid", "it is there and is no corpus; choose another file");
  if (statOf(dirname(target))?.isDirectory() !== true) throw refuse("unavailable", "its folder is not there");
  for (const end of LOGS) {
    // it would be read as the log of the new file (docs/faults.md, "F2")
    if (statOf(target + end) === null) continue;
    throw refuse(
      "unavailable",
      `"${target}${end}" is beside it: another program uses the old file, or was killed; open the old file once to close it, or move both away`,
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
