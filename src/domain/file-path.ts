/** Paths of files, as the system writes them. */
import { isAbsolute, relative, resolve, sep } from "node:path";

/**
 * The path of a file from a folder that it is below, with `/`; null if it is not below it. Links are not followed.
 */
export function pathBelow(folder: string, path: string): string | null {
  const below = relative(resolve(folder), resolve(path));
  // another drive has no relative path
  if (below === "" || isAbsolute(below)) return null;
  const parts = below.split(sep);
  return parts[0] === ".." ? null : parts.join("/");
}
