/** Leaves a source alone for the rest of a run: one that asks for more time than we wait, or that fails again and again. */
export class Breaker {
  readonly #maxFailures: number;
  #failures = 0;
  #reason: string | null = null;

  /** @param maxFailures requests of all files, one after the other */
  constructor(maxFailures: number) {
    this.#maxFailures = maxFailures;
  }

  /** Why no further request is made; null while requests are made. */
  get reason(): string | null {
    return this.#reason;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(reason: string): void {
    if (++this.#failures >= this.#maxFailures)
      this.#reason ??= `${this.#failures} requests in a row failed: ${reason}`;
  }

  /** @param until milliseconds since 1970 */
  waitUntil(until: number): void {
    this.#reason ??= `the server asks to wait until ${new Date(Math.min(until, MAX_TIME)).toISOString()}`;
  }
}

/** The last instant that a Date can have. */
const MAX_TIME = 8.64e15;
