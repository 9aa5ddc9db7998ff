/**
 * The file of an archive's refused records: a JSON line each, under `rejects/<source>/<unit>.jsonl` of the data folder.
 * Written beside and renamed when the archive is done; an archive without any takes an older run's file away. Archives of
 * one unit in one run share a file.
 */
import { hash } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { CaselawError, messageOf } from "../domain/errors.ts";
import type { RecordPlace } from "./seen-cases.ts";

/** To a file that is there, and not through a link that somebody put in its place. */
const APPEND_NO_LINK = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW;

/** One refused record: where it stands, why it was refused, and how it begins. */
export interface Reject extends RecordPlace {
  readonly file: string;
  readonly caseId: number | null;
  readonly reason: string;
  readonly text: string;
}

/** The reject files of one run. */
export class RejectFolder {
  readonly #dataFolder: string;
  /** Files that this run has put in their places. */
  readonly #finished = new Set<string>();

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
  }

  open(source: string, unit: string): RejectFile {
    const path = join(this.#dataFolder, "rejects", source, `${safeName(unit)}.jsonl`);
    return new RejectFile(path, this.#finished);
  }
}

export class RejectFile {
  readonly #path: string;
  readonly #part: string;
  readonly #finished: Set<string>;
  #count = 0;

  /**
   * @param finished files of this run, which are added to
   * @throws CaselawError `unavailable`, as `add` and `finish`, when the file cannot be written
   */
  constructor(path: string, finished: Set<string>) {
    this.#path = path;
    this.#part = `${path}.part`;
    this.#finished = finished;
    this.#guarded(() => rmSync(this.#part, { force: true }));
  }

  add(reject: Reject): void {
    const { file, entry, line, caseId, reason, text } = reject;
    this.#guarded(() => {
      if (this.#count === 0) this.#begin();
      const row = JSON.stringify({ file, entry, line, case_id: caseId, reason, text });
      const part = openSync(this.#part, APPEND_NO_LINK);
      try {
        appendFileSync(part, `${row}\n`);
      } finally {
        closeSync(part);
      }
    });
    this.#count++;
  }

  /** Puts the file in its place; returns its path, or null when there are no rejects. */
  finish(): string | null {
    if (this.#count === 0) {
      this.#guarded(() => {
        if (!this.#finished.has(this.#path)) rmSync(this.#path, { force: true });
      });
      return null;
    }
    this.#guarded(() => renameSync(this.#part, this.#path));
    this.#finished.add(this.#path);
    return this.#path;
  }

  /** What cannot be taken away here is at the next import of the unit. */
  discard(): void {
    try {
      rmSync(this.#part, { force: true });
    } catch {
      // the fault that led here is the one to tell
    }
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw new CaselawError("unavailable", `Cannot write rejects "${this.#path}": ${messageOf(error)}`, {
        at: { file: this.#path },
        cause: error,
      });
    }
  }

  #begin(): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    if (this.#finished.has(this.#path)) copyFileSync(this.#path, this.#part, constants.COPYFILE_EXCL);
    else writeFileSync(this.#part, "", { flag: "wx" });
  }
}

/** A unit's name as a path: `ill/xml` stays, an absolute path becomes its last part and a short hash. */
function safeName(unit: string): string {
  const isPlain = /^[\w.-]+(?:\/[\w.-]+)*$/.test(unit) && !unit.split("/").includes("..");
  if (isPlain && unit.length <= 200) return unit;
  const last = basename(unit)
    .replace(/[^\w.-]+/g, "-")
    .slice(0, 80);
  return `${last}-${hash("sha256", unit, "hex").slice(0, 8)}`;
}
