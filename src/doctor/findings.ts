/** What `caselaw doctor` found out (docs/interface.md, "doctor"). */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { messageOf } from "../domain/errors.ts";
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

export function finding(check: string, state: State, message: string, advice: string | null = null): Finding {
  return { check, state, message, advice };
}

/** The worst state of all. */
export function verdictOf(findings: readonly Finding[]): State {
  return findings.reduce<State>(
    (worst, { state }) => (STATES.indexOf(state) > STATES.indexOf(worst) ? state : worst),
    "unknown",
  );
}

const HOUR = 3_600_000;

/** Hours from an instant (ISO 8601) to now. */
function hoursSince(instant: string, now: number): number {
  return (now - Date.parse(instant)) / HOUR;
}

/** `5 hours`, `3 days`. */
function ageWords(hours: number): string {
  const [number, unit] = hours < 48 ? [Math.floor(hours), "hour"] : [Math.floor(hours / 24), "day"];
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

interface AgeLimit {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Hours after which a sync is too long ago. */
  readonly maxAge: number;
}

/** What the corpus itself shows: its last runs, and the units that the sources list. @throws CaselawError as every question */
export function corpusFindings(v1: V1, limit: AgeLimit): Finding[] {
  const { runs, totals } = v1.stats();
  const { states } = v1.coverage();
  return [
    finding(
      "cases",
      totals.cases === 0 ? "warning" : "ok",
      `${totals.cases} cases, ${totals.rejects} rejected records`,
    ),
    lastSync(runs, limit),
    lastRun(runs),
    units(states),
  ];
}

type Reporter = (state: State, message: string, advice?: string) => Finding;

function reporterOf(check: string): Reporter {
  return (state, message, advice) => finding(check, state, message, advice);
}

function lastSync(runs: readonly V1Run[], { now, maxAge }: AgeLimit): Finding {
  const is = reporterOf("last sync");
  const last = lastSyncOf(runs);
  if (last === undefined)
    return is("warning", "none of the last runs is a sync that ended", "Run caselaw sync.");
  const hours = hoursSince(last.finished_at ?? last.started_at, now);
  if (hours < 0) return is("failed", "it ended in the future", "Set the clock of this machine.");
  const message = `ended ${ageWords(hours)} ago`;
  if (hours <= maxAge) return is("ok", message);
  const advice = "Run caselaw sync, and see why it did not run.";
  return is("failed", `${message}; the limit is ${ageWords(maxAge)}`, advice);
}

function lastRun(runs: readonly V1Run[]): Finding {
  const is = reporterOf("last run");
  const [last] = runs;
  if (last === undefined) return is("unknown", "there was no run");
  const { outcome, error } = last;
  const name = `${last.command} of ${last.started_at}`;
  if (outcome === "done") return is("ok", `${name} ended well`);
  if (outcome === "faulty" && error === null)
    return is(
      "warning",
      `${name}: some archives failed, or records were rejected`,
      "See caselaw coverage, and the rejects folder.",
    );
  if (outcome === "faulty") return is("warning", `${name}: ${error}`, "Run it again.");
  if (outcome === "failed")
    return is("failed", `${name} failed${error === null ? "" : `: ${error}`}`, "Run it again.");
  const end = outcome === null ? "is running, or was killed" : "was stopped";
  return is("warning", `${name} ${end}`, "If nothing runs, the next run continues it.");
}

function units(states: readonly V1CoverageSum[]): Finding {
  const is = reporterOf("units");
  const has = (...wanted: readonly V1CoverageSum["state"][]): boolean =>
    states.some((one) => wanted.includes(one.state) && one.units > 0);
  const words = states.map(({ state, units: number }) => `${number} ${state}`).join(", ");
  if (words === "") return is("unknown", "no source was listed");
  if (has("failed")) return is("failed", words, "caselaw coverage --state failed has the reasons.");
  if (has("outdated", "downloaded"))
    return is("warning", words, "The next caselaw sync brings them up to date.");
  return is("ok", words);
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
  readonly now: number;
  /** What decodes archives, and how to get a faster decoder; null if it is the fastest. */
  readonly xz: { readonly name: string; readonly advice: string | null };
}

/** What the machine shows: rights, space, and the last verification. */
export async function machineFindings(machine: Machine): Promise<Finding[]> {
  return [rights(machine), secrets(machine), await space(machine), lastVerify(machine), decoder(machine)];
}

/** A run writes the corpus, its folder and the data folder. */
function rights({ corpusPath, dataFolder }: Machine): Finding {
  const is = reporterOf("rights");
  const paths = [corpusPath, dirname(corpusPath), dataFolder].filter((path) => existsSync(path));
  for (const path of paths) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      const advice = "A run needs the account that owns the data; reading commands need no right to write.";
      return is("warning", `cannot write "${path}": ${messageOf(error)}`, advice);
    }
  }
  return is("ok", "this account can write the corpus and the data folder");
}

