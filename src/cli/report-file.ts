/**
 * The report of a run as a JSON file (contract, section 3, `--report`):
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
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import { isJsonObject } from "../domain/json.ts";
import type { RunReport } from "../pipeline/report.ts";
import { atExit } from "./stop.ts";

export class ReportFile implements Disposable {
  readonly #path: string;
  /** Where it is written before it is renamed; null for what is no regular file. */
  readonly #aside: string | null;
  readonly #target: string;
  #file: number | null;
  readonly #exit: Disposable;

  /**
   * Makes sure that the report can be written, before anything else is done.
   *
   * @throws CaselawError `unavailable`
   */
  constructor(path: string) {
    this.#path = path;
    try {
      const there = statSync(path, { throwIfNoEntry: false });
      if (there?.isDirectory()) throw this.#problem("it is a folder");
      this.#target = there?.isFile() ? realpathSync(path) : path;
      if (there?.isFile()) accessSync(path, constants.W_OK);
      this.#aside = there === undefined || there.isFile() ? `${this.#target}.${process.pid}.part` : null;
      if (this.#aside !== null) sweepLeftovers(this.#target);
      // a link under that name would be followed
      this.#removeAside();
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
      renameSync(this.#aside, this.#target);
    } catch (error) {
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

/** Takes away what killed runs left of this report; what a run that lives is writing stays. */
function sweepLeftovers(target: string): void {
  const [folder, name] = [dirname(target), basename(target)];
  for (const left of readdirSync(folder)) {
    const id = left.startsWith(`${name}.`)
      ? /^(\d+)\.part$/.exec(left.slice(name.length + 1))?.[1]
      : undefined;
    if (id !== undefined && !isAlive(Number(id))) rmSync(join(folder, left), { force: true });
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
