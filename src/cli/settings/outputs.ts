/** Checks output files: an option must not overwrite a file that another setting or argument names. */

import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { CaselawError, messageOf, systemCodeOf } from "../../domain/errors.ts";
import { publishFile } from "../../files/durable.ts";
import { checkFolderOf } from "../../files/folders.ts";
import { parseTokens } from "../../http/credentials.ts";
import { checkOutput, type PreciousFile } from "../../import/check-output.ts";
import { isReportFile, type RunReport } from "../../import/report.ts";
import { atExit } from "../process.ts";
import { defaultTokensFile, type Settings } from "./settings.ts";

/** Some 100,000 tokens. */
const MAX_TOKENS_BYTES = 2 ** 24;

/** By kind of output: why an existing file or folder must not be replaced; null when it may be. */
const KINDS = {
  report: reportFault,
  "tokens file": tokensFault,
  // backup and export check the existing file themselves, also just before they replace it
  backup: () => null,
  export: (path: string) => (statSync(path).isDirectory() ? null : "it is not a folder"),
} as const;

type OutputKind = keyof typeof KINDS;

/**
 * Checks that an option names an output that may be written.
 *
 * @param inputs other files that this run reads
 * @throws CaselawError as `checkOutput`
 */
export function checkOutputOf(
  kind: OutputKind,
  path: string,
  settings: Settings,
  inputs: readonly string[] = [],
): void {
  const place = { corpusPath: settings.db, dataFolder: settings.dataDir };
  const others = [
    ...preciousOf(settings).filter(({ is }) => is !== `the ${kind}`),
    ...inputs.map((input) => ({ path: input, is: "read by this run" })),
  ];
  checkOutput({ kind, path }, place, others, KINDS[kind]);
}

function preciousOf(settings: Settings): PreciousFile[] {
  const { tokens, tokenFile, config } = settings;
  return [
    { path: tokens ?? defaultTokensFile(settings), is: "the tokens file" },
    { path: config, is: "the config file" },
    ...(tokenFile === null ? [] : [{ path: tokenFile, is: "the file of the source's credential" }]),
  ];
}

/** Pipes and terminals may always be written. */
function reportFault(path: string): string | null {
  const found = statSync(path);
  if (found.isDirectory()) return "it is a folder";
  if (found.isBlockDevice()) return "it is a disk";
  if (!found.isFile() || found.size === 0 || isReportFile(path)) return null;
  return "it exists and is not a report of caselaw";
}

function tokensFault(path: string): string | null {
  const found = statSync(path);
  if (!found.isFile()) return "it is not a file";
  if (found.size > MAX_TOKENS_BYTES) return "it exists and is too long for a tokens file";
  try {
    parseTokens(readFileSync(path, "utf8"), path);
    return null;
  } catch (error) {
    if (error instanceof CaselawError) return messageOf(error).replace(/^.*": (?=line \d)/, "its ");
    throw error;
  }
}

/**
 * The report of a run (docs/operations.md, "The report file"). It is written to a temporary file and renamed, so that nobody
 * reads half of it; a device or pipe is written directly.
 */
export class ReportFile implements Disposable {
  readonly #path: string;
  /** The temporary file; null for a device or pipe. */
  readonly #temporary: string | null;
  readonly #target: string;
  readonly #check: (path: string) => void;
  #file: number | null;
  readonly #exit: Disposable;

  /**
   * Checks that the report can be written, before the run starts.
   *
   * @param check throws when a path must not be overwritten; called now, and again just before the rename
   * @throws CaselawError `unavailable`; what `check` throws
   */
  constructor(path: string, check: (path: string) => void) {
    this.#path = path;
    this.#check = check;
    check(path);
    try {
      const existing = statSync(path, { throwIfNoEntry: false });
      this.#target = existing?.isFile() ? realpathSync(path) : path;
      if (existing?.isFile()) accessSync(path, constants.W_OK);
      this.#temporary = existing === undefined || existing.isFile() ? temporaryPathOf(this.#target) : null;
      if (this.#temporary !== null) sweepLeftovers(this.#target);
      this.#file = this.#temporary === null ? openSync(this.#target, "w") : openSync(this.#temporary, "wx");
      this.#exit = atExit(() => this.#removeTemporary());
    } catch (error) {
      if (!(error instanceof CaselawError)) checkFolderOf(path, `report "${path}"`);
      throw error instanceof CaselawError ? error : this.#problem(messageOf(error), error);
    }
  }

  /** @throws CaselawError `unavailable`: the report is lost, the import is kept */
  async write(report: RunReport): Promise<void> {
    if (this.#file === null) return;
    try {
      writeFileSync(this.#file, `${JSON.stringify(inSnakeCase(report), null, 2)}\n`);
      if (this.#temporary === null) return;
      this.#close();
      await publishFile(this.#temporary, this.#target, () => this.#check(this.#path));
    } catch (error) {
      // a file that appeared during the run is not a fault of the command line
      if (error instanceof CaselawError)
        throw new CaselawError("unavailable", error.message, { cause: error });
      throw this.#problem(messageOf(error), error);
    }
  }

  [Symbol.dispose](): void {
    this.#exit[Symbol.dispose]();
    this.#close();
    this.#removeTemporary();
  }

  #removeTemporary(): void {
    if (this.#temporary !== null) rmSync(this.#temporary, { force: true });
  }

  #close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #problem(found: string, cause?: unknown): CaselawError {
    return new CaselawError("unavailable", `Cannot write report "${this.#path}": ${found}`, { cause });
  }
}

/** A unique name that contains the id of the process. */
function temporaryPathOf(target: string): string {
  return `${target}.${process.pid}-${randomBytes(8).toString("hex")}.part`;
}

/** Removes temporary files of this report whose process has ended: reports, and beginnings of reports. */
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
export function inSnakeCase(value: object): object {
  const partOf = (part: unknown): unknown =>
    typeof part === "object" && part !== null ? inSnakeCase(part) : part;
  if (Array.isArray(value)) return value.map(partOf);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      partOf(part),
    ]),
  );
}
