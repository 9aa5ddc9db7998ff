/** Collects the findings of `verify` in bounded memory. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { CHECKS, type CheckName, type Finding, type Problem } from "../store/maintenance/check-problem.ts";
import { isDamage, unfinished } from "../store/maintenance/verify-corpus.ts";

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

  /** Lists a check, also if it finds nothing. */
  begin(check: CheckName): void {
    this.#of(check);
  }

  /** Runs a check to its end, and returns what it returns. */
  async take<T>(check: CheckName, findings: Generator<Finding, T>): Promise<T> {
    this.begin(check);
    // closes its statements also when it is stopped
    using running = findings;
    for (let taken = 1; ; taken++) {
      const { done, value } = running.next();
      if (done === true) return value;
      if (value !== null) this.add(value);
      if (taken % TURN_FINDINGS !== 0) continue;
      await nextTurn();
      this.stopIfAsked();
    }
  }

  /** Adds what another thread found. */
  addAll(results: readonly CheckResult[]): void {
    for (const { check, problems, more } of results) {
      this.begin(check);
      for (const one of problems) this.add(one);
      this.#of(check).more += more;
    }
  }

  /** Runs work that reads the corpus; damage that ends the work is a finding. */
  async survive(checks: readonly CheckName[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      for (const one of unfinished(error, checks)) this.add(one);
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
