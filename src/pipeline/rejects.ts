/**
 * The file of an archive's refused records: a JSON line each, under `rejects/<source>/<unit>.jsonl` of the data folder.
 * Written beside and renamed when the archive is done; an archive without any takes an older file away.
 */
import { hash } from "node:crypto";
import { appendFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { RecordPlace } from "./seen-cases.ts";

/** One refused record: where it stands, why it was refused, and how it begins. */
export interface Reject extends RecordPlace {
  readonly file: string;
  readonly caseId: number | null;
  readonly reason: string;
  readonly text: string;
}

export class RejectFile {
  readonly #path: string;
  readonly #part: string;
  #count = 0;

  constructor(dataFolder: string, source: string, unit: string) {
    this.#path = join(dataFolder, "rejects", source, `${safeName(unit)}.jsonl`);
    this.#part = `${this.#path}.part`;
    rmSync(this.#part, { force: true });
  }

  add(reject: Reject): void {
    if (this.#count === 0) mkdirSync(dirname(this.#path), { recursive: true });
    const { file, entry, line, caseId, reason, text } = reject;
    appendFileSync(this.#part, `${JSON.stringify({ file, entry, line, case_id: caseId, reason, text })}\n`);
    this.#count++;
  }

  /** Puts the file in its place; returns its path, or null when there are no rejects. */
  finish(): string | null {
    if (this.#count === 0) {
      rmSync(this.#path, { force: true });
      return null;
    }
    renameSync(this.#part, this.#path);
    return this.#path;
  }

  discard(): void {
    rmSync(this.#part, { force: true });
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
