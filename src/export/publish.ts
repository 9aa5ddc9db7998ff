/**
 * The folder of an export under its name: complete, or not there. It is written beside it, in a folder that nobody else
 * has (`store/database/unfinished`), synced, and renamed.
 */
import { existsSync, mkdirSync, type Stats, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import { syncFolder } from "../files/durable.ts";
import { RunLock } from "../store/database/lock.ts";
import { realName } from "../store/database/real-name.ts";
import { UnfinishedOutput } from "../store/database/unfinished.ts";
import { MANIFEST } from "./manifest.ts";
import { foreignIn } from "./own-export.ts";

export interface Publication {
  readonly target: string;
  /** What must not be in a folder that is replaced: the corpus. */
  readonly corpusPath: string;
  /** Whether an export that is there already is replaced. */
  readonly existing: "refused" | "replaced";
  readonly onLocked?: (lock: Disposable) => void;
}

/**
 * Has `write` fill a new folder, and gives it the target's name when that is done. A symbolic link is followed: the
 * folder that it names is written.
 *
 * @throws CaselawError `invalid` when the target is there already, or may not be replaced: it is no folder, no export,
 *   holds the corpus or a file that the export did not write; `unavailable` when it cannot be written; `conflict` when
 *   another run writes the same target; what `write` throws. Nothing but the finished folder is ever under the target's
 *   name, and what was there stays until then.
 */
export async function publish<T>(
  publication: Publication,
  write: (folder: string) => Promise<T>,
): Promise<T> {
  const shown = publication.target;
  try {
    if (shown === "") throw refuse("invalid", shown, "it is no name for a folder");
    const target = realName(shown);
    checkPlace(target, shown);
    using lock = new RunLock(`${target}.part.lock`, `export "${shown}"`, "export");
    publication.onLocked?.(lock);
    using unfinished = new UnfinishedOutput(target);
    await checkTarget(target, publication);
    mkdirSync(unfinished.path);
    const written = await write(unfinished.path);
    await syncFolders(unfinished.path);
    await checkTarget(target, publication);
    unfinished.publish();
    await syncFolder(dirname(target));
    return written;
  } catch (error) {
    throw asExportError(error, shown);
  }
}

function checkPlace(target: string, shown: string): void {
  if (basename(target) === "") throw refuse("invalid", shown, "it is no name for a folder");
  if (statOf(dirname(target))?.isDirectory() !== true)
    throw refuse("unavailable", shown, "its folder is not there");
}

async function checkTarget(
  target: string,
  { target: shown, existing, corpusPath }: Publication,
): Promise<void> {
  const other = "choose another folder";
  const found = statOf(target);
  if (found === null) return;
  if (existing === "refused")
    throw refuse("invalid", shown, `it is there already; replace an export with --force, or ${other}`);
  if (!found.isDirectory()) throw refuse("invalid", shown, `it is no folder; ${other}`);
  if (`${realName(corpusPath)}${sep}`.startsWith(`${target}${sep}`))
    throw refuse("invalid", shown, `the corpus lies in it; ${other}`);
  // whatever else is in a folder is not ours to remove
  if (!existsSync(join(target, MANIFEST)))
    throw refuse("invalid", shown, `it is no export, for it has no ${MANIFEST}; ${other}`);
  const foreign = await foreignIn(target);
  if (foreign !== null) throw refuse("invalid", shown, `${foreign}; move that away, or ${other}`);
}

/** Names stand in folders, which are synced apart from their files. */
async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  }
  await syncFolder(folder);
}

function refuse(code: "invalid" | "unavailable", shown: string, found: string): CaselawError {
  return new CaselawError(code, `Cannot write export "${shown}": ${found}`);
}

/** The system's errors while writing as ours; ours, bugs and the signal's reason pass. */
function asExportError(error: unknown, shown: string): unknown {
  if (error instanceof CaselawError) return error;
  const code = systemCodeOf(error) ?? "";
  if (/^(?:ENOSPC|EDQUOT|SQLITE_FULL)$/.test(code))
    return withCause(refuse("unavailable", shown, "no space is left"), error);
  if (!/^(?:SQLITE_|E[A-Z0-9]+$)/.test(code)) return error;
  return withCause(refuse("unavailable", shown, messageOf(error)), error);
}

function withCause({ code, message }: CaselawError, cause: unknown): CaselawError {
  return new CaselawError(code, message, { cause });
}

function statOf(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}
