/**
 * The file of an archive's rejects, one JSON line for each, at `rejects/<source>/<unit>.jsonl` of the data folder. It gets
 * its name at the end of the archive; an archive without rejects removes the file of an earlier run. Archives of one unit in
 * one run share a file.
 */
import { hash } from "node:crypto";
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { RecordPlace } from "../archive/members.ts";
import { asUnavailable } from "../domain/errors.ts";
import { publishFile } from "../files/durable.ts";

/** A rejected record: its position, the reason, and its beginning. */
interface Reject extends RecordPlace {
  readonly file: string;
  readonly caseId: number | null;
  readonly reason: string;
  readonly text: string;
}

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
  /** Descriptor of the part; null before the first reject. */
  #open: number | null = null;

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

  add({ file, entry, line, caseId, reason, text }: Reject): void {
    const row = JSON.stringify({ file, entry, line, case_id: caseId, reason, text });
    this.#guarded(() => {
      this.#open ??= this.#begin();
      appendFileSync(this.#open, `${row}\n`);
    });
  }

  /** Gives the file its name; returns its path, or null when there are no rejects. */
  async finish(): Promise<string | null> {
    if (this.#open === null) {
      if (!this.#finished.has(this.#path)) this.#guarded(() => rmSync(this.#path, { force: true }));
      return null;
    }
    this.#close();
    await publishFile(this.#part, this.#path).catch((error: unknown) => {
      throw asUnavailable(error, `write rejects "${this.#path}"`, this.#path);
    });
    this.#finished.add(this.#path);
    return this.#path;
  }

  /** Removes an unfinished file; one that cannot be removed now is removed by the next import of the unit. */
  discard(): void {
    try {
      this.#close();
      rmSync(this.#part, { force: true });
    } catch {
      // the error that led here is the one to report
    }
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw asUnavailable(error, `write rejects "${this.#path}"`, this.#path);
    }
  }

  /** Makes the part; fails on a link that somebody put there. */
  #begin(): number {
    mkdirSync(dirname(this.#path), { recursive: true });
    const part = openSync(this.#part, "wx");
    if (this.#finished.has(this.#path)) appendFileSync(part, readFileSync(this.#path));
    return part;
  }

  #close(): void {
    if (this.#open !== null) closeSync(this.#open);
    this.#open = null;
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
