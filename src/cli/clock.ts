/** The clock that progress goes by; tests bring their own. */

export interface Clock {
  /** Milliseconds, only going forward. */
  now(): number;
  /** Does something again and again until it is disposed; keeps no process alive. */
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
