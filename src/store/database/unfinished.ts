/**
 * A folder for an output that is not complete yet, beside the output's place: `TARGET.<16 hex digits>.part`.
 *
 * The name is random and made exclusively, so nobody else's file is in it or lost by it. A mark inside tells a later run
 * that what a killed run left may be removed; whatever has the name without the mark is not ours.
 */
import { randomBytes } from "node:crypto";
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
/** What follows the target's name. */
const ENDING = /^\.[0-9a-f]{16}\.part$/;

export class UnfinishedOutput implements Disposable {
  /** Where the new output is written. */
  readonly path: string;
  readonly #folder: string;
  readonly #target: string;

  /**
   * Makes the folder, and removes the ones that killed runs left. A former output that a killed run had moved aside goes
   * back to its place first.
   *
   * @param target its real name. The caller holds the lock of this target, so no leftover belongs to a running run.
   * @throws the system's error
   */
  constructor(target: string) {
    this.#target = target;
    for (const left of leftoversOf(target)) clear(left, target);
    this.#folder = `${target}.${randomBytes(8).toString("hex")}.part`;
    mkdirSync(this.#folder);
    writeFileSync(join(this.#folder, MARK), MARK_TEXT, { flag: "wx" });
    this.path = join(this.#folder, "new");
  }

  /** Gives the output its name. What has the name already is replaced and is removed with the folder. */
  publish(): void {
    const former = formerIn(this.#folder);
    // a file is replaced in one step; a folder is not
    const isFolder = lstatSync(this.#target, { throwIfNoEntry: false })?.isDirectory() === true;
    if (isFolder) renameSync(this.#target, former);
    try {
      renameSync(this.path, this.#target);
    } catch (error) {
      if (isFolder) renameSync(former, this.#target);
      throw error;
    }
  }

  /** What cannot be removed is left to the next run, which recognises it. */
  [Symbol.dispose](): void {
    try {
      clear(this.#folder, this.#target);
    } catch {
      // the error that led here, if there is one, is the one to report
    }
  }
}

function formerIn(folder: string): string {
  return join(folder, "former");
}

/** Removes the folder, the mark last: killed in the middle, it is recognised again. A former output is never lost. */
function clear(folder: string, target: string): void {
  const former = formerIn(folder);
  if (existsSync(former) && !existsSync(target)) renameSync(former, target);
  for (const name of readdirSync(folder)) {
    if (name !== MARK) rmSync(join(folder, name), { recursive: true, force: true });
  }
  rmSync(join(folder, MARK), { force: true });
  rmdirSync(folder);
}

function leftoversOf(target: string): string[] {
  const [folder, name] = [dirname(target), basename(target)];
  return readdirSync(folder)
    .filter((one) => one.startsWith(name) && ENDING.test(one.slice(name.length)))
    .map((one) => join(folder, one))
    .filter(isMarked);
}

/** An empty folder of such a name is one whose mark was not written yet, or was just removed; a mark may be half written. */
function isMarked(folder: string): boolean {
  if (!lstatSync(folder).isDirectory()) return false;
  if (readdirSync(folder).length === 0) return true;
  const mark = join(folder, MARK);
  return (
    lstatSync(mark, { throwIfNoEntry: false })?.isFile() === true &&
    MARK_TEXT.startsWith(readFileSync(mark, "utf8"))
  );
}
