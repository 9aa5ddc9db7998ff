/** The path of an archive in the bulk collection. */
import { statSync } from "node:fs";
import { relative, resolve, sep } from "node:path";

/** The path below the data folder of an archive that may be served; null for a folder or a file outside the data folder. */
export function keptPath(path: string, dataFolder: string): string | null {
  const isBelow = resolve(path).startsWith(resolve(dataFolder) + sep);
  if (!isBelow || !statSync(path).isFile()) return null;
  return relative(resolve(dataFolder), resolve(path)).split(sep).join("/");
}
