/**
 * The parts of a verification. Each needs only a snapshot of the corpus, so several threads can do them if their snapshots are of
 * the same state (check-threads.ts).
 */
import { readFormBody, readJoinedBody } from "../casebody/read-body.ts";
import type { ReadCase } from "../store/maintenance/check-cases.ts";
import type { SumsByCase } from "../store/maintenance/check-sums.ts";
import type { TableCheck, VerifySnapshot } from "../store/maintenance/verify-corpus.ts";
import { type CheckResult, Findings } from "./findings.ts";
import { BodyTally, type CaseCounts } from "./verify-bodies.ts";

export type CheckTask =
  | { readonly kind: TableCheck }
  /** Reads the index of words. */
  | { readonly kind: "sums" }
  | ({ readonly kind: "cases" } & CaseTask);

export interface CaseTask {
  readonly ids: readonly number[];
  readonly depth: "sample" | "all";
  /** Null: each case is looked up in the index. */
  readonly sums: SumsByCase | null;
}

/** What a task found, as plain data for another thread. */
export interface TaskResult {
  readonly checks: readonly CheckResult[];
  /** Of the task `sums`: null if the index is damaged. */
  readonly sums: SumsByCase | null;
  /** Of the task `cases`: null if damage ended it. */
  readonly cases: CaseCounts | null;
}

/** @throws the reason of the signal */
export async function runTask(
  snapshot: VerifySnapshot,
  task: CheckTask,
  signal: AbortSignal,
): Promise<TaskResult> {
  const found = new Findings(signal);
  found.stopIfAsked();
  let [sums, cases]: [SumsByCase | null, CaseCounts | null] = [null, null];
  if (task.kind === "sums") sums = await found.take("index words", snapshot.sums());
  else if (task.kind === "cases") cases = await checkCases(snapshot, found, task);
  else await found.take(task.kind, snapshot.table(task.kind));
  return { checks: found.results(), sums, cases };
}

async function checkCases(
  snapshot: VerifySnapshot,
  found: Findings,
  { ids, depth, sums }: CaseTask,
): Promise<CaseCounts | null> {
  const tally = new BodyTally(snapshot);
  const checks = {
    depth,
    readBody: readFormBody,
    readJoined: readJoinedBody,
    further: (read: ReadCase) => tally.check(depth, read),
  };
  const end = await found.take("index words", snapshot.cases(ids, checks, sums));
  return end === null ? null : tally.counts;
}
