/** The folder of supplements on disk: what is kept there, what no longer counts, and how it goes. */
import { lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openArchive } from "../archive/open-archive.ts";
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import { finishPart, partPaths } from "../download/part.ts";
import { htmlFault, jsonFault, rowsNamed } from "./judge-supplement.ts";

const KINDS = ["json", "html"] as const;

/** Makes the folder, which marks a volume that lacks something. @throws CaselawError `unavailable` */
export async function makeFolder(folder: string): Promise<void> {
  await writing(folder, () => makeOwnFolder(folder));
}

/** Removes the folder with all that is in it; no link is followed. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/**
 * Keeps a file under its name, whole or not at all.
 *
 * @param name `json/0036-01.json`
 * @throws CaselawError `unavailable` when the disk does not take it
 */
export async function keepSupplement(folder: string, name: string, bytes: Buffer): Promise<void> {
  const paths = partPaths(join(folder, name));
  await writing(paths.final, async () => {
    await makeOwnFolder(dirname(paths.final));
    await rm(paths.part, { force: true });
    await writeFile(paths.part, bytes, { flag: "wx" });
    await finishPart(paths);
  });
}

/** The files that are kept: `json/0036-01.json`. None of a folder that is a link, or not there. */
export async function supplementsIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const kind of KINDS) {
    for (const entry of await filesIn(folder, kind)) names.push(`${kind}/${entry}`);
  }
  return names;
}

export async function removeSupplements(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true });
}

/**
 * Supplements that a newer zip has made void: it has them itself, or lists another version of the case, or the case no
 * longer.
 *
 * @throws CaselawError as `openArchive`
 */
export async function staleSupplements(zipPath: string, folder: string): Promise<string[]> {
  const kept = await supplementsIn(folder);
  if (kept.length === 0) return [];
  await using archive = await openArchive(zipPath);
  if (archive.layout !== "volume") return kept;
  const { casesMetadata: rows, mismatches } = archive;
  const used = new Set(archive.supplements);
  const without = new Set(
    mismatches.filter(({ kind }) => kind === "html_without_json").map(({ name }) => name),
  );
  const stale: string[] = [];
  for (const single of kept) {
    const { kind, name = "" } = /^(?<kind>json|html)\/(?<name>.*)\.\k<kind>$/.exec(single)?.groups ?? {};
    const judge = kind === "json" ? jsonFault : htmlFault;
    const isWanted = used.has(single) && !without.has(name);
    if (isWanted && judge(await readFile(join(folder, single)), rowsNamed(rows, name)) === null) continue;
    stale.push(single);
    if (kind === "json") without.add(name);
  }
  return stale;
}

/** A link in its place is removed: what is written through it goes to another folder. */
async function makeOwnFolder(folder: string): Promise<void> {
  if ((await lstat(folder).catch(() => null))?.isSymbolicLink() === true) await rm(folder);
  await mkdir(folder, { recursive: true });
}

async function filesIn(folder: string, kind: string): Promise<string[]> {
  const inner = join(folder, kind);
  try {
    for (const path of [folder, inner]) if (!(await lstat(path)).isDirectory()) return [];
    const entries = await readdir(inner, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(`.${kind}`))
      .map(({ name }) => name);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return [];
    throw error;
  }
}

async function writing<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!/^E[A-Z0-9]+$/.test(systemCodeOf(error) ?? "")) throw error;
    throw new CaselawError("unavailable", `Cannot store ${path}: ${messageOf(error)}`, {
      at: { file: path },
      cause: error,
    });
  }
}
