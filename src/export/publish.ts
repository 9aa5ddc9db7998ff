/**
 * Publishes the folder of an export: under its name it is either complete or missing. It is written to a temporary folder next
 * to the target (`store/database/unfinished`), synced to disk, and renamed.
 */
import {
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
} from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readLines } from "../archive/lines.ts";
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import { pathBelow } from "../domain/file-path.ts";
import { isJsonObject } from "../domain/json.ts";
import { syncFolder } from "../files/durable.ts";
import { checkFolderOf } from "../files/folders.ts";
import { realName } from "../store/database/corpus-file.ts";
import { RunLock } from "../store/database/lock.ts";
import { UnfinishedOutput } from "../store/database/unfinished.ts";
import { INDEX } from "./files.ts";
import { isExportFormat } from "./formats.ts";
import { MANIFEST, type ManifestFile } from "./manifest.ts";

export interface Publication {
  readonly target: string;
  /** A folder that contains the corpus is not replaced; null if it is not in a file. */
  readonly corpusPath: string | null;
  /** What happens to an export that already exists. */
  readonly existing: "refused" | "replaced";
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
    using _lock = new RunLock(`${target}.part.lock`, `export "${shown}"`, "export");
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
  const hint = "choose another folder";
  const stats = statOf(target);
  if (stats === null) return;
  if (existing === "refused")
    throw refuse(
      "invalid",
      shown,
      `it already exists; replace an export with \`existing: "replaced"\`, or ${hint}`,
    );
  if (!stats.isDirectory()) throw refuse("invalid", shown, `it is not a folder; ${hint}`);
  if (corpusPath !== null && pathBelow(target, realName(corpusPath)) !== null)
    throw refuse("invalid", shown, `it contains the corpus; ${hint}`);
  // files that the export did not write must not be removed
  if (!existsSync(join(target, MANIFEST)))
    throw refuse("invalid", shown, `it is not an export, because it has no ${MANIFEST}; ${hint}`);
  const foreign = await foreignIn(target);
  if (foreign !== null) throw refuse("invalid", shown, `${foreign}; move it away, or ${hint}`);
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
  reason: string,
  cause?: unknown,
): CaselawError {
  return new CaselawError(code, `Cannot write export "${shown}": ${reason}`, { cause });
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

/** Files compared in one reading of the lists, as an export may have a file for each case: some 50 MB of names. */
const BATCH_FILES = 200_000;
/** Bytes of a manifest: that of a partitioned export of all cases has 3 MB. */
const MAX_MANIFEST = 2 ** 26;
/** The size of anything but a regular file: no manifest lists it. */
const NO_FILE = -1;

type ListedFile = Pick<ManifestFile, "path" | "bytes">;

/**
 * @param folder has a `manifest.json`
 * @returns why the folder must not be replaced, for a message; null if the manifest is that of an export and lists every
 *   file with its size
 * @throws the system's error
 */
export async function foreignIn(folder: string): Promise<string | null> {
  const notExport = `its ${MANIFEST} is not the manifest of an export`;
  if (!lstatSync(join(folder, MANIFEST)).isFile()) return notExport;
  try {
    for (const batch of batchesOf(sizesBelow(folder, ""))) {
      for await (const { path, bytes } of listedFiles(folder)) {
        if (batch.get(path) === bytes) batch.delete(path);
      }
      for (const path of batch.keys()) return `"${path}" in it is not a file that the export wrote`;
    }
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) return notExport;
    throw error;
  }
}

/** All names below a folder with their sizes. An empty folder counts as a file, because no manifest lists it. */
function* sizesBelow(folder: string, above: string): Generator<readonly [string, number]> {
  const entries = readdirSync(join(folder, above), { withFileTypes: true });
  if (entries.length === 0) yield [above, NO_FILE];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${above}${entry.name}`;
    if (entry.isDirectory()) yield* sizesBelow(folder, `${path}/`);
    else if (path !== MANIFEST) yield [path, entry.isFile() ? sizeOf(join(folder, path)) : NO_FILE];
  }
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? NO_FILE;
}

/** At least one batch, so that the manifest is always read. */
function* batchesOf(sizes: Iterable<readonly [string, number]>): Generator<Map<string, number>> {
  let batch = new Map<string, number>();
  for (const [path, size] of sizes) {
    batch.set(path, size);
    if (batch.size < BATCH_FILES) continue;
    yield batch;
    batch = new Map();
  }
  yield batch;
}

/** The files that a manifest lists, then those that its index of cases lists. @throws SyntaxError if it is not a manifest */
async function* listedFiles(folder: string): AsyncGenerator<ListedFile> {
  const path = join(folder, MANIFEST);
  if (lstatSync(path).size > MAX_MANIFEST) throw new SyntaxError("too long");
  const { files } = manifestIn(readFileSync(path, "utf8"));
  for (const file of files) yield fileOf(file);
  const index = join(folder, INDEX);
  if (!files.some((file) => isJsonObject(file) && file.path === INDEX) || !existsSync(index)) return;
  for await (const line of readLines(createReadStream(index))) {
    const row: unknown = line.problem === null ? JSON.parse(line.bytes.toString("utf8")) : null;
    // a case without a file has no path
    if (isJsonObject(row) && row.path !== null) yield fileOf(row);
  }
}

/** Checks the fields that every version has written, and that no other program's manifest has. */
function manifestIn(text: string): { readonly files: readonly unknown[] } {
  const manifest: unknown = JSON.parse(text);
  if (
    isJsonObject(manifest) &&
    typeof manifest.caselaw === "string" &&
    isExportFormat(String(manifest.format)) &&
    isJsonObject(manifest.corpus) &&
    typeof manifest.corpus.state === "string" &&
    typeof manifest.exported_at === "string" &&
    typeof manifest.cases === "number" &&
    Array.isArray(manifest.files)
  )
    return { files: manifest.files };
  throw new SyntaxError("not the manifest of an export");
}

function fileOf(file: unknown): ListedFile {
  if (!isJsonObject(file)) throw new SyntaxError("no file");
  return { path: String(file.path), bytes: Number(file.bytes) };
}
