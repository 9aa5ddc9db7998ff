/** Groups of near hashes, against comparing every pair. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { groupsOfNear, isNear } from "../../src/corpus/near-duplicates.ts";

type Hash = readonly [high: number, low: number];

function hashesOf(list: readonly Hash[]): Parameters<typeof groupsOfNear>[0] {
  return {
    high: Uint32Array.from(list, ([high]) => high),
    low: Uint32Array.from(list, ([, low]) => low),
  };
}

function sorted(groups: readonly (readonly number[])[]): number[][] {
  return groups.map((group) => [...group].sort((a, b) => a - b)).sort(([a = 0], [b = 0]) => a - b);
}

/** The groups of all pairs that differ in at most three bits, counted digit by digit. */
function everyPair(list: readonly Hash[]): number[][] {
  const bitsOf = ([high, low]: Hash): string =>
    high.toString(2).padStart(32, "0") + low.toString(2).padStart(32, "0");
  const texts = list.map(bitsOf);
  const differ = (a = "", b = ""): number => [...a].filter((bit, at) => bit !== b[at]).length;
  const groupOf = list.map((_, at) => at);
  for (const [i, one] of texts.entries())
    for (const [j, other] of texts.entries())
      if (differ(one, other) <= 3) {
        const [from, to] = [groupOf[j], groupOf[i] ?? i];
        for (const [at, group] of groupOf.entries()) if (group === from) groupOf[at] = to;
      }
  const groups = Map.groupBy(list.keys(), (at) => groupOf[at]);
  return sorted([...groups.values()].filter((group) => group.length > 1));
}

const HASH = fc.tuple(fc.nat(2 ** 32 - 1), fc.nat(2 ** 32 - 1));
const FLIPS = fc.array(fc.nat(63), { maxLength: 5 });
/** Some hashes, and some made of them by changing up to five bits. */
const LIST = fc
  .tuple(
    fc.array(HASH, { minLength: 1, maxLength: 6 }),
    fc.array(fc.tuple(fc.nat(), FLIPS), { maxLength: 14 }),
  )
  .map(([hashes, changed]): Hash[] => [
    ...hashes,
    ...changed.map(([at, flips]) => flips.reduce(flipped, hashes[at % hashes.length] ?? [0, 0])),
  ]);

function flipped([high, low]: Hash, bit: number): Hash {
  return bit < 32 ? [(high ^ (1 << bit)) >>> 0, low] : [high, (low ^ (1 << (bit - 32))) >>> 0];
}

test("groupsOfNear finds what comparing every pair finds", () => {
  fc.assert(
    fc.property(LIST, (list) => {
      expect(sorted(groupsOfNear(hashesOf(list), list.length))).toEqual(everyPair(list));
    }),
  );
});

test.each([
  [[0xffffffff, 0], [0xfffffff8, 0], true],
  [[0xffffffff, 0], [0xfffffff0, 0], false],
  [[0x80000001, 7], [1, 1], true],
  [[0x80000001, 7], [0, 0], false],
] as const)("isNear: %j and %j, %s", (one, other, near) => {
  expect(isNear(hashesOf([one, other]), 0, 1)).toBe(near);
});

test("many equal hashes are one group, and no hashes are none", () => {
  const equal = Array.from({ length: 20_000 }, (): Hash => [5, 6]);
  expect(groupsOfNear(hashesOf(equal), equal.length).map((group) => group.length)).toEqual([20_000]);
  expect(groupsOfNear(hashesOf([]), 0)).toEqual([]);
});
