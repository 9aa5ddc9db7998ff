/** Checks output files: an option must not overwrite a file that another setting or argument names. */

import { randomBytes } from "node:crypto";
import { accessSync, constants, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { asUnavailable, CaselawError, messageOf } from "../../domain/errors.ts";
import { publishFile } from "../../files/durable.ts";
import { checkFolderOf } from "../../files/folders.ts";
import { parseTokens } from "../../http/credentials.ts";
import { checkOutput, type PreciousFile } from "../../import/check-output.ts";
import { isReportFile, type RunReport } from "../../import/report.ts";
import { defaultTokensFile, type Settings } from "./settings.ts";

/** Some 100,000 tokens. */
const MAX_TOKENS_BYTES = 2 ** 24;

/** By kind of output: why an existing file or folder must not be replaced; null when it may be. */
const KINDS = {
  report: reportFault,
  "tokens file": tokensFault,
  draft: draftFault,
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
  const precious = [
    ...preciousOf(settings).filter(({ is }) => is !== `the ${kind}`),
    ...inputs.map((input) => ({ path: input, is: "read by this run" })),
  ];
  checkOutput({ kind, path }, place, precious, KINDS[kind]);
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
  const stats = statSync(path);
  if (stats.isDirectory()) return "it is a folder";
  if (stats.isBlockDevice()) return "it is a disk";
  if (!stats.isFile() || stats.size === 0 || isReportFile(path)) return null;
  return "it exists and is not a report of caselaw";
}

function draftFault(path: string): string | null {
  const stats = statSync(path);
  return stats.isFile() && stats.size === 0 ? null : "it exists";
}

function tokensFault(path: string): string | null {
  const stats = statSync(path);
  if (!stats.isFile()) return "it is not a file";
  if (stats.size > MAX_TOKENS_BYTES) return "it exists and is too long for a tokens file";
  try {
    parseTokens(readFileSync(path, "utf8"), path);
    return null;
  } catch (error) {
    if (error instanceof CaselawError) return messageOf(error).replace(/^.*": (?=line \d)/, "its ");
    throw error;
  }
}

/** Checks that the report of a run can be written, before the run starts. @throws CaselawError */
export function checkReport(path: string, settings: Settings, inputs: readonly string[]): void {
  checkOutputOf("report", path, settings, inputs);
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined) accessSync(path, constants.W_OK);
    if (stats === undefined || stats.isFile())
      checkFolderOf(stats === undefined ? path : realpathSync(path), `report "${path}"`);
  } catch (error) {
    throw asUnavailable(error, `write report "${path}"`);
  }
}

/**
 * Writes the report of a run (docs/operations.md, "The report file").
 *
 * @param check as of `writeOutput`
 * @throws CaselawError `unavailable`: the report is lost, the import is kept
 */
export async function writeReport(path: string, report: RunReport, check: () => void): Promise<void> {
  await writeOutput("report", path, `${JSON.stringify(inSnakeCase(report), null, 2)}\n`, check);
}

/**
 * Writes a file under a temporary name and renames it, so that nobody reads half of it; a device or pipe is written directly.
 *
 * @param check throws when the path must not be overwritten; called just before the rename
 * @throws CaselawError `unavailable`
 */
export async function writeOutput(
  kind: OutputKind,
  path: string,
  content: string | Buffer,
  check: () => void,
): Promise<void> {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isFile()) return writeFileSync(path, content);
    const target = stats === undefined ? path : realpathSync(path);
    const part = `${target}.${process.pid}-${randomBytes(8).toString("hex")}.part`;
    try {
      writeFileSync(part, content, { flag: "wx" });
      await publishFile(part, target, check);
    } finally {
      rmSync(part, { force: true });
    }
  } catch (error) {
    // a file that appeared during the run is not a fault of the command line
    if (error instanceof CaselawError) throw new CaselawError("unavailable", error.message, { cause: error });
    throw asUnavailable(error, `write ${kind} "${path}"`);
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
