/** Adds bags to the bulk collection without importing them, so that `serve` lists them and serves their files. */

import { statSync } from "node:fs";
import { openArchive } from "../archive/open-archive.ts";
import { CaselawError } from "../domain/errors.ts";
import { pathBelow } from "../domain/file-path.ts";
import type { KnownBulkFile } from "../domain/records.ts";
import { readKnownReferences } from "../store/references/reference-reader.ts";
import { lockRun, openWriter, type RunOptions } from "./run.ts";
import { identify } from "./unit/identify.ts";
import { readContents } from "./unit/read-contents.ts";

/**
 * @param paths bags below the data folder
 * @returns how many were added; a service's own record of the same file replaces a record made here
 * @throws CaselawError `invalid` when one is not below the data folder, the only folder that archives are served from;
 *   `conflict` when another run has locked the corpus; `corrupt` when one is not a bag
 */
export async function registerBags(paths: readonly string[], options: RunOptions): Promise<number> {
  const { corpusPath, dataFolder } = options;
  using _lock = lockRun(options);
  const known = readKnownReferences(corpusPath);
  const bags: KnownBulkFile[] = [];
  for (const path of paths) {
    await using archive = await openArchive(path);
    const { bulk } = identify(await readContents(archive), { path, listed: null, known });
    const kept = keptPath(path, dataFolder);
    if (bulk !== null && kept !== null) bags.push({ ...bulk, path: kept });
    else throw new CaselawError("invalid", `Cannot register "${path}": no bag below "${dataFolder}"`);
  }
  using writer = openWriter(corpusPath, options.memory);
  for (const bag of bags) writer.noteBag(bag);
  return bags.length;
}

/** The path below the data folder of an archive that may be served; null for a folder or a file outside the data folder. */
export function keptPath(path: string, dataFolder: string): string | null {
  const below = pathBelow(dataFolder, path);
  return below !== null && statSync(path).isFile() ? below : null;
}
