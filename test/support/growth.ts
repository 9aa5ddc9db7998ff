/** How the time of a reader grows with its text, told by the processor's time of this thread alone. */

/** The larger text has so many times the length of the smaller one. */
const TIMES = 8;
/** A clock may go in steps of 10 ms: less is taken for as much. */
const LEAST_MS = 10;
/** Of a reader that takes its text once it is about 8, of one that takes the square 64. */
const MAX_GROWTH = 24;
const TRIES = 3;

/**
 * What is wrong with the growth of `read`, or null.
 *
 * @param make a text, or whatever is read, of about so many characters or parts
 */
export function growthFault<T>(
  read: (given: T) => unknown,
  make: (size: number) => T,
  size: number,
): string | null {
  const [small, large] = [make(size), make(size * TIMES)];
  let found = "";
  for (let tries = 0; tries < TRIES; tries++) {
    const largeMs = cpuMs(read, large);
    if (largeMs < MAX_GROWTH * LEAST_MS) return null;
    const smallMs = cpuMs(read, small);
    if (largeMs < MAX_GROWTH * Math.max(smallMs, LEAST_MS)) return null;
    found = `${size}: ${smallMs.toFixed(0)} ms, ${size * TIMES}: ${largeMs.toFixed(0)} ms`;
  }
  return found;
}

function cpuMs<T>(read: (given: T) => unknown, given: T): number {
  const before = process.threadCpuUsage();
  try {
    read(given);
  } catch (error) {
    // a refusal is an answer; running out of stack is none
    if (error instanceof RangeError || error instanceof TypeError) throw error;
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
