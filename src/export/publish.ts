/**
 * Publishes the folder of an export: under its name it is either complete or missing. It is written to a temporary folder next
 * to the target (`store/database/unfinished`), synced to disk, and renamed.
 */
import { existsSync, mkdirSync, type Stats, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import { syncFolder } from "../files/durable.ts";
import { checkFolderOf } from "../files/folders.ts";
import { realName } from "../store/database/corpus-file.ts";
import { RunLock } from "../store/database/lock.ts";
import { UnfinishedOutput } from "../store/database/unfinished.ts";
import { MANIFEST } from "./manifest.ts";
import { foreignIn } from "./own-export.ts";

export interface Publication {
  readonly target: string;
  /** A folder that contains the corpus is not replaced; null if it is not in a file. */
  readonly corpusPath: string | null;
  /** What happens to an export that already exists. */
  readonly existing: "refused" | "replaced";
  readonly onLocked?: (lock: Disposable) => void;
}

/**
 * Lets `write` fill a new folder, then renames it to the target. A symbolic link is followed.
 *
 * @throws CaselawError `invalid` if the target exists, or must not be replaced: it is not a folder, not an export, contains
 *   the corpus or a file that the export did not write; `unavailable` if it cannot be written; `conflict` if another run
 *   writes the same target; errors of `write`. After an error the target is unchanged.
 */
export async function publish<T>(
  publication: Publication,
  write: (folder: string) => Promise<T>,
): Promise<T> {
  const shown = publication.target;
  try {
    if (shown === "") throw refuse("invalid", shown, "it is not the name of a folder");
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
  if (basename(target) === "") throw refuse("invalid", shown, "it is not the name of a folder");
  checkFolderOf(target, `export "${shown}"`);
}

async function checkTarget(
  target: string,
  { target: shown, existing, corpusPath }: Publication,
): Promise<void> {
  const other = "choose another folder";
  const found = statOf(target);
  if (found === null) return;
  if (existing === "refused")
    throw refuse(
      "invalid",
      shown,
      `it already exists; replace an export with \`existing: "replaced"\`, or ${other}`,
    );
  if (!found.isDirectory()) throw refuse("invalid", shown, `it is not a folder; ${other}`);
  if (corpusPath !== null && `${realName(corpusPath)}${sep}`.startsWith(`${target}${sep}`))
    throw refuse("invalid", shown, `it contains the corpus; ${other}`);
  // files that the export did not write must not be removed
  if (!existsSync(join(target, MANIFEST)))
    throw refuse("invalid", shown, `it is not an export, because it has no ${MANIFEST}; ${other}`);
  const foreign = await foreignIn(target);
  if (foreign !== null) throw refuse("invalid", shown, `${foreign}; move it away, or ${other}`);
}

/** Syncs folders, because the sync of a file does not include its name. */
async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  }
  await syncFolder(folder);
}

function refuse(
  code: "invalid" | "unavailable",
  shown: string,
  found: string,
  cause?: unknown,
): CaselawError {
  return new CaselawError(code, `Cannot write export "${shown}": ${found}`, { cause });
}

/** Turns system errors into CaselawErrors; other errors, bugs and the signal's reason stay as they are. */
function asExportError(error: unknown, shown: string): unknown {
  if (error instanceof CaselawError) return error;
  const code = systemCodeOf(error) ?? "";
  if (/^(?:ENOSPC|EDQUOT|SQLITE_FULL)$/.test(code))
    return refuse("unavailable", shown, "no space is left", error);
  if (!/^(?:SQLITE_|E[A-Z0-9]+$)/.test(code)) return error;
  return refuse("unavailable", shown, messageOf(error), error);
}

function statOf(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}
