/** Takes away archives that are not to be kept (docs/interface.md, "sync and download"), once what replaced them is in. */
import { rm } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { supplementsFolder } from "../archive/volume/supplements.ts";
import { type BulkRecord, MADE_BULK_ID, type StoredFile } from "../domain/bulk-file.ts";
import { CorpusReader } from "../store/read/corpus-reader.ts";
import { removeFolder } from "./supplements-folder.ts";

export interface Keeping {
  readonly corpusPath: string;
  readonly dataFolder: string;
  readonly keep: "all" | "newest" | "none";
}

/**
 * @param stored the archive that serves now
 * @param replaced where the unit's archive was before; null when there was none, or it was in the same place
 */
export async function pruneArchives(
  stored: StoredFile,
  replaced: string | null,
  keeping: Keeping,
): Promise<void> {
  const { corpusPath, dataFolder, keep } = keeping;
  if (keep === "all") return;
  const { bulk } = stored.file;
  // also those that an earlier run, stopped in between, left behind
  const older = bulk === null ? [] : olderPaths(bulk, corpusPath).map((path) => resolve(dataFolder, path));
  for (const path of [...older, ...(replaced === null ? [] : [replaced])]) {
    if (resolve(path) !== resolve(stored.path)) await drop(path, dataFolder);
  }
}

/** Removes a file with its supplements, if it lies in the data folder: nothing else is ours. */
export async function drop(path: string, dataFolder: string): Promise<void> {
  if (!resolve(path).startsWith(resolve(dataFolder) + sep)) return;
  const supplements = supplementsFolder(path);
  if (supplements !== null) await removeFolder(supplements);
  await rm(path, { force: true });
}

/** Where archives of the same jurisdiction and format with an earlier export are kept, below the data folder. */
function olderPaths(bulk: BulkRecord, corpusPath: string): string[] {
  using reader = new CorpusReader(corpusPath);
  return reader
    .bulkFiles()
    .filter(
      ({ id, filterType, filterId, bodyFormat, exportDate }) =>
        id !== bulk.id &&
        id < MADE_BULK_ID && // what somebody put there is theirs
        filterId !== null &&
        filterId === bulk.filterId &&
        filterType === bulk.filterType &&
        bodyFormat === bulk.bodyFormat &&
        (exportDate ?? "") <= (bulk.exportDate ?? ""),
    )
    .flatMap(({ path }) => path ?? []);
}
