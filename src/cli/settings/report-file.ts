/**
 * The report of a run as a JSON file (docs/operations.md, "The report file"):
 *
 * ```
 * { "archives": [{ "path", "source", "unit", "status", "error", "problems", "rejects", "bytes", "seconds",
 *                  "read", "added", "changed", "unchanged", "removed", "rejected", "hash_differences" }],
 *   "total": { "archives", "failed", the counts, "bytes", "seconds" }, "problems": [] }
 * ```
 *
 * `report-schema` has its JSON Schema and says what each key means.
 *
 * It is written aside and renamed, so that nobody reads half of it; a device or pipe is written as it is.
 */

import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { CaselawError, messageOf, systemCodeOf } from "../../domain/errors.ts";
import { isJsonObject } from "../../domain/json.ts";
import type { RunReport } from "../../import/report.ts";
import { isReportFile } from "../../import/report-head.ts";
import { atExit } from "../stop.ts";

export class ReportFile implements Disposable {
  readonly #path: string;
  /** Where it is written before it is renamed; null for what is no regular file. */
  readonly #aside: string | null;
  readonly #target: string;
  readonly #check: (path: string) => void;
  #file: number | null;
  readonly #exit: Disposable;

  /**
   * Makes sure that the report can be written, before anything else is done.
   *
   * @param check whether a path may be written over: asked now, and again just before that is done
   * @throws CaselawError `unavailable`; what `check` throws
   */
  constructor(path: string, check: (path: string) => void) {
    this.#path = path;
    this.#check = check;
    check(path);
    try {
      const there = statSync(path, { throwIfNoEntry: false });
      this.#target = there?.isFile() ? realpathSync(path) : path;
      if (there?.isFile()) accessSync(path, constants.W_OK);
      this.#aside = there === undefined || there.isFile() ? asideOf(this.#target) : null;
      if (this.#aside !== null) sweepLeftovers(this.#target);
      this.#file = this.#aside === null ? openSync(this.#target, "w") : openSync(this.#aside, "wx");
      this.#exit = atExit(() => this.#removeAside());
    } catch (error) {
      if (systemCodeOf(error) === "ENOENT")
        throw this.#problem(`there is no folder "${dirname(path)}"`, error);
      throw error instanceof CaselawError ? error : this.#problem(messageOf(error), error);
    }
  }

  /** @throws CaselawError `unavailable`: the report is lost, the work stands */
  write(report: RunReport): void {
    if (this.#file === null) return;
    try {
      writeFileSync(this.#file, `${JSON.stringify(inSnakeCase(report), null, 2)}\n`);
      if (this.#aside === null) return;
      fsyncSync(this.#file);
      this.#close();
      this.#check(this.#path);
      renameSync(this.#aside, this.#target);
    } catch (error) {
      // what came to be there meanwhile is no fault of the command line
      if (error instanceof CaselawError)
        throw new CaselawError("unavailable", error.message, { cause: error });
      throw this.#problem(messageOf(error), error);
    }
  }

  [Symbol.dispose](): void {
    this.#exit[Symbol.dispose]();
    this.#close();
    this.#removeAside();
  }

  #removeAside(): void {
    if (this.#aside !== null) rmSync(this.#aside, { force: true });
  }

  #close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #problem(found: string, cause?: unknown): CaselawError {
    return new CaselawError("unavailable", `Cannot write report "${this.#path}": ${found}`, { cause });
  }
}

/** A name that nobody else has, with the process in it. */
function asideOf(target: string): string {
  return `${target}.${process.pid}-${randomBytes(8).toString("hex")}.part`;
}

/** Removes what killed runs left of this report: a report, or its beginning, whose process has ended. */
function sweepLeftovers(target: string): void {
  const [folder, name] = [dirname(target), basename(target)];
  for (const left of readdirSync(folder)) {
    const id = left.startsWith(name)
      ? /^\.(\d+)-[0-9a-f]{16}\.part$/.exec(left.slice(name.length))?.[1]
      : undefined;
    if (id === undefined || isAlive(Number(id))) continue;
    const path = join(folder, left);
    const found = lstatSync(path);
    if (found.isFile() && (found.size === 0 || isReportFile(path))) rmSync(path, { force: true });
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return systemCodeOf(error) !== "ESRCH";
  }
}

/** The same value with all keys in snake_case. */
export function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      inSnakeCase(part),
    ]),
  );
}
