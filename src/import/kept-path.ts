/** Where archives are kept, as the bulk collection names it. */
import { statSync } from "node:fs";
import { relative, resolve, sep } from "node:path";

/** Where an archive is kept below the data folder, as a service may hand it out; null for any other place or a folder. */
export function keptPath(path: string, dataFolder: string): string | null {
  const isBelow = resolve(path).startsWith(resolve(dataFolder) + sep);
  if (!isBelow || !statSync(path).isFile()) return null;
  return relative(resolve(dataFolder), resolve(path)).split(sep).join("/");
}
