/**
 * Numbers by chance that are the same in every run: a seed gives the corpus, and a case's own seed gives the case.
 */

/** Yields numbers from 0 up to but without 1. */
export type Random = () => number;

/** A generator of 32 bits of state (Mulberry32): quick, and good enough for words. */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed made of several numbers, such as a corpus's seed and a case's id; neighbours share nothing. */
export function mixSeeds(...seeds: readonly number[]): number {
  let mixed = 0x9e3779b9;
  for (const seed of seeds) {
    mixed = Math.imul(mixed ^ (seed | 0), 0x85ebca6b);
    mixed ^= mixed >>> 13;
    mixed = Math.imul(mixed, 0xc2b2ae35);
    mixed ^= mixed >>> 16;
  }
  return mixed;
}

/** A whole number, both ends included. */
export function between(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

/** One of a list that is not empty, each as likely. */
export function oneOf<T>(random: Random, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error("nothing to choose from");
  return chosen;
}

/** A number around a mean, long-tailed as lengths of texts are (log-normal, sigma 0.8). */
export function longTailed(random: Random, mean: number): number {
  const sigma = 0.8;
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return mean * Math.exp(sigma * normal - sigma ** 2 / 2);
}

/**
 * Draws indexes with given weights, each draw in constant time (Walker's alias method).
 *
 * @param weights of the indexes; need not sum to 1
 */
export function weighted(weights: readonly number[]): (random: Random) => number {
  const { length } = weights;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const share = Float64Array.from(weights, (weight) => (weight / total) * length);
  const alias = new Uint32Array(length);
  const small: number[] = [];
  const large: number[] = [];
  for (const [index, value] of share.entries()) (value < 1 ? small : large).push(index);
  for (let low = small.pop(); low !== undefined; low = small.pop()) {
    const high = large.pop();
    if (high === undefined) break;
    alias[low] = high;
    share[high] = (share[high] ?? 0) + (share[low] ?? 0) - 1;
    ((share[high] ?? 0) < 1 ? small : large).push(high);
  }
  for (const index of [...small, ...large]) share[index] = 1;
  return (random) => {
    const index = Math.floor(random() * length);
    return random() < (share[index] ?? 1) ? index : (alias[index] ?? index);
  };
}

/** Draws ranks 0, 1, 2 … as words are drawn in a text: the n-th is n times rarer than the first (Zipf, Mandelbrot). */
export function zipfian(count: number, { exponent = 1, shift = 0.7 } = {}): (random: Random) => number {
  return weighted(Array.from({ length: count }, (_, rank) => 1 / (rank + 1 + shift) ** exponent));
}
