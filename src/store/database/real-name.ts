/** Names of files as the system resolves them, also of files that do not exist yet. */
import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { systemCodeOf } from "../../domain/errors.ts";

/**
 * The absolute path without symbolic links. Of a path that does not exist, as much as exists is resolved; of a link whose
 * target is missing, the name of the target.
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

/** Whether a path is a symbolic link itself. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch (error) {
    // below a file, which unlike `statSync` this reports
    if (systemCodeOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

/** Whether two paths name one file (device and inode), or would: a path that does not exist is compared by its real name. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  if (a !== undefined && b !== undefined) return a.dev === b.dev && a.ino === b.ino;
  return a === b && realName(one) === realName(other);
}
