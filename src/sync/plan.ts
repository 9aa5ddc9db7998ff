/** The plan before a download: what is to be fetched, and whether it fits. */
import { existsSync } from "node:fs";
import type { BulkFile } from "../domain/bulk-file.ts";
import { CaselawError } from "../domain/errors.ts";
import { freeBytes } from "../download/free-space.ts";
import { type KnownDownloads, wasPruned } from "./known-downloads.ts";

export interface Plan {
  /** Files that are absent here or that the listing tells to be another version than the one held. */
  readonly files: readonly BulkFile[];
}

export function planOf(files: readonly BulkFile[], held: KnownDownloads): Plan {
  return {
    files: files.filter((file) => {
      const noted = held.findDownload(file);
      if (noted === null || file.version === null || noted.version !== file.version) return true;
      return !existsSync(noted.path) && !wasPruned(noted, file, held);
    }),
  };
}

/**
 * Free bytes where the data folder is, or will be. What the listing does not tell is checked when each answer comes
 * (download/receive.ts).
 *
 * @throws CaselawError `unavailable` when what the listing tells cannot fit
 */
export async function checkSpace({ files }: Plan, dataFolder: string): Promise<number> {
  const free = await freeBytes(dataFolder);
  const needed = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  if (needed <= free) return free;
  throw new CaselawError(
    "unavailable",
    `Cannot download to "${dataFolder}": ${needed} bytes are needed, ${free} are free`,
  );
}
