/**
 * Finds the file of a corpus by any of its names, so that two names of one file are one corpus.
 *
 * SQLite keeps the log next to the file's real name. So symbolic links are followed. A file with several hard links is not
 * written, because under the second name SQLite does not find the log of the first.
 */
import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CaselawError } from "../../domain/errors.ts";

/**
 * Whether a file or a folder with the name of a corpus exists.
 *
 * @throws CaselawError `invalid` for a link to a missing file: SQLite would create that file
 */
export function corpusExists(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return true;
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
  const found = `it is a link to "${readlinkSync(path)}", which does not exist`;
  throw new CaselawError("not_found", `Cannot open corpus "${path}": ${found}`);
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

/** @throws CaselawError `invalid` if the file has other hard links */
export function refuseSecondName(path: string): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before === undefined || !before.isFile() || before.nlink === 1) return;
  // counted again after counting the links of foreign-log.ts, which may have been removed in between
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

/** The number of hard links from foreign-log.ts, some of them perhaps left by a killed run. */
function linksOfChecks(path: string, { dev, ino }: Stats): number {
  const real = realpathSync.native(path);
  return readdirSync(dirname(real)).filter((name) => {
    if (!name.startsWith(`${basename(real)}.verify-`)) return false;
    const link = lstatSync(join(dirname(real), name), { throwIfNoEntry: false });
    return link?.dev === dev && link.ino === ino;
  }).length;
}
