/**
 * A folder for an unfinished output, next to its target: `TARGET.<16 hex digits>.part`.
 *
 * The name is random and the folder is created exclusively, so it contains no other files. A mark inside says that a later run
 * may remove the folder after a kill. A folder with such a name but without the mark is not removed.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

const MARK = "caselaw-unfinished.txt";
const MARK_TEXT = "An unfinished output of caselaw. The next run with the same target removes this folder.\n";
const ENDING = /^\.[0-9a-f]{16}\.part$/;

export class UnfinishedOutput implements Disposable {
  readonly path: string;
  readonly #folder: string;
  readonly #target: string;

  /**
   * Creates the folder, and removes folders that killed runs left. If a killed run had moved the former output aside, that
   * output is restored first.
   *
   * @param target its real path. The caller has the lock of this target, so no such folder belongs to a current run.
   * @throws the system's error
   */
  constructor(target: string) {
    this.#target = target;
    removeUnfinished(target);
    // loaded late: what only reads needs no random name
    const { randomBytes } = process.getBuiltinModule("node:crypto");
    this.#folder = `${target}.${randomBytes(8).toString("hex")}.part`;
    mkdirSync(this.#folder);
    writeFileSync(join(this.#folder, MARK), MARK_TEXT, { flag: "wx" });
    this.path = join(this.#folder, "new");
  }

  /** Renames the output to its target. An existing target is moved into the folder and removed with it. */
  publish(): void {
    const former = formerIn(this.#folder);
    // rename replaces a file, but not a folder
    const isFolder = lstatSync(this.#target, { throwIfNoEntry: false })?.isDirectory() === true;
    if (isFolder) renameSync(this.#target, former);
    try {
      renameSync(this.path, this.#target);
    } catch (error) {
      if (isFolder) renameSync(former, this.#target);
      throw error;
    }
  }

  /** Removes the folder. If that fails, the next run with the same target removes it. */
  [Symbol.dispose](): void {
    try {
      clear(this.#folder, this.#target);
    } catch {
      // this error must not hide an error of the output itself
    }
  }
}

function formerIn(folder: string): string {
  return join(folder, "former");
}

/** Removes the folder, the mark last, so that a kill leaves a marked folder. Restores the former output if there is no target. */
function clear(folder: string, target: string): void {
  const former = formerIn(folder);
  if (existsSync(former) && !existsSync(target)) renameSync(former, target);
  for (const name of readdirSync(folder)) {
    if (name !== MARK) rmSync(join(folder, name), { recursive: true, force: true });
  }
  rmSync(join(folder, MARK), { force: true });
  rmdirSync(folder);
}

/** Removes the folders that killed runs left. The caller has the lock of this target. @throws the system's error */
export function removeUnfinished(target: string): void {
  const [parent, name] = [dirname(target), basename(target)];
  const folders = readdirSync(parent)
    .filter((entry) => entry.startsWith(name) && ENDING.test(entry.slice(name.length)))
    .map((entry) => join(parent, entry));
  for (const folder of folders) if (isMarked(folder)) clear(folder, target);
}

/** Whether the folder has the mark. A kill can leave a folder that is empty or has a part of the mark. */
function isMarked(folder: string): boolean {
  if (!lstatSync(folder).isDirectory()) return false;
  if (readdirSync(folder).length === 0) return true;
  const mark = join(folder, MARK);
  return (
    lstatSync(mark, { throwIfNoEntry: false })?.isFile() === true &&
    MARK_TEXT.startsWith(readFileSync(mark, "utf8"))
  );
}
