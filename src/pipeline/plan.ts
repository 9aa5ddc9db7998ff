/** The plan before a download: what is to be fetched, and whether it fits. */
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BulkFile } from "../domain/bulk-file.ts";
import { CaselawError } from "../domain/errors.ts";

export interface Plan {
  /** Files that are absent here or that the listing tells to be another version than the one held. */
  readonly files: readonly BulkFile[];
}

/** Looks up the version noted at the last complete download of a unit. */
type FindNoted = (of: { source: string; unit: string }) => { readonly version: string | null } | null;

export function planOf(files: readonly BulkFile[], dataFolder: string, findNoted: FindNoted): Plan {
  return {
    files: files.filter((file) => {
      const noted = findNoted(file);
      const isHere = noted !== null && existsSync(join(dataFolder, file.path));
      return !isHere || file.version === null || noted.version !== file.version;
    }),
  };
}

/**
 * Free bytes where the data folder is, or will be.
 *
 * @throws CaselawError `unavailable` when what the listing tells cannot fit
 */
export async function checkSpace({ files }: Plan, dataFolder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existingParent(dataFolder));
  const free = bavail * bsize;
  const needed = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  if (needed <= free) return free;
  throw new CaselawError(
    "unavailable",
    `Cannot download to "${dataFolder}": ${needed} bytes are needed, ${free} are free`,
  );
}

function existingParent(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingParent(dirname(folder));
}
