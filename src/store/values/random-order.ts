/**
 * The random order: by a polynomial of the id, modulo a prime. For a seed that was chosen at random, any four cases are as likely in
 * one order as in another. The search engine computes the same values.
 */
import type { SortKey } from "../../domain/query.ts";

/** 2^31 - 1: the engine computes products of two remainders with 64-bit integers. */
export const RANDOM_MODULUS = 2_147_483_647;

type Coefficients = readonly [number, number, number, number];

interface RandomPage {
  readonly seed: number;
  /** The key of the last case that was read; null from the start (or the end). */
  readonly key: SortKey | null;
  readonly direction: "forwards" | "backwards";
  readonly limit: number;
}

/** The coefficients of the polynomial `((first * id + second) * id + third) * id + fourth`. */
export function randomCoefficients(seed: number): Coefficients {
  const { hash } = process.getBuiltinModule("node:crypto");
  const bytes = hash("sha256", `caselaw random order ${seed}`, "buffer");
  const coefficient = (at: number): number => bytes.readUIntBE(at * 6, 6) % RANDOM_MODULUS;
  return [coefficient(0), coefficient(1), coefficient(2), coefficient(3)];
}

/** Keys `[value, id]` of the cases of a page, in reading direction. */
export function randomKeys(
  chunks: Iterable<ArrayLike<number>>,
  { seed, key, direction, limit }: RandomPage,
): SortKey[] {
  const coefficients = randomCoefficients(seed);
  const factor = direction === "forwards" ? 1 : -1;
  const compare = ([a, idA]: NumberKey, [b, idB]: NumberKey): number => factor * (a - b || idA - idB);
  const after: NumberKey | null = key === null ? null : [Number(key[0]), Number(key[1])];
  let last = Number.POSITIVE_INFINITY;
  let keys: NumberKey[] = [];
  for (const ids of chunks) {
    for (let nth = 0; nth < ids.length; nth++) {
      const id = ids[nth] ?? 0;
      const value = randomValue(id, coefficients);
      if (factor * value > last) continue;
      const idKey: NumberKey = [value, id];
      if (after !== null && compare(idKey, after) <= 0) continue;
      keys.push(idKey);
      if (keys.length < 2 * limit) continue;
      keys = keys.sort(compare).slice(0, limit);
      last = factor * (keys.at(-1)?.[0] ?? last);
    }
  }
  return keys.sort(compare).slice(0, limit);
}

type NumberKey = readonly [value: number, id: number];

function randomValue(id: number, [first, second, third, fourth]: Coefficients): number {
  const x = id < RANDOM_MODULUS ? id : id % RANDOM_MODULUS;
  return next(next(next(first, x, second), x, third), x, fourth);
}

/** `value * x + summand` modulo the modulus. The two halves of `x` keep the products below 2^53. */
function next(value: number, x: number, summand: number): number {
  return remainder(remainder(value * (x >>> 16)) * 2 ** 16 + value * (x & 0xffff) + summand);
}

/** The remainder of a number below 2^53, modulo the modulus: 2^31 leaves 1. */
function remainder(number: number): number {
  const high = Math.floor(number / 2 ** 31);
  const sum = high + number - high * 2 ** 31;
  return sum < RANDOM_MODULUS ? sum : sum - RANDOM_MODULUS;
}
