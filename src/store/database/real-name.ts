/** Resolves names of files, also of files that do not exist yet. */
import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { systemCodeOf } from "../../domain/errors.ts";

/**
 * The absolute path without symbolic links. If the path does not exist, its existing part is resolved. If it is a link with a
 * missing target, this is the path of the target.
 *
 * @throws the system's error, for instance `EACCES` or `ELOOP`
 */
export function realName(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const absolute = resolve(path);
    const isMissing = ["ENOENT", "ENOTDIR"].includes(systemCodeOf(error) ?? "");
    if (!isMissing || dirname(absolute) === absolute) throw error;
    const name = join(realName(dirname(absolute)), basename(absolute));
    return isLink(name) ? realName(resolve(dirname(name), readlinkSync(name))) : name;
  }
}

/** Whether a path is a symbolic link. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch (error) {
    // the path is below a file; `statSync` does not throw for that, `lstatSync` does
    if (systemCodeOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

/** Whether two paths name one file (device and inode). Paths that do not exist are compared by their real names. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  if (a !== undefined && b !== undefined) return a.dev === b.dev && a.ino === b.ino;
  return a === b && realName(one) === realName(other);
}
