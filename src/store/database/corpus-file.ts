/**
 * Finds the file of a corpus by any of its names, so that two names of one file are one corpus.
 *
 * SQLite keeps the log next to the file's real name. So symbolic links are followed. A file with several hard links is not
 * written, because under the second name SQLite does not find the log of the first.
 */
import { closeSync, lstatSync, openSync, readlinkSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { CaselawError, systemCodeOf } from "../../domain/errors.ts";
import { APPLICATION_ID } from "./schema.ts";

/**
 * Whether a file or a folder with the name of a corpus exists.
 *
 * @throws CaselawError `not_found` for a link to a missing file: SQLite would create that file
 */
export function corpusExists(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return true;
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
  const reason = `it is a link to "${readlinkSync(path)}", which does not exist`;
  throw new CaselawError("not_found", `Cannot open corpus "${path}": ${reason}`);
}

/**
 * The path without links: the same for every name of a corpus, even before the corpus exists.
 *
 * @param path in an existing folder
 * @throws CaselawError as `corpusExists`
 */
export function realCorpusPath(path: string): string {
  return corpusExists(path)
    ? realpathSync.native(path)
    : join(realpathSync.native(dirname(path)), basename(path));
}

/** @throws CaselawError `unsupported` if the file has other hard links */
export function refuseSecondName(path: string): void {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined || !file.isFile() || file.nlink === 1) return;
  throw new CaselawError(
    "unsupported",
    `Cannot open corpus "${path}" for writing: the file has ${file.nlink} names`,
    {
      hint: "SQLite keeps a log for each name. Remove the other hard links, or make a copy with `caselaw backup`.",
    },
  );
}

/** Offset of the 4-byte `application_id` in a SQLite file (sqlite.org/fileformat2, "The Database Header"). */
const APPLICATION_ID_AT = 68;
const MAGIC = "SQLite format 3\0";

/** Reads at most `bytes` bytes from the start of a file. @throws the system's error */
export function readHead(path: string, bytes: number): Buffer {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(bytes);
    return head.subarray(0, readSync(file, head, 0, bytes, 0));
  } finally {
    closeSync(file);
  }
}

/** Whether a file is a corpus of any version. @throws the system's error */
export function isCorpusFile(path: string): boolean {
  const head = readHead(path, APPLICATION_ID_AT + 4);
  return (
    head.length === APPLICATION_ID_AT + 4 &&
    head.toString("latin1", 0, MAGIC.length) === MAGIC &&
    head.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID
  );
}

/**
 * The absolute path without symbolic links. If the path does not exist, its existing part is resolved. If it is a link with a
 * missing target, this is the path of the target.
 *
 * @throws the system's error, for instance `EACCES` or `ELOOP`
 */
export function realName(path: string): string {
  try {
    // also the upper and lower case of the file system's own names
    return realpathSync.native(path);
  } catch (error) {
    const absolute = resolve(path);
    const isMissing = ["ENOENT", "ENOTDIR"].includes(systemCodeOf(error) ?? "");
    if (!isMissing || dirname(absolute) === absolute) throw error;
    const name = join(realName(dirname(absolute)), basename(absolute));
    return isLink(name) ? realName(resolve(dirname(name), readlinkSync(name))) : name;
  }
}

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
export function isSameFile(pathA: string, pathB: string): boolean {
  const [a, b] = [pathA, pathB].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  if (a !== undefined && b !== undefined) return a.dev === b.dev && a.ino === b.ino;
  return a === b && realName(pathA) === realName(pathB);
}

export function identityOf(path: string): string {
  const { dev, ino } = statSync(path, { throwIfNoEntry: false }) ?? { dev: 0, ino: 0 };
  return `${dev} ${ino}`;
}
