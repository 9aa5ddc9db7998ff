/** Removes unfinished downloads of files that are no longer listed, so that nothing will continue them (docs/faults.md, "I7"). */
import { readdir, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { systemCodeOf } from "../domain/errors.ts";

const PART = /\.part(\.json)?$/;

/**
 * @param folder the data folder; only its folders `bulk` and `static` are searched
 * @param listed `BulkFile.path` of all files that the source lists now, selected or not
 * @returns the names removed, below the folder
 */
export async function sweepParts(folder: string, listed: Iterable<string>): Promise<readonly string[]> {
  const wanted = new Set(listed);
  const removed: string[] = [];
  for (const source of ["bulk", "static"]) {
    for (const path of await filesBelow(join(folder, source))) {
      const name = relative(folder, path).split(sep).join("/");
      if (!PART.test(name) || wanted.has(name.replace(PART, ""))) continue;
      await rm(path, { force: true });
      removed.push(name);
    }
  }
  return removed.toSorted();
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return [];
    throw error;
  }
}
