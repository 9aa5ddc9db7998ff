/** Checks output files: an option must not overwrite a file that another setting or argument names. */
import { readFileSync, statSync } from "node:fs";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import { parseTokens } from "../../http/credentials.ts";
import { checkOutput, type PreciousFile } from "../../import/check-output.ts";
import { isReportFile } from "../../import/report-head.ts";
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

export type OutputKind = keyof typeof KINDS;

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
