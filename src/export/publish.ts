/**
 * The folder of an export under its name: whole, or not there. It is written beside it, in `TARGET.part`, synced, and
 * renamed; one that is replaced stands aside as `TARGET.part.old` for the moment between two
 * renames.
 */
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, type Stats, statSync } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import { RunLock } from "../store/lock.ts";
import { MANIFEST } from "./manifest.ts";

export interface Publication {
  readonly target: string;
  /** What must not be in a folder that is replaced: the corpus. */
  readonly corpusPath: string;
  /** Whether an export that is there already is replaced. */
  readonly existing: "refused" | "replaced";
  readonly onLocked?: (lock: Disposable) => void;
}

/**
 * Has `write` fill a new folder, and gives it the target's name when that is done.
 *
 * @throws CaselawError `unavailable` when the target is there already, is no export that may be replaced, or cannot be
 *   written; `conflict` when another run writes the same target; what `write` throws. Nothing but the finished
 *   folder is ever under the target's name, and what was there stays until then.
 */
export async function publish<T>(
  publication: Publication,
  write: (folder: string) => Promise<T>,
): Promise<T> {
  const target = resolve(publication.target);
  const shown = publication.target;
  const part = `${target}.part`;
  checkPlace(target, shown);
  using lock = lockOf(part, shown);
  publication.onLocked?.(lock);
  try {
    restore(target);
    checkTarget(target, publication);
    // of a run that was killed
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part);
    const written = await write(part);
    await syncFolders(part);
    checkTarget(target, publication);
    replace(target, part);
    await syncOne(dirname(target));
    return written;
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw asExportError(error, shown);
  }
}

function lockOf(part: string, shown: string): RunLock {
  try {
    return new RunLock(`${part}.lock`, `export "${shown}"`, "export");
  } catch (error) {
    throw asExportError(error, shown);
  }
}

/** Syncs a file or a folder to the disk. */
export async function syncOne(path: string): Promise<void> {
  await using file = await open(path, "r");
  await file.sync();
}

function checkPlace(target: string, shown: string): void {
  if (basename(target) === "" || shown === "") throw refuse(shown, "it is no name for a folder");
  if (statOf(dirname(target))?.isDirectory() !== true) throw refuse(shown, "its folder is not there");
}

function checkTarget(target: string, { target: shown, existing, corpusPath }: Publication): void {
  const found = statOf(target);
  if (found === null) return;
  if (existing === "refused") throw refuse(shown, "it is there already", "Replace it with --force.");
  if (!found.isDirectory()) throw refuse(shown, "it is no folder");
  if (`${realpathSync(corpusPath)}${sep}`.startsWith(`${realpathSync(target)}${sep}`))
    throw refuse(shown, "the corpus lies in it");
  // whatever else is in a folder is not ours to take away: it may be the corpus
  if (!existsSync(join(target, MANIFEST)))
    throw refuse(shown, `it is no export, for it has no ${MANIFEST}`, "Take it away, or choose another.");
}

/** A name that nobody else gives: `out.old` may be what the user keeps. */
function asideOf(target: string): string {
  return `${target}.part.old`;
}

/** A run killed between the two renames left the old one aside. */
function restore(target: string): void {
  const old = asideOf(target);
  if (statOf(old) === null || !existsSync(join(old, MANIFEST))) return;
  if (statOf(target) === null) renameSync(old, target);
  else rmSync(old, { recursive: true, force: true });
}

function replace(target: string, part: string): void {
  if (statOf(target) === null) {
    renameSync(part, target);
    return;
  }
  const old = asideOf(target);
  if (statOf(old) !== null) throw refuse(old, "it is in the way of replacing an export");
  renameSync(target, old);
  try {
    renameSync(part, target);
  } catch (error) {
    renameSync(old, target);
    throw error;
  }
  rmSync(old, { recursive: true, force: true });
}

/** Names stand in folders, which are synced apart from their files. */
async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  }
  await syncOne(folder);
}

function refuse(shown: string, found: string, hint?: string): CaselawError {
  return new CaselawError("unavailable", `Cannot write export "${shown}": ${found}`, { hint });
}

/** The system's errors while writing as ours; ours, bugs and the signal's reason pass. */
function asExportError(error: unknown, shown: string): unknown {
  if (error instanceof CaselawError) return error;
  const code = systemCodeOf(error) ?? "";
  if (/^(?:ENOSPC|EDQUOT|SQLITE_FULL)$/.test(code))
    return withCause(refuse(shown, "no space is left"), error);
  if (!/^(?:SQLITE_|E[A-Z0-9]+$)/.test(code)) return error;
  return withCause(refuse(shown, messageOf(error)), error);
}

function withCause({ code, message }: CaselawError, cause: unknown): CaselawError {
  return new CaselawError(code, message, { cause });
}

function statOf(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}
