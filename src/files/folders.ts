/** Makes folders, and checks those in which files are made. */
import { accessSync, constants, mkdirSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { CaselawError, systemCodeOf } from "../domain/errors.ts";

/** Codes of the system where this user lacks a right. */
export const NO_RIGHT: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);

/**
 * Makes a folder and those above it. Node's own `recursive` never ends where the system makes none, as below `/proc` (Node 24.21).
 *
 * @throws the system's error; `ENOTDIR` where something else has the name, also a link to nothing
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // another run may make it at the same time
    if (isFolder(path)) return;
    if (systemCodeOf(error) !== "EEXIST") throw error;
    throw Object.assign(new Error(`"${path}" is not a folder`, { cause: error }), { code: "ENOTDIR" });
  }
}

/** Refuses an output that cannot be made in its folder. @throws CaselawError `invalid`: the folder does not exist; `unavailable` */
export function checkFolderOf(output: string, shown: string): void {
  const folder = dirname(output);
  const refuse = (code: "invalid" | "unavailable", reason: string): CaselawError =>
    new CaselawError(code, `Cannot write ${shown}: ${reason}`);
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) throw refuse("invalid", `there is no folder "${folder}"`);
  if (!stat.isDirectory()) throw refuse("unavailable", `"${folder}" is not a folder`);
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if (!NO_RIGHT.has(systemCodeOf(error) ?? "")) throw error;
    throw refuse("unavailable", `this user cannot write in the folder "${folder}"`);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Free bytes with which a write does not fail. */
const SOME_SPACE = 2 ** 20;

/** Why a file cannot be written: SQLite writes large sorts to the folder for temporary files, which can be another disk. */
export function noSpaceFor(path: string): string {
  const hasSpace = (folder: string): boolean => {
    try {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize > SOME_SPACE;
    } catch {
      return false;
    }
  };
  const isTemporary = hasSpace(dirname(path)) && !hasSpace(tmpdir());
  return isTemporary
    ? `no space is left in "${tmpdir()}", the folder for temporary files`
    : "no space is left";
}
