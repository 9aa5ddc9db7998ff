/** The random order: the polynomial, and that orders are equally likely. */
import { expect, test } from "vitest";
import { RANDOM_MODULUS, randomCoefficients } from "../../../src/store/values/random-order.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";

const IDS = [1, 2, 3, 70, 1_000_000, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_991];

/** The value of an id, with integers of any size. */
function randomValue(id: number, seed: number): bigint {
  return randomCoefficients(seed)
    .map(BigInt)
    .reduce((sum, one) => (sum * BigInt(id) + one) % BigInt(RANDOM_MODULUS));
}

function ordered(ids: readonly number[], seed: number): number[] {
  return ids.toSorted((a, b) => Number(randomValue(a, seed) - randomValue(b, seed)) || a - b);
}

test("a random order is that of the polynomial of its seed, on every page", () => {
  using v1 = openV1(makeCorpus(IDS.map((id) => line(id))));
  for (const seed of [0, 1, 2, -5, 9_007_199_254_740_991]) {
    const asked = { ordering: "random", seed, page_size: 3 };
    expect([...v1.all("cases", asked)].map(({ id }) => id)).toEqual(ordered(IDS, seed));
  }
});

test("without a seed, pages keep the seed that was chosen; the next question has another", () => {
  const ids = Array.from({ length: 40 }, (_, n) => n + 1);
  using v1 = openV1(makeCorpus(ids.map((id) => line(id))));
  const asked = { ordering: "random", page_size: 7 };
  const walks = [0, 1].map(() => [...v1.all("cases", asked)].map(({ id }) => id));
  for (const walked of walks) expect(walked.toSorted((a, b) => a - b)).toEqual(ids);
  expect(walks[0]).not.toEqual(walks[1]);
});

test("every order of four ids is about as likely as every other", () => {
  const counts = new Map<string, number>();
  const seeds = 4_800;
  for (let seed = 0; seed < seeds; seed++) {
    const order = ordered([11, 12, 13, 5_000_000], seed).join(" ");
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(24);
  // 200 each; the standard deviation is 14
  for (const count of counts.values()) expect(Math.abs(count - seeds / 24)).toBeLessThan(70);
});
