/** The clock and timer of progress messages; tests pass their own. */

export interface Clock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Calls `work` at this interval until it is disposed; does not keep the process alive. */
  every(milliseconds: number, work: () => void): Disposable;
}

export const CLOCK: Clock = {
  now: () => performance.now(),
  every: (milliseconds, work) => {
    const timer = setInterval(work, milliseconds);
    timer.unref();
    return { [Symbol.dispose]: () => clearInterval(timer) };
  },
};
