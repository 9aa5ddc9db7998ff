/** What `caselaw doctor` found out (docs/interface.md, "doctor"). */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { CaselawError, messageOf } from "../domain/errors.ts";
import { freeBytes } from "../download/part.ts";
import type { WebOptions } from "../download/session.ts";
import { askOnce } from "../download/web.ts";
import type { V1CoverageSum } from "../v1/coverage.ts";
import type { V1Run } from "../v1/stats.ts";
import type { V1 } from "../v1/v1.ts";
import { lastSyncOf, readVerifyNote } from "./state.ts";

/** Worst last. `unknown`: not checked, or there was nothing to check. */
export const STATES = ["unknown", "ok", "warning", "failed"] as const;
export type State = (typeof STATES)[number];

export interface Finding {
  readonly check: string;
  readonly state: State;
  /** One line. */
  readonly message: string;
  /** What to do; null if nothing is wrong. */
  readonly advice: string | null;
}

type Result = readonly [state: State, message: string, advice?: string];

function findingsOf(results: Readonly<Record<string, Result>>): Finding[] {
  return Object.entries(results).map(([check, [state, message, advice = null]]) => {
    return { check, state, message, advice };
  });
}

export function verdictOf(findings: readonly Finding[]): State {
  return findings.reduce<State>(
    (worst, { state }) => (STATES.indexOf(state) > STATES.indexOf(worst) ? state : worst),
    "unknown",
  );
}

const HOUR = 3_600_000;

function hoursSince(instant: string, nowMs: number): number {
  return (nowMs - Date.parse(instant)) / HOUR;
}

/** `5 hours`, `3 days`. */
function ageWords(hours: number): string {
  const [number, unit] = hours < 48 ? [Math.floor(hours), "hour"] : [Math.floor(hours / 24), "day"];
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

interface AgeLimit {
  readonly nowMs: number;
  /** Hours after which a sync is too long ago. */
  readonly maxAge: number;
}

/** Opens and checks a corpus; that it cannot be read is a finding. @param reader the program that reads it */
export function openingFindings(open: () => V1, path: string, reader: string, limit: AgeLimit): Finding[] {
  try {
    using v1 = open();
    const opened = findingsOf({ corpus: ["ok", `${path} can be read by ${reader}`] });
    return [...opened, ...corpusFindings(v1, limit)];
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    return findingsOf({ corpus: ["failed", messageOf(error), error.hint ?? "See docs/operations.md."] });
  }
}

/** What the corpus itself shows: its last runs, and the units that the sources list. @throws CaselawError as every question */
export function corpusFindings(v1: Pick<V1, "stats" | "coverage">, limit: AgeLimit): Finding[] {
  const { runs, totals } = v1.stats();
  const { states } = v1.coverage();
  const cases = `${totals.cases} cases, ${totals.rejects} rejected records`;
  return findingsOf({
    cases: [totals.cases === 0 ? "warning" : "ok", cases],
    "last sync": lastSync(runs, limit),
    "last run": lastRun(runs),
    units: units(states),
  });
}

function lastSync(runs: readonly V1Run[], { nowMs, maxAge }: AgeLimit): Result {
  const last = lastSyncOf(runs);
  if (last === undefined)
    return ["warning", "none of the last runs is a sync that ended", "Run caselaw sync."];
  const hours = hoursSince(last.finished_at ?? last.started_at, nowMs);
  if (hours < 0) return ["failed", "it ended in the future", "Set the clock of this machine."];
  const message = `ended ${ageWords(hours)} ago`;
  if (hours <= maxAge) return ["ok", message];
  const advice = "Run caselaw sync, and see why it did not run.";
  return ["failed", `${message}; the limit is ${ageWords(maxAge)}`, advice];
}

function lastRun(runs: readonly V1Run[]): Result {
  const [last] = runs;
  if (last === undefined) return ["unknown", "there was no run"];
  const { outcome, error } = last;
  const name = `${last.command} of ${last.started_at}`;
  if (outcome === "done") return ["ok", `${name} ended well`];
  if (outcome === "faulty" && error === null)
    return [
      "warning",
      `${name}: some archives failed, or records were rejected`,
      "See caselaw coverage, and the rejects folder.",
    ];
  if (outcome === "faulty") return ["warning", `${name}: ${error}`, "Run it again."];
  if (outcome === "failed")
    return ["failed", `${name} failed${error === null ? "" : `: ${error}`}`, "Run it again."];
  const end = outcome === null ? "is running, or was killed" : "was stopped";
  return ["warning", `${name} ${end}`, "If nothing runs, the next run continues it."];
}

function units(states: readonly V1CoverageSum[]): Result {
  const has = (...kinds: readonly V1CoverageSum["state"][]): boolean =>
    states.some((sum) => kinds.includes(sum.state) && sum.units > 0);
  const words = states.map(({ state, units: number }) => `${number} ${state}`).join(", ");
  if (words === "") return ["unknown", "no source was listed"];
  if (has("failed")) return ["failed", words, "caselaw coverage --state failed has the reasons."];
  if (has("outdated", "downloaded"))
    return ["warning", words, "The next caselaw sync brings them up to date."];
  return ["ok", words];
}

/** After this time another verification is due. */
const VERIFY_DAYS = 35;
/** Less space than this stops every run. */
const LEAST_FREE = 2 ** 30;

interface Machine {
  readonly corpusPath: string;
  readonly dataFolder: string;
  /** The tokens file; it may be missing. */
  readonly tokensFile: string;
  readonly nowMs: number;
  /** What decodes archives, and how to get a faster decoder; null if it is the fastest. */
  readonly xz: { readonly name: string; readonly advice: string | null };
}

/** What the machine shows: rights, space, and the last verification. */
export async function machineFindings(machine: Machine): Promise<Finding[]> {
  const { xz } = machine;
  return findingsOf({
    rights: rights(machine),
    "tokens file": secrets(machine),
    space: await space(machine),
    verify: lastVerify(machine),
    "xz decoder":
      xz.advice === null
        ? ["ok", xz.name]
        : ["warning", `${xz.name}, which takes three times as long as liblzma`, xz.advice],
  });
}

/** A run writes the corpus, its folder and the data folder. */
function rights({ corpusPath, dataFolder }: Machine): Result {
  const paths = [corpusPath, dirname(corpusPath), dataFolder].filter((path) => existsSync(path));
  for (const path of paths) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      const advice = "A run needs the account that owns the data; reading commands need no right to write.";
      return ["warning", `cannot write "${path}": ${messageOf(error)}`, advice];
    }
  }
  return ["ok", "this account can write the corpus and the data folder"];
}

