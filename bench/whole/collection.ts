/** Makes a collection of the real shape, continues one that was interrupted, or finds a finished one. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { SHORT_WORDS } from "../make-corpus.ts";
import { digits, megabytes } from "../measure/numbers.ts";
import { caselawArgs, type Setting } from "../measure/setting.ts";
import { type MadeArchive, makeArchives } from "./archives.ts";
import type { LayoutPlan } from "./layout.ts";
import { yearsOf } from "./years.ts";

export interface CollectionPlan extends LayoutPlan {
  /** Mean words a case. */
  readonly words: number;
}

/** A collection on disk. */
export interface Collection {
  /** `archives` and `corpus.db` are in it. */
  readonly folder: string;
  readonly corpus: string;
  readonly cases: number;
  /** Of all archives' lines. */
  readonly jsonlBytes: number;
  readonly archiveBytes: number;
  readonly corpusBytes: number;
  /** Of the run of the import that came to the end. */
  readonly importSeconds: number;
  /** Its cases a second, up to 100,000 cases and up to the end; null of a small collection. */
  readonly rates: { readonly early: number | null; readonly all: number };
}

/** To be raised when the cases of a collection change, so that archives of before are not used again. */
const GENERATOR = 1;
/** Cases after which the rate is taken that the rate of all is compared with. */
const EARLY_CASES = 100_000;
/** Of the errors that the import printed, how many are shown when it fails. */
const SHOWN_LINES = 5;

export function planOf(cases: number): CollectionPlan {
  return { cases, words: SHORT_WORDS, years: yearsOf(cases), seed: 1 };
}

/** The corpus to be measured: `--db`, or that of a collection of so many cases. */
export async function corpusOf({ db, folder, cases }: Setting): Promise<string> {
  return db ?? (await makeCollection(folder, cases)).corpus;
}

/**
 * Returns the corpus, made of archives that are then deleted.
 *
 * @param home folder of all collections
 */
export async function makeCollection(home: string, cases: number): Promise<Collection> {
  const plan = planOf(cases);
  const folder = join(home, nameOf(plan));
  const [note, corpus] = [join(folder, "made.json"), join(folder, "corpus.db")];
  if (existsSync(note) && existsSync(corpus))
    return { ...JSON.parse(readFileSync(note, "utf8")), folder, corpus };
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true });
  const archives = await makeArchives(plan, folder, progressOf(performance.now()));
  const samples = await importArchives(join(folder, "archives"), ["--db", corpus, "--data-dir", data]);
  const end = samples.at(-1) ?? { cases: 0, seconds: 0 };
  const early = samples.find((one) => one.cases >= EARLY_CASES);
  const sum = (key: "cases" | "jsonlBytes" | "bytes"): number =>
    archives.reduce((total, archive) => total + archive[key], 0);
  const made = {
    cases: sum("cases"),
    jsonlBytes: sum("jsonlBytes"),
    archiveBytes: sum("bytes"),
    corpusBytes: statSync(corpus).size,
    importSeconds: end.seconds,
    rates: { early: early === undefined ? null : early.cases / early.seconds, all: end.cases / end.seconds },
  };
  writeFileSync(note, JSON.stringify(made, null, 1));
  rmSync(join(folder, "archives"), { recursive: true });
  return { ...made, folder, corpus };
}

/** Tells plans apart, and versions of this generator. */
function nameOf(plan: CollectionPlan): string {
  const { cases, words, years } = plan;
  const text = JSON.stringify([GENERATOR, { cases, words, years, seed: plan.seed }]);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return `whole-${cases}x${words}-${years.from}-${years.to}-${hash}`;
}

/** Prints a line for each archive on stderr. */
function progressOf(started: number): (made: MadeArchive) => void {
  let cases = 0;
  return (made) => {
    cases += made.cases;
    const seconds = (performance.now() - started) / 1000;
    const all = `${digits(cases)} cases in ${digits(seconds)} s, ${digits(cases / seconds)} a second`;
    process.stderr.write(`${made.path}: ${made.cases} cases, ${megabytes(made.bytes)} MB; ${all}\n`);
  };
}

/** How far the import was, every 30 seconds and at the end: it must keep its rate as the corpus grows. */
interface Sample {
  readonly cases: number;
  readonly seconds: number;
}

/**
 * Imports with the command line, as a user does; after a kill, the next run goes on.
 *
 * @throws Error with the import's last messages when it ends with another status than 0
 */
async function importArchives(archives: string, where: readonly string[]): Promise<readonly Sample[]> {
  const args = caselawArgs("import", archives, ...where, "--log-format", "json");
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  const samples: Sample[] = [];
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    lines.splice(0, lines.length - SHOWN_LINES + 1);
    lines.push(line);
    // a line of the log (src/cli/render/run-log.ts)
    const { event, cases_read, read, seconds } = line.startsWith("{") ? JSON.parse(line) : {};
    if (event === "progress") samples.push({ cases: cases_read, seconds });
    if (event === "summary") samples.push({ cases: read, seconds });
  }
  const status = await ended;
  if (status !== 0) throw new Error(`Cannot import ${archives}: status ${status}: ${lines.join(" / ")}`);
  return samples;
}
