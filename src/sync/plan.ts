/** The plan before a download: the files to download, and whether they fit on the disk. */
import { existsSync } from "node:fs";
import type { BulkFile } from "../domain/bulk-file.ts";
import { CaselawError } from "../domain/errors.ts";
import { freeBytes } from "../download/free-space.ts";
import { type KnownDownloads, wasPruned } from "./known-downloads.ts";

/** The files that are not on disk, or of another version than the listed one. */
export function planOf(files: readonly BulkFile[], known: KnownDownloads): readonly BulkFile[] {
  return files.filter((file) => {
    const noted = known.downloads.find(file);
    if (noted === null || file.version === null || noted.version !== file.version) return true;
    return !existsSync(noted.path) && !wasPruned(noted, file, known);
  });
}

/**
 * Returns the free bytes of the data folder's disk. Sizes that are not listed are checked with each answer
 * (download/receive.ts).
 *
 * @throws CaselawError `unavailable` when the listed sizes do not fit
 */
export async function checkSpace(files: readonly BulkFile[], dataFolder: string): Promise<number> {
  const free = await freeBytes(dataFolder);
  const needed = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  if (needed <= free) return free;
  throw new CaselawError(
    "unavailable",
    `Cannot download to "${dataFolder}": ${needed} bytes are needed, ${free} are free`,
  );
}
