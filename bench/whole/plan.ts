/** The options of a collection: its size, its years and its folder. */
import { createHash } from "node:crypto";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SHORT_WORDS, USUAL_WORDS } from "../make-corpus.ts";
import { ALL_YEARS, FIRST_YEAR, LAST_YEAR, WHOLE_CASES, type Years, yearsOf } from "./years.ts";

export interface CollectionPlan {
  readonly cases: number;
  /** Mean words a case. */
  readonly words: number;
  readonly years: Years;
  readonly seed: number;
}

const PARTS = ["queries", "overlap", "commands", "load"] as const;
export type Part = (typeof PARTS)[number];

export interface CollectionSetting {
  readonly plan: CollectionPlan;
  /** Of the collection; `archives` and `corpus.db` are below it. */
  readonly folder: string;
  /** Archives that are made at once. */
  readonly writers: number;
  /** Whether the bags alone are made, and no corpus. */
  readonly archivesOnly: boolean;
  /** Whether the bags stay when their corpus is made. */
  readonly keepArchives: boolean;
  /** What is measured; nothing with `--make-only`. */
  readonly parts: readonly Part[];
  /** Runs of each kind of question. */
  readonly runs: number;
  /** Duration of the load. */
  readonly seconds: number;
}

/** To be raised when the cases of a collection change, so that archives of before are not used again. */
const GENERATOR = 1;
const SEED = 1;
/** Cases of real length, made beside the short ones. */
const LONG_CASES = 500_000;

const OPTIONS = {
  cases: { type: "string" },
  years: { type: "string" },
  long: { type: "boolean", default: false },
  folder: { type: "string", default: join(tmpdir(), "caselaw-bench") },
  writers: { type: "string", default: String(availableParallelism()) },
  "archives-only": { type: "boolean", default: false },
  "keep-archives": { type: "boolean", default: false },
  "make-only": { type: "boolean", default: false },
  parts: { type: "string", default: PARTS.join(",") },
  runs: { type: "string", default: "20" },
  seconds: { type: "string", default: "600" },
} as const;

/** @throws TypeError for an option that is not known; Error for a value that is none */
export function readCollectionSetting(args: readonly string[]): CollectionSetting {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true });
  const cases = wholeNumber("cases", values.cases ?? String(values.long ? LONG_CASES : WHOLE_CASES));
  const plan = {
    cases,
    words: values.long ? USUAL_WORDS : SHORT_WORDS,
    years: values.years === undefined ? usualYears(cases, values.long) : readYears(values.years),
    seed: SEED,
  };
  return {
    plan,
    folder: join(values.folder, nameOf(plan)),
    writers: wholeNumber("writers", values.writers),
    archivesOnly: values["archives-only"],
    keepArchives: values["keep-archives"],
    parts: values["make-only"] ? [] : PARTS.filter((part) => values.parts.split(",").includes(part)),
    runs: wholeNumber("runs", values.runs),
    seconds: wholeNumber("seconds", values.seconds),
  };
}

/** Cases of real length are of all years, few a day; short ones of as many years as keep the days full. */
function usualYears(cases: number, long: boolean): Years {
  return long ? ALL_YEARS : yearsOf(cases);
}

function readYears(text: string): Years {
  const [from, to] = /^(\d{4})-(\d{4})$/.exec(text)?.slice(1).map(Number) ?? [];
  if (from === undefined || to === undefined || from < FIRST_YEAR || to > LAST_YEAR || from > to) {
    throw new Error(
      `--years must be two years from ${FIRST_YEAR} to ${LAST_YEAR}, such as 2008-2010: ${text}`,
    );
  }
  return { from, to };
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text.replaceAll("_", ""));
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number above 0: ${text}`);
  return value;
}

/** Tells plans apart, and versions of this generator. */
function nameOf(plan: CollectionPlan): string {
  const { cases, words, years } = plan;
  const hash = createHash("sha256")
    .update(JSON.stringify([GENERATOR, plan]))
    .digest("hex")
    .slice(0, 8);
  return `whole-${cases}x${words}-${years.from}-${years.to}-${hash}`;
}
