/** What the options of this program may write over: nothing that its settings or its arguments name otherwise. */
import { readFileSync, statSync } from "node:fs";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import { parseTokens } from "../../http/credentials.ts";
import { checkOutput, type PreciousFile } from "../../import/check-output.ts";
import { isReportFile } from "../../import/report-head.ts";
import { defaultTokensFile, type Settings } from "./settings.ts";

/** Some 100,000 tokens. */
const MAX_TOKENS_BYTES = 2 ** 24;

/** By kind: what keeps something that is there from being written, because it is of another kind; null when nothing does. */
const KINDS = {
  report: reportFault,
  "tokens file": tokensFault,
  // both look at what is there themselves, also just before they replace it
  backup: () => null,
  export: (path: string) => (statSync(path).isDirectory() ? null : "it is no folder"),
} as const;

export type OutputKind = keyof typeof KINDS;

/**
 * Makes sure that what an option names may be written.
 *
 * @param inputs what this run reads beside what the settings name
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

/** Pipes and terminals are written to as they are. */
function reportFault(path: string): string | null {
  const found = statSync(path);
  if (found.isDirectory()) return "it is a folder";
  if (found.isBlockDevice()) return "it is a disk";
  if (!found.isFile() || found.size === 0 || isReportFile(path)) return null;
  return "it is there already and is not a report of caselaw";
}

function tokensFault(path: string): string | null {
  const found = statSync(path);
  if (!found.isFile()) return "it is no file";
  if (found.size > MAX_TOKENS_BYTES) return "it is there already and is too long for a tokens file";
  try {
    parseTokens(readFileSync(path, "utf8"), path);
    return null;
  } catch (error) {
    if (error instanceof CaselawError) return messageOf(error).replace(/^.*": (?=line \d)/, "its ");
    throw error;
  }
}
