/**
 * Which file a corpus is, whatever name it is given by: two names of one file must not be two corpora to us.
 *
 * SQLite keeps the log beside the file's real name. So a symbolic link is followed, and a file with several names (hard
 * links) is not written: by its second name the log of the first is not found.
 */
import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CaselawError } from "../../domain/errors.ts";

/**
 * Whether there is a file, or a folder, under a corpus's name.
 *
 * @throws CaselawError `not_found` for a link to what does not exist: SQLite would make the file there
 */
export function corpusExists(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return true;
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
  const found = `it is a link to "${readlinkSync(path)}", which does not exist`;
  throw new CaselawError("not_found", `Cannot open corpus "${path}": ${found}`);
}

/**
 * The path without links, the same for every name of a corpus, also of one that does not exist yet.
 *
 * @param path in a folder that exists
 * @throws CaselawError as `corpusExists`
 */
export function realCorpusPath(path: string): string {
  return corpusExists(path)
    ? realpathSync.native(path)
    : join(realpathSync.native(dirname(path)), basename(path));
}

/** @throws CaselawError `unsupported` when the file has further names */
export function refuseSecondName(path: string): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before === undefined || !before.isFile() || before.nlink === 1) return;
  // read again behind the links that `check-file` makes: one of them may be gone by now
  const ours = linksOfChecks(path, before);
  const names = Math.min(before.nlink, statSync(path).nlink) - ours;
  if (names <= 1) return;
  throw new CaselawError(
    "unsupported",
    `Cannot open corpus "${path}" for writing: the file has ${names} names`,
    {
      hint: "SQLite keeps a log for each name. Remove the other hard links, or make a copy with `caselaw backup`.",
    },
  );
}

/** How many links `check-file` made, of which a killed run may have left some. */
function linksOfChecks(path: string, { dev, ino }: Stats): number {
  const real = realpathSync.native(path);
  return readdirSync(dirname(real)).filter((name) => {
    if (!name.startsWith(`${basename(real)}.verify-`)) return false;
    const link = lstatSync(join(dirname(real), name), { throwIfNoEntry: false });
    return link?.dev === dev && link.ino === ino;
  }).length;
}
