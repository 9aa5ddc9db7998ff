/** Free space of the disk. */
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** Free bytes of the disk that has the folder, or will have it. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existingParent(folder));
  return bavail * bsize;
}

function existingParent(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingParent(dirname(folder));
}
