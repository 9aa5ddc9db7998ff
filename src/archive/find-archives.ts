/** Finds the archives below a folder; other files are skipped. */
import { join } from "node:path";
import { CaselawError } from "../domain/errors.ts";
import { quote } from "./fault.ts";
import { readFolder } from "./folder.ts";
import { isStray } from "./member-name.ts";
import { isFolder, recognise, recogniseFile, recogniseFolder } from "./recognise.ts";
import { isSupplementsFolder } from "./volume/supplements.ts";

/** Names of archives: these are opened also when their content is damaged, so that the damage is reported. */
const SURE_NAME = /(?:\.zip|\.jsonl\.xz|[/\\]data\.jsonl)$/i;
/** Names that lists, rejects and scans may have too. */
const MAYBE_NAME = /(?<!\.tar)\.xz$|\.jsonl$/i;

/**
 * Yields `path` itself when it is an archive or a file named like one, else every archive below it, in the order of
 * names: zips, `.jsonl`, `.jsonl.xz`, unpacked bags and volumes. Links to folders are not followed, and the supplements of a
 * volume belong to its zip.
 *
 * @throws CaselawError `not_found` when there is no such path, or no archive in it; `corrupt` when it is another file.
 */
export async function* findArchives(path: string): AsyncGenerator<string> {
  if (!(await isFolder(path))) {
    if (!SURE_NAME.test(path)) await recognise(path);
    yield path;
    return;
  }
  let found = 0;
  for await (const archive of walk(path)) {
    found++;
    yield archive;
  }
  if (found > 0) return;
  throw new CaselawError(
    "not_found",
    `Cannot find an archive in ${quote(path)}: no bag, volume or data.jsonl`,
    {
      at: { file: path },
    },
  );
}

async function* walk(folder: string): AsyncGenerator<string> {
  if ((await recogniseFolder(folder)) !== null) {
    yield folder;
    return;
  }
  for (const entry of await readFolder(folder)) {
    const path = join(folder, entry.name);
    if (isStray(entry.name) || (entry.isDirectory() && isSupplementsFolder(entry.name))) continue;
    if (entry.isDirectory()) yield* walk(path);
    else if (!(entry.isSymbolicLink() && (await leadsNowhere(path))) && (await isArchive(path))) yield path;
  }
}

/** Whether a link leads to no file: to nothing, or to a folder. */
async function leadsNowhere(path: string): Promise<boolean> {
  try {
    return await isFolder(path);
  } catch {
    return true;
  }
}

/** Whether a file is an archive: by its name, or by its content where other files have such names too. */
async function isArchive(path: string): Promise<boolean> {
  if (SURE_NAME.test(path)) return true;
  return MAYBE_NAME.test(path) && (await recogniseFile(path)) !== null;
}