/** Whether other accounts can change the tokens file; Windows has no modes of files. */
function secrets({ tokensFile }: Machine): Result {
  if (!existsSync(tokensFile)) return ["unknown", "the file does not exist"];
  const writeBits = statSync(tokensFile).mode & 0o022;
  if (process.platform === "win32" || writeBits === 0) return ["ok", "only its owner can change it"];
  return ["failed", `others can change "${tokensFile}"`, `chmod 600 "${tokensFile}"`];
}

/** `optimize` and a rebuilt index need as much space as the corpus takes. */
async function space({ corpusPath, dataFolder }: Machine): Promise<Result> {
  const needed = existsSync(corpusPath) ? statSync(corpusPath).size : 0;
  const free = Math.min(await freeBytes(dirname(corpusPath)), await freeBytes(dataFolder));
  const message = `${gigabytes(free)} free, the corpus takes ${gigabytes(needed)}`;
  if (free < LEAST_FREE) return ["failed", message, "Free some space, or move the data."];
  if (free < needed) return ["warning", message, "optimize and backup need as much as the corpus takes."];
  return ["ok", message];
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

function lastVerify({ corpusPath, dataFolder, nowMs }: Machine): Result {
  const note = readVerifyNote(dataFolder);
  if (note === null || note.corpus !== corpusPath)
    return ["warning", "this corpus was not verified", "Run caselaw verify, once a week."];
  const hours = hoursSince(note.at, nowMs);
  const message = `${note.verdict}, ${ageWords(Math.max(hours, 0))} ago`;
  if (note.verdict !== "ok")
    return ["failed", message, "Run caselaw verify --repair; restore a backup if it says so."];
  if (hours > VERIFY_DAYS * 24) return ["warning", message, "Run caselaw verify."];
  return ["ok", message];
}

/** Signed addresses and TLS tolerate some minutes. */
const MAX_CLOCK_SECONDS = 300;

/**
 * Whether the source answers, and whether its clock agrees with that of this machine.
 *
 * @throws CaselawError `invalid` for an address that cannot be used
 */
export async function sourceFindings(options: WebOptions | null): Promise<Finding[]> {
  if (options === null) return findingsOf({ source: ["unknown", "no address of a source is set"] });
  const answer = await askOnce(options.baseUrl, options);
  if ("reason" in answer) {
    const message = `${options.baseUrl}: ${answer.reason}`;
    return findingsOf({
      source: ["failed", message, "Is the network or the proxy down?"],
      clock: ["unknown", "not compared, because the source does not answer"],
    });
  }
  const { status, date } = answer;
  const sourceTime = date === null ? Number.NaN : Date.parse(date);
  return findingsOf({ source: sourceOf(options.baseUrl, status), clock: clock(sourceTime, Date.now()) });
}

function sourceOf(url: string, status: number): Result {
  if (status >= 500) return ["failed", `${url} answers ${status}`, "Its operator must repair it."];
  if (status === 404 || status === 410)
    return ["warning", `${url} answers ${status}: nothing is there`, "Is it the address of the source?"];
  return ["ok", `${url} answers (${status})`];
}

function clock(sourceTime: number, localTime: number): Result {
  if (Number.isNaN(sourceTime)) return ["unknown", "the source has no clock"];
  const seconds = Math.round((localTime - sourceTime) / 1_000);
  const message = `${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} the source`;
  return Math.abs(seconds) <= MAX_CLOCK_SECONDS
    ? ["ok", message]
    : ["warning", message, "Set the clock of this machine."];
}
