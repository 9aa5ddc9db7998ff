/**
 * The use case `verify`: checks a corpus and the archives of its downloads. It only reads, also during an import, and checks one
 * snapshot.
 */
import { CaselawError, messageOf } from "../domain/errors.ts";
import { type Share, shareText } from "../domain/share.ts";
import { problem } from "../store/maintenance/check-problem.ts";
import type { SumsByCase } from "../store/maintenance/check-sums.ts";
import {
  type CaseChoice,
  checkFile,
  type TableCheck,
  VerifySnapshot,
} from "../store/maintenance/verify-corpus.ts";
import type { TaskResult } from "./check-tasks.ts";
import { CheckThreads } from "./check-threads.ts";
import { type CheckResult, Findings, type Verdict } from "./findings.ts";
import { checkArchives } from "./verify-archives.ts";
import type { CaseCounts } from "./verify-bodies.ts";

export interface VerifyOptions {
  /** `all`: every case, token by token, and every archive by its own manifests. */
  readonly depth: "sample" | "all";
  /** With `all`: reads only this share of the cases and archives. Default: all of them. */
  readonly share?: Share | null;
  /** Archives in this folder are checked. Default: no archives. */
  readonly dataFolder?: string | null;
  /** Cases of a sample; of a corpus with at most `completeUpTo` cases every case is compared. */
  readonly sampleCases?: number;
  readonly completeUpTo?: number;
  /** Threads that share the work; 0: none but this one. Default: as many as fit the corpus and the machine. */
  readonly threads?: number;
  /** Stops between two cases or archives; `verifyCorpus` rejects with its reason. */
  readonly signal?: AbortSignal;
}

export interface Verification {
  readonly corpus: string;
  readonly depth: VerifyOptions["depth"];
  readonly share: Share | null;
  readonly verdict: Verdict;
  /** The checks that ran; a corpus that cannot be read ends them early. */
  readonly checks: readonly CheckResult[];
}

interface CaseTotal extends CaseCounts {
  /** Stored cases. */
  readonly count: number;
  /** Cases that the next run will index again. */
  readonly waiting: number;
}

/** A thousand cases take 20 to 60 seconds to look up; a change in one of 1,000 cases is found more likely than not. */
const SAMPLE_CASES = 1_000;
/** Up to this number of cases, reading the complete index is faster than looking up a sample. */
const COMPLETE_UP_TO = 5_000;
/** Cases that a thread checks at a time: about a second. */
const CHUNK_CASES = 4_000;
const CHUNK_LOOKED_UP = 100;

/** @throws CaselawError `not_found`, `unsupported` (another version), `conflict`, `unavailable`; the signal's reason */
export async function verifyCorpus(path: string, options: VerifyOptions): Promise<Verification> {
  const found = new Findings(options.signal ?? null);
  await found.take("file", checkFile(path));
  if (found.isEmpty) await checkOpened(path, options, found);
  const { depth, share = null } = options;
  return { corpus: path, depth, share, verdict: found.verdict, checks: found.results() };
}

async function checkOpened(path: string, options: VerifyOptions, found: Findings): Promise<void> {
  const { threads: wanted = null, signal = null, dataFolder = null } = options;
  await using threads = await CheckThreads.open(path, () => openSnapshot(path, found), { wanted, signal });
  if (threads === null) return;
  const take = async (kind: TableCheck) => found.addAll((await threads.run({ kind })).checks);
  // the longest first
  await allSettled([
    take("pages"),
    found.survive(["index words", "bodies"], () => checkCases(threads, options, found)),
    take("references"),
    take("index rows"),
    take("counts"),
  ]);
  if (dataFolder === null) return;
  await found.survive(["counts"], () => checkArchives(threads.snapshot, dataFolder, options, found));
}

/** Waits for all of them, then throws the error of the first that has one. */
async function allSettled(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

async function checkCases(threads: CheckThreads, options: VerifyOptions, found: Findings): Promise<void> {
  found.begin("index words");
  found.begin("bodies");
  const count = threads.snapshot.count();
  const total = { checked: 0, hashDiffers: 0, htmlDiffers: 0 };
  for await (const { checks, cases } of caseResults(threads, choiceOf(count, options), options)) {
    found.addAll(checks);
    total.checked += cases?.checked ?? 0;
    total.hashDiffers += cases?.hashDiffers ?? 0;
    total.htmlDiffers += cases?.htmlDiffers ?? 0;
  }
  noteCases(found, { ...total, count, waiting: threads.snapshot.waiting() }, options);
}

function noteCases(found: Findings, total: CaseTotal, { depth, share = null }: VerifyOptions): void {
  const { count, waiting } = total;
  const looked = `${total.checked} of ${count} cases${share === null ? "" : `, ${shareText(share)}`}`;
  const notes = [looked, ...(waiting === 0 ? [] : [`${waiting} to be indexed again by the next run`])];
  found.note("index words", notes.join("; "));
  const differ = `${total.hashDiffers} differ from their hash, ${total.htmlDiffers} between HTML and JSON`;
  found.note("bodies", depth === "all" ? `${looked}; ${differ}` : looked);
}

/** Reads the index of words, unless cases are looked up in it, and checks the cases in the order of their ids, until damage ends it. */
async function* caseResults(
  threads: CheckThreads,
  choice: CaseChoice,
  { depth }: VerifyOptions,
): AsyncGenerator<TaskResult> {
  let sums: SumsByCase | null = null;
  if (choice.kind !== "sample") {
    const index = await threads.run({ kind: "sums" });
    yield index;
    if (index.sums === null) return;
    sums = index.sums;
  }
  const chunks = threads.snapshot.ids(choice, sums === null ? CHUNK_LOOKED_UP : CHUNK_CASES);
  const tasks = chunks.map((ids) => threads.run({ kind: "cases", ids, depth, sums }));
  for await (const result of inOrder(tasks, threads.size)) {
    yield result;
    if (result.cases === null) return;
  }
}

/** The results in the order of the tasks, of which at most `ahead` are started before the one whose result is awaited has ended. */
async function* inOrder<T>(tasks: Iterable<Promise<T>>, ahead: number): AsyncGenerator<T> {
  const running: Promise<T>[] = [];
  try {
    for (const task of tasks) {
      // awaited in its turn
      task.catch(() => undefined);
      if (running.push(task) > ahead) yield* running.splice(0, 1);
    }
  } catch (error) {
    // the ids cannot be read to their end
    yield* running;
    throw error;
  }
  yield* running;
}

function choiceOf(
  count: number,
  { depth, share = null, sampleCases = SAMPLE_CASES, completeUpTo = COMPLETE_UP_TO }: VerifyOptions,
): CaseChoice {
  if (share !== null) return { kind: "share", share };
  return depth === "all" || count <= completeUpTo ? { kind: "all" } : { kind: "sample", cases: sampleCases };
}

function openSnapshot(path: string, found: Findings): VerifySnapshot | null {
  try {
    return new VerifySnapshot(path);
  } catch (error) {
    if (!(error instanceof CaselawError && error.code === "corrupt")) throw error;
    found.add(problem("file", messageOf(error)));
    return null;
  }
}
