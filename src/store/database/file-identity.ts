/** Which file has a name, so that a replaced one is recognised. */
import { statSync } from "node:fs";

/** Device and inode of the file with this name now. */
export function identityOf(path: string): string {
  const { dev, ino } = statSync(path, { throwIfNoEntry: false }) ?? { dev: 0, ino: 0 };
  return `${dev} ${ino}`;
}
