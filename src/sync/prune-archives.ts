/** Removes archives that are not kept (docs/interface.md, "sync and download"), once their replacements are imported. */
import { rm } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { supplementsFolder } from "../archive/volume/supplements.ts";
import { type BulkRecord, MADE_BULK_ID, type StoredFile } from "../domain/bulk-file.ts";
import { CorpusReader } from "../store/read/corpus-reader.ts";
import { removeFolder } from "./supplements-folder.ts";
import type { SyncOptions } from "./sync-options.ts";

/**
 * @param stored the current archive of the unit
 * @param replaced path of the unit's earlier archive, if it differs
 */
export async function pruneArchives(
  stored: StoredFile,
  replaced: string | null,
  { corpusPath, dataFolder, keep }: Pick<SyncOptions, "corpusPath" | "dataFolder" | "keep">,
): Promise<void> {
  if (keep === "all") return;
  const { bulk } = stored.file;
  // also those that an earlier run was to remove when it was stopped
  const older = bulk === null ? [] : olderPaths(bulk, corpusPath).map((path) => resolve(dataFolder, path));
  for (const path of [...older, ...(replaced === null ? [] : [replaced])]) {
    if (resolve(path) !== resolve(stored.path)) await drop(path, dataFolder);
  }
}

/** Removes an archive with its supplements, if it is in the data folder; other files belong to the user. */
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
        id < MADE_BULK_ID && // other archives belong to the user
        filterId !== null &&
        filterId === bulk.filterId &&
        filterType === bulk.filterType &&
        bodyFormat === bulk.bodyFormat &&
        (exportDate ?? "") <= (bulk.exportDate ?? ""),
    )
    .flatMap(({ path }) => path ?? []);
}
