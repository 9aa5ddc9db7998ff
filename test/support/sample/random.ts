/**
 * Chance that repeats itself: the same seed gives the same sample on every machine.
 *
 * A fork depends on its label alone, not on how much was drawn before, so that a change to one case leaves the others
 * as they are.
 */

export interface Random {
  /** A whole number from 0 to n - 1. */
  below(n: number): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True `percent` times in a hundred. */
  chance(percent: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** `n` members of the list (all when it is shorter), in the list's order. */
  some<T>(list: readonly T[], n: number): T[];
  shuffled<T>(list: readonly T[]): T[];
  fork(label: string): Random;
}

/** A generator (mulberry32) whose state begins at the hash of the seed. */
export function makeRandom(seed: string): Random {
  let state = hash32(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  const shuffled = <T>(list: readonly T[]) =>
    list
      .map((value) => ({ value, at: next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ value }) => value);
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (percent) => next() * 100 < percent,
    pick: (list) => nth(list, below(list.length)),
    some: (list, n) => {
      const chosen = new Set(shuffled([...list.keys()]).slice(0, n));
      return list.filter((_, i) => chosen.has(i));
    },
    shuffled,
    fork: (label) => makeRandom(`${seed}/${label}`),
  };
}

/** The n-th member of a list that has one. */
export function nth<T>(list: readonly T[], n: number): T {
  const [found] = list.slice(n, n + 1);
  if (n < 0 || n >= list.length || found === undefined)
    throw new RangeError(`No member ${n} of ${list.length}`);
  return found;
}

/** FNV-1a over UTF-16 units. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
