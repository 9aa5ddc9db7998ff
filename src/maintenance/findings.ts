/** Collects the findings of `verify` in bounded memory. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { messageOf } from "../domain/errors.ts";
import {
  CHECKS,
  type CheckName,
  type Finding,
  isDamage,
  type Problem,
  problem,
} from "../store/maintenance/check-problem.ts";

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

  /**
   * Lists these checks, runs them to their end, and returns what they return. Damage that ends them is a problem of each; then it returns
   * null.
   */
  async take<T>(checks: readonly CheckName[], findings: Generator<Finding, T>): Promise<T | null> {
    for (const check of checks) this.#of(check);
    await this.pause();
    // closes its statements also when it is stopped
    using running = findings;
    try {
      for (let taken = 1; ; taken++) {
        const { done, value } = running.next();
        if (done === true) return value;
        if (value !== null) this.add(value);
        if (taken % TURN_FINDINGS === 0) await this.pause();
      }
    } catch (error) {
      if (!isDamage(error)) throw error;
      for (const check of checks)
        this.add(problem(check, `the check could not be finished: ${messageOf(error)}`));
      return null;
    }
  }

  /** Lets other work run. @throws the signal's reason */
  async pause(): Promise<void> {
    await nextTurn();
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
