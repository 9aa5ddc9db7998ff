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

/** What `caselaw doctor` found out (docs/interface.md, "doctor"). */

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

function lastSync(runs: readonly V1Run[], { now, maxAge }: AgeLimit): Finding {
  const last = lastSyncOf(runs);
  if (last === undefined)
    return finding("last sync", "warning", "none of the last runs is a sync that ended", "Run caselaw sync.");
  const hours = hoursSince(last.finished_at ?? last.started_at, now);
  if (hours < 0)
    return finding("last sync", "failed", "it ended in the future", "Set the clock of this machine.");
  const message = `ended ${ageWords(hours)} ago`;
  if (hours <= maxAge) return finding("last sync", "ok", message);
  return finding(
    "last sync",
    "failed",
    `${message}; the limit is ${ageWords(maxAge)}`,
    "Run caselaw sync, and see why it did not run.",
  );
}

function lastRun(runs: readonly V1Run[]): Finding {
  const [last] = runs;
  if (last === undefined) return finding("last run", "unknown", "there was no run");
  const name = `${last.command} of ${last.started_at}`;
  switch (last.outcome) {
    case "done":
      return finding("last run", "ok", `${name} ended well`);
    case "faulty":
      return finding(
        "last run",
        "warning",
        `${name}: ${last.error ?? "some archives failed, or records were rejected"}`,
        last.error === null ? "See caselaw coverage, and the rejects folder." : "Run it again.",
      );
    case "stopped":
    case null:
      return finding(
        "last run",
        "warning",
        `${name} ${last.outcome === null ? "is running, or was killed" : "was stopped"}`,
        "If nothing runs, the next run continues it.",
      );
    default:
      return finding(
        "last run",
        "failed",
        `${name} ${last.outcome}${last.error === null ? "" : `: ${last.error}`}`,
        "Run it again.",
      );
  }
}

function units(states: readonly V1CoverageSum[]): Finding {
  const count = (state: V1CoverageSum["state"]): number =>
    states.find((one) => one.state === state)?.units ?? 0;
  const words = states.map(({ state, units: number }) => `${number} ${state}`).join(", ");
  if (words === "") return finding("units", "unknown", "no source was listed");
  if (count("failed") > 0)
    return finding("units", "failed", words, "caselaw coverage --state failed has the reasons.");
  if (count("outdated") + count("downloaded") > 0)
    return finding("units", "warning", words, "The next caselaw sync brings them up to date.");
  return finding("units", "ok", words);
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
  const paths = [corpusPath, dirname(corpusPath), dataFolder].filter((path) => existsSync(path));
  for (const path of paths) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      const advice = "A run needs the account that owns the data; reading commands need no right to write.";
      return finding("rights", "warning", `cannot write "${path}": ${messageOf(error)}`, advice);
    }
  }
  return finding("rights", "ok", "this account can write the corpus and the data folder");
}

/** Windows has no such modes. */
function secrets({ tokensFile }: Machine): Finding {
  if (!existsSync(tokensFile)) return finding("tokens file", "unknown", "there is none");
  const others = statSync(tokensFile).mode & 0o022;
  if (process.platform === "win32" || others === 0)
    return finding("tokens file", "ok", "only its owner can change it");
  return finding("tokens file", "failed", `others can change "${tokensFile}"`, `chmod 600 "${tokensFile}"`);
}

/** `optimize` and a rebuilt index need as much as the corpus takes. */
async function space({ corpusPath, dataFolder }: Machine): Promise<Finding> {
  const needed = existsSync(corpusPath) ? statSync(corpusPath).size : 0;
  const free = Math.min(await freeBytes(dirname(corpusPath)), await freeBytes(dataFolder));
  const message = `${gigabytes(free)} free, the corpus takes ${gigabytes(needed)}`;
  if (free < LEAST_FREE) return finding("space", "failed", message, "Free some space, or move the data.");
  if (free < needed)
    return finding("space", "warning", message, "optimize and backup need as much as the corpus takes.");
  return finding("space", "ok", message);
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

function lastVerify({ corpusPath, dataFolder, now }: Machine): Finding {
  const note = readVerifyNote(dataFolder);
  if (note === null || note.corpus !== corpusPath)
    return finding("verify", "warning", "this corpus was not verified", "Run caselaw verify, once a week.");
  const hours = hoursSince(note.at, now);
  const message = `${note.verdict}, ${ageWords(Math.max(hours, 0))} ago`;
  if (note.verdict !== "ok")
    return finding(
      "verify",
      "failed",
      message,
      "Run caselaw verify --repair; restore a backup if it says so.",
    );
  if (hours > VERIFY_DAYS * 24) return finding("verify", "warning", message, "Run caselaw verify.");
  return finding("verify", "ok", message);
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
  if ("reason" in answer)
    return [
      finding(
        "source",
        "failed",
        `${options.baseUrl}: ${answer.reason}`,
        "Is the network or the proxy down?",
      ),
      finding("clock", "unknown", "not compared, because the source does not answer"),
    ];
  const { status, date } = answer;
  return [sourceOf(options.baseUrl, status), clock(date === null ? Number.NaN : Date.parse(date), now())];
}

function sourceOf(url: string, status: number): Finding {
  if (status >= 500)
    return finding("source", "failed", `${url} answers ${status}`, "Its operator must repair it.");
  if (status === 404 || status === 410)
    return finding(
      "source",
      "warning",
      `${url} answers ${status}: nothing is there`,
      "Is it the address of the source?",
    );
  return finding("source", "ok", `${url} answers (${status})`);
}

function clock(theirs: number, ours: number): Finding {
  if (Number.isNaN(theirs)) return finding("clock", "unknown", "the source has no clock");
  const seconds = Math.round((ours - theirs) / 1_000);
  const message = `${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead of"} the source`;
  return Math.abs(seconds) <= MAX_CLOCK_SECONDS
    ? finding("clock", "ok", message)
    : finding("clock", "warning", message, "Set the clock of this machine.");
}