/** Windows has no such modes. */
function secrets({ tokensFile }: Machine): Finding {
  const is = reporterOf("tokens file");
  if (!existsSync(tokensFile)) return is("unknown", "the file does not exist");
  const others = statSync(tokensFile).mode & 0o022;
  if (process.platform === "win32" || others === 0) return is("ok", "only its owner can change it");
  return is("failed", `others can change "${tokensFile}"`, `chmod 600 "${tokensFile}"`);
}

/** `optimize` and a rebuilt index need as much as the corpus takes. */
async function space({ corpusPath, dataFolder }: Machine): Promise<Finding> {
  const is = reporterOf("space");
  const needed = existsSync(corpusPath) ? statSync(corpusPath).size : 0;
  const free = Math.min(await freeBytes(dirname(corpusPath)), await freeBytes(dataFolder));
  const message = `${gigabytes(free)} free, the corpus takes ${gigabytes(needed)}`;
  if (free < LEAST_FREE) return is("failed", message, "Free some space, or move the data.");
  if (free < needed) return is("warning", message, "optimize and backup need as much as the corpus takes.");
  return is("ok", message);
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

function lastVerify({ corpusPath, dataFolder, now }: Machine): Finding {
  const is = reporterOf("verify");
  const note = readVerifyNote(dataFolder);
  if (note === null || note.corpus !== corpusPath)
    return is("warning", "this corpus was not verified", "Run caselaw verify, once a week.");
  const hours = hoursSince(note.at, now);
  const message = `${note.verdict}, ${ageWords(Math.max(hours, 0))} ago`;
  if (note.verdict !== "ok")
    return is("failed", message, "Run caselaw verify --repair; restore a backup if it says so.");
  if (hours > VERIFY_DAYS * 24) return is("warning", message, "Run caselaw verify.");
  return is("ok", message);
}

function decoder({ xz }: Machine): Finding {
  if (xz.advice === null) return finding("xz decoder", "ok", xz.name);
  const message = `${xz.name}, which takes three times as long as liblzma`;
  return finding("xz decoder", "warning", message, xz.advice);
}

/** Signed addresses and TLS bear some minutes. */
const MAX_CLOCK_SECONDS = 300;

/**
 * Whether the source answers, and whether its clock agrees with that of this machine.
 *
 * @throws CaselawError `invalid` for an address that cannot be used
 */
export async function sourceFindings(options: WebOptions, now: () => number): Promise<Finding[]> {
  const answer = await askOnce(options.baseUrl, options);
  if ("reason" in answer) {
    const message = `${options.baseUrl}: ${answer.reason}`;
    return [
      finding("source", "failed", message, "Is the network or the proxy down?"),
      finding("clock", "unknown", "not compared, because the source does not answer"),
    ];
  }
  const { status, date } = answer;
  return [sourceOf(options.baseUrl, status), clock(date === null ? Number.NaN : Date.parse(date), now())];
}

function sourceOf(url: string, status: number): Finding {
  const is = reporterOf("source");
  if (status >= 500) return is("failed", `${url} answers ${status}`, "Its operator must repair it.");
  if (status === 404 || status === 410)
    return is("warning", `${url} answers ${status}: nothing is there`, "Is it the address of the source?");
  return is("ok", `${url} answers (${status})`);
}

function clock(theirs: number, ours: number): Finding {
  if (Number.isNaN(theirs)) return finding("clock", "unknown", "the source has no clock");
  const seconds = Math.round((ours - theirs) / 1_000);
  const message = `${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} the source`;
  return Math.abs(seconds) <= MAX_CLOCK_SECONDS
    ? finding("clock", "ok", message)
    : finding("clock", "warning", message, "Set the clock of this machine.");
}
