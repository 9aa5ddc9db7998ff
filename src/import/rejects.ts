/**
 * The file of an archive's rejects, one JSON line for each, at `rejects/<source>/<unit>.jsonl` of the data folder. It gets
 * its name at the end of the archive; an archive without rejects removes the file of an earlier run. Archives of one unit in
 * one run share a file.
 */
import { hash } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { RecordPlace } from "../archive/archive.ts";
import { CaselawError, messageOf } from "../domain/errors.ts";
import { publishFile } from "../files/durable.ts";

/** Appends to an existing file; fails on a link that somebody put there. */
const APPEND_NO_LINK = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW;

/** A rejected record: its position, the reason, and its beginning. */
interface Reject extends RecordPlace {
  readonly file: string;
  readonly caseId: number | null;
  readonly reason: string;
  readonly text: string;
}

/** Opens the reject files of one run. */
export type OpenRejects = (source: string, unit: string) => RejectFile;

export function rejectsIn(dataFolder: string): OpenRejects {
  const finished = new Set<string>();
  return (source, unit) =>
    new RejectFile(join(dataFolder, "rejects", source, `${safeName(unit)}.jsonl`), finished);
}

export class RejectFile {
  readonly #path: string;
  readonly #part: string;
  readonly #finished: Set<string>;
  #count = 0;

  /**
   * @param finished files of this run, to which rejects are added
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

  /** Gives the file its name; returns its path, or null when there are no rejects. */
  async finish(): Promise<string | null> {
    if (this.#count > 0) {
      await publishFile(this.#part, this.#path).catch((error: unknown) => {
        throw this.#problem(error);
      });
      this.#finished.add(this.#path);
      return this.#path;
    }
    if (!this.#finished.has(this.#path)) this.#guarded(() => rmSync(this.#path, { force: true }));
    return null;
  }

  /** Removes an unfinished file; one that cannot be removed now is removed by the next import of the unit. */
  discard(): void {
    try {
      rmSync(this.#part, { force: true });
    } catch {
      // the error that led here is the one to report
    }
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw this.#problem(error);
    }
  }

  #problem(error: unknown): CaselawError {
    return new CaselawError("unavailable", `Cannot write rejects "${this.#path}": ${messageOf(error)}`, {
      at: { file: this.#path },
      cause: error,
    });
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
