/** Collects the findings of `verify` in bounded memory. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { messageOf } from "../domain/errors.ts";
import {
  CHECKS,
  type CheckName,
  type Finding,
  type Problem,
  problem,
} from "../store/maintenance/check-problem.ts";
import { isDamage } from "../store/maintenance/verify-corpus.ts";

export type Verdict = "ok" | "corpus at fault" | "archives at fault";

export interface CheckResult {
  readonly check: CheckName;
  readonly problems: readonly Problem[];
  /** Problems beyond those listed. */
  readonly more: number;
  /** What was checked, in a few words; empty when there is nothing to add. */
  readonly note: string;
}

/** Problems of one check that are listed, because a lost index has millions. */
const MAX_LISTED = 1_000;
/** Findings between two checks of the signal. */
const TURN_FINDINGS = 250;

export class Findings {
  readonly #results = new Map<CheckName, { problems: Problem[]; more: number; note: string }>();
  readonly #signal: AbortSignal | null;

  constructor(signal: AbortSignal | null) {
    this.#signal = signal;
  }

  /** Runs a check to its end; the results list it also when it finds nothing. */
  async take(check: CheckName, findings: Iterable<Finding>): Promise<void> {
    this.#of(check);
    let taken = 0;
    for (const finding of findings) {
      if (finding !== null) this.add(finding);
      if (++taken % TURN_FINDINGS !== 0) continue;
      await nextTurn();
      this.stopIfAsked();
    }
  }

  /** Runs work that reads the corpus; damage that ends the work is a finding. */
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

  get verdict(): Verdict {
    const faulty = [...this.#results].filter(([, { problems }]) => problems.length > 0);
    if (faulty.length === 0) return "ok";
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
