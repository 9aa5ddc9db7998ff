/**
 * Checks every file or folder that an option names as an output: precious files are never overwritten, whichever name, link or
 * relative path leads to them.
 */
import { existsSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { asUnavailable, CaselawError, systemCodeOf } from "../domain/errors.ts";
import { isLink, isSameFile, realName } from "../store/database/corpus-file.ts";

/** A file that must not be overwritten, and its description: `the tokens file`. */
export interface PreciousFile {
  readonly path: string;
  readonly is: string;
}

interface RunPlace {
  readonly corpusPath: string;
  readonly dataFolder: string;
}

/** An output, `report "x.json"`. */
export interface Output {
  readonly kind: string;
  readonly path: string;
}

/** Suffixes of the files that SQLite and a run make next to a corpus. */
const CORPUS_SUFFIXES = ["-wal", "-shm", "-journal", ".lock", ".lock.holder"] as const;
/** The files that a run makes in the data folder for itself. */
const LOCKS = [".lock", ".lock.holder"] as const;

/** The files of the corpus and of the data folder that no option may name as an output. */
function placeFiles({ corpusPath, dataFolder }: RunPlace): PreciousFile[] {
  // SQLite makes its files next to the file that a link names
  const corpora = new Set([corpusPath, realName(corpusPath)]);
  return [
    ...[...corpora].flatMap((path) => [
      { path, is: "the corpus" },
      ...CORPUS_SUFFIXES.map((end) => ({ path: `${path}${end}`, is: `the "${end}" of the corpus` })),
    ]),
    { path: dataFolder, is: "the data folder" },
    ...LOCKS.map((name) => ({ path: join(dataFolder, name), is: "the lock of the data folder" })),
  ];
}

/**
 * @param otherFiles precious files besides those of the corpus and of the data folder
 * @param ownFault why an existing file or folder may not be overwritten, because it is not an output of this kind; null
 *   when it may
 * @throws CaselawError `invalid` when the output is precious, a dangling link, or not of its own kind; `unavailable` when that cannot be checked
 */
export function checkOutput(
  { kind, path }: Output,
  place: RunPlace,
  otherFiles: readonly PreciousFile[],
  ownFault: (path: string) => string | null,
): void {
  const refuse = (reason: string, advice = "choose another name"): CaselawError =>
    new CaselawError("invalid", `Cannot write ${kind} "${path}": ${reason}; ${advice}`);
  try {
    if (path === "") throw refuse("the name is empty");
    if (isLink(path) && !existsSync(path))
      throw refuse(`it is a link to "${readlinkSync(path)}", which is not there`, "name that file itself");
    const precious = [...placeFiles(place), ...otherFiles].find((file) => isSame(file.path, path));
    if (precious !== undefined) throw refuse(`it is ${precious.is}`);
    const fault = existsSync(path) ? ownFault(path) : null;
    if (fault !== null) throw refuse(fault);
  } catch (error) {
    throw asUnavailable(error, `write ${kind} "${path}"`);
  }
}

/** Whether two paths are one file; false if it may not be read. */
function isSame(path: string, otherPath: string): boolean {
  try {
    return isSameFile(path, otherPath);
  } catch (error) {
    if (systemCodeOf(error) === undefined) throw error;
    return false;
  }
}
