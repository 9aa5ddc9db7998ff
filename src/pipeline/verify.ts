/**
 * The use case `verify`: proves a corpus, and the archives that it notes, whole. It reads only, also beside an import,
 * and judges one snapshot.
 */
import { setImmediate as breathe } from "node:timers/promises";
import { readFormBody } from "../casebody/read-form.ts";
import { CaselawError, messageOf } from "../domain/errors.ts";
import { CHECKS, type CheckName, type Finding, type Problem, problem } from "../store/check-problem.ts";
import { CorpusSnapshot, checkFile, isDamage } from "../store/verify-corpus.ts";
import { checkArchives } from "./verify-archives.ts";
import { BodyTally } from "./verify-bodies.ts";

export interface VerifyOptions {
  /** `all`: every case, place by place, and every archive by its own manifests. */
  readonly depth: "sample" | "all";
  /** Archives below it are looked at; null or absent: none. */
  readonly dataFolder?: string | null;
  /** Cases of a sample; a corpus of no more than `wholeUpTo` is compared whole. */
  readonly sampleCases?: number;
  readonly wholeUpTo?: number;
  /** Stops between two cases or archives; its reason is what `verifyCorpus` rejects with. */
  readonly signal?: AbortSignal;
}

export interface CheckResult {
  readonly check: CheckName;
  readonly problems: readonly Problem[];
  /** Problems beyond those listed. */
  readonly more: number;
  /** What was looked at, in a few words; empty when there is nothing to say. */
  readonly note: string;
}

export interface Verification {
  readonly corpus: string;
  readonly depth: VerifyOptions["depth"];
  readonly verdict: "whole" | "corpus at fault" | "archives at fault";
  /** Those that were made; a corpus that cannot be read ends them early. */
  readonly checks: readonly CheckResult[];
}

/** A thousand cases take 20 to 60 seconds to look up; a change in one of 1,000 cases is found more likely than not. */
const SAMPLE_CASES = 1_000;
/** Up to so many cases the whole index is read sooner than a sample is looked up. */
const WHOLE_UP_TO = 5_000;
/** Problems of one check that are listed: a lost index would otherwise list millions. */
const MAX_LISTED = 1_000;
/** Findings between two looks at the signal. */
const BREATHS = 250;

/** @throws CaselawError `not_found`, `invalid` (another version), `conflict`, `unavailable`; the signal's reason */
export async function verifyCorpus(path: string, options: VerifyOptions): Promise<Verification> {
  const found = new Findings(options.signal ?? null);
  await found.take("file", checkFile(path));
  if (found.isEmpty) await checkOpened(path, options, found);
  return { corpus: path, depth: options.depth, verdict: found.verdict, checks: found.results() };
}

async function checkOpened(path: string, options: VerifyOptions, found: Findings): Promise<void> {
  using snapshot = openSnapshot(path, found);
  if (snapshot === null) return;
  await found.take("pages", snapshot.pages());
  await found.take("references", snapshot.references());
  await found.take("index rows", snapshot.indexRows());
  await found.survive("index words", () => checkCases(snapshot, options, found));
  await found.take("counts", snapshot.counts());
  const { dataFolder = null, depth } = options;
  if (dataFolder === null) return;
  await found.survive("counts", () => checkArchives(snapshot, dataFolder, depth, found));
}

async function checkCases(
  snapshot: CorpusSnapshot,
  { depth, sampleCases = SAMPLE_CASES, wholeUpTo = WHOLE_UP_TO }: VerifyOptions,
  found: Findings,
): Promise<void> {
  await found.take("index words", []);
  await found.take("bodies", []);
  const count = snapshot.count();
  const isWhole = depth === "all" || count <= wholeUpTo;
  const choice = isWhole ? ({ kind: "all" } as const) : ({ kind: "sample", cases: sampleCases } as const);
  const tally = new BodyTally(snapshot);
  const findings = snapshot.cases(choice, depth, {
    readBody: readFormBody,
    further: (read) => {
      tally.countCase();
      return depth === "all" ? tally.check(read) : [];
    },
  });
  await found.take("index words", findings);
  const waiting = snapshot.waiting();
  const looked = `${tally.cases} of ${count} cases`;
  found.note(
    "index words",
    waiting === 0 ? looked : `${looked}; ${waiting} to be indexed anew by the next run`,
  );
  found.note("bodies", depth === "all" ? `${looked}; ${tally.told}` : looked);
}

function openSnapshot(path: string, found: Findings): CorpusSnapshot | null {
  try {
    return new CorpusSnapshot(path);
  } catch (error) {
    if (!(error instanceof CaselawError && error.code === "corrupt")) throw error;
    found.add(problem("file", messageOf(error)));
    return null;
  }
}

/** Gathers what the checks find, in bounded memory. */
export class Findings {
  readonly #results = new Map<CheckName, { problems: Problem[]; more: number; note: string }>();
  readonly #signal: AbortSignal | null;

  constructor(signal: AbortSignal | null) {
    this.#signal = signal;
  }

  /** Runs a check to its end; it stands in the results also when it finds nothing. */
  async take(check: CheckName, findings: Iterable<Finding>): Promise<void> {
    this.#of(check);
    let taken = 0;
    for (const finding of findings) {
      if (finding !== null) this.add(finding);
      if (++taken % BREATHS !== 0) continue;
      await breathe();
      this.stopIfAsked();
    }
  }

  /** Runs what asks the corpus outside of a check's own findings; damage that ends it is one. */
  async survive(check: CheckName, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.add(problem(check, `the check could not be finished: ${messageOf(error)}`));
    }
  }

  stopIfAsked(): void {
    this.#signal?.throwIfAborted();
  }

  add(found: Problem): void {
    const result = this.#of(found.check);
    if (result.problems.length < MAX_LISTED) result.problems.push(found);
    else result.more++;
  }

  note(check: CheckName, note: string): void {
    this.#of(check).note = note;
  }

  get isEmpty(): boolean {
    return [...this.#results.values()].every(({ problems }) => problems.length === 0);
  }

  get verdict(): Verification["verdict"] {
    const faulty = [...this.#results].filter(([, { problems }]) => problems.length > 0);
    if (faulty.length === 0) return "whole";
    return faulty.every(([check]) => check === "archives") ? "archives at fault" : "corpus at fault";
  }

  /** In the order of the checks. */
  results(): CheckResult[] {
    return CHECKS.flatMap((check) => {
      const result = this.#results.get(check);
      return result === undefined ? [] : [{ check, ...result }];
    });
  }

  #of(check: CheckName): { problems: Problem[]; more: number; note: string } {
    const known = this.#results.get(check) ?? { problems: [], more: 0, note: "" };
    this.#results.set(check, known);
    return known;
  }
}
