/** Cases with nearly the same text: planted copies are found, different cases are not. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { groupsOfNear } from "../../src/corpus/near-duplicates.ts";
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { makeCorpus } from "../support/corpus.ts";
import { fuzzing } from "../support/fuzz.ts";
import { pagesOf } from "../support/page-answer.ts";
import { publisherSimhash } from "../support/publisher-simhash.ts";
import { runHere } from "../support/run-here.ts";
import { line, textBody } from "./records.ts";

/** 300 different words. */
function textOf(seed: number): string {
  return Array.from({ length: 300 }, (_, at) => `word${(at * 7919 + seed * 104_729) % 99_991}`).join(" ");
}

function caseOf(id: number, text: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const flat = `\n${text}\n`;
  const analysis = { simhash: publisherSimhash(flat), word_count: text.split(" ").length };
  return line(id, { casebody: textBody("", text), analysis, ...more });
}

const FIRST = textOf(1);
const COPY = FIRST.replace("word", "w0rd");
const RECORDS = [
  caseOf(1, FIRST),
  caseOf(2, textOf(2)),
  caseOf(3, COPY),
  caseOf(4, FIRST, { decision_date: "1990" }),
  caseOf(5, "Motion denied."),
  caseOf(6, "Motion denied."),
  // the hash of the first text, but another text
  caseOf(7, textOf(7), { analysis: { simhash: publisherSimhash(`\n${FIRST}\n`), word_count: 300 } }),
  line(8, { casebody: textBody("", FIRST) }),
  caseOf(9, FIRST, { casebody: null }),
  caseOf(10, FIRST, { analysis: { simhash: "2:6e45862a08eb1d4c", word_count: 300 } }),
];

test("planted copies are one group; different texts, short ones and those without a hash are in none", () => {
  using corpus = openCorpus(makeCorpus(RECORDS));
  const { compared, notCompared, groups } = corpus.nearDuplicates();
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([[1, 3, 4]]);
  expect([compared, notCompared]).toEqual([6, 4]);
});

test("cases of the same day are found without the list", () => {
  using corpus = openCorpus(makeCorpus(RECORDS));
  const idsOf = (id: number): number[] =>
    corpus.casesOf([id]).flatMap((one) => corpus.sameDayDuplicates(one).map((other) => other.id));
  expect([1, 2, 3, 4, 7, 8].map(idsOf)).toEqual([[3], [], [1], [], [], []]);
});

test("closed texts are not compared for those who may not see them", () => {
  const closed = {
    jurisdiction: { id: 30, slug: "ind", name: "Ind.", name_long: "Indiana", whitelisted: false },
  };
  using owner = openCorpus(makeCorpus([caseOf(1, FIRST, closed), caseOf(3, COPY, closed)]));
  const found = (["owner", "open", "anyone", "public"] as const).map((access) => {
    const corpus = owner.as(access);
    return corpus.casesOf([1]).flatMap((one) => corpus.sameDayDuplicates(one).map(({ id }) => id));
  });
  expect(found).toEqual([[3], [3], [], []]);
});

test("a day with more than 200 cases is not compared", () => {
  const others = Array.from({ length: 199 }, (_, at) => line(100 + at));
  const idsOf = (records: readonly unknown[]): number[] => {
    using corpus = openCorpus(makeCorpus(records));
    return corpus.casesOf([1]).flatMap((one) => corpus.sameDayDuplicates(one).map(({ id }) => id));
  };
  expect(idsOf([caseOf(1, FIRST), ...others.slice(1), caseOf(500, COPY)])).toEqual([500]);
  expect(idsOf([caseOf(1, FIRST), ...others, caseOf(500, COPY)])).toEqual([]);
});

test("the page of a case links to the others", () => {
  const ask = pagesOf(RECORDS);
  expect(ask("/cases/1/").text).toContain("Nearly the same text Case 3 3 Mass. 3 (1988)");
  expect(ask("/cases/2/").text).not.toContain("Nearly the same text");
});

test("stats --duplicates lists the groups", async () => {
  const flags = ["--duplicates", "--db", makeCorpus(RECORDS)];
  const { code, stdout } = await runHere(["stats", ...flags]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/group +id +cite +decided +name\n +1 +1 +1 Mass\. 1 +1988-05-20 +Case 1\n +1 +3 /);
  expect(stdout).toContain(
    "Groups with nearly the same text: 1, with 3 cases; 6 cases were compared, 4 have no simhash or fewer than 50 words",
  );
  const json = JSON.parse((await runHere(["stats", ...flags, "--json"])).stdout);
  expect(json.duplicates).toMatchObject({
    compared: 6,
    not_compared: 4,
    groups: [[{ id: 1 }, { id: 3 }, { id: 4 }]],
  });
});

/** Groups of near hashes, against comparing every pair. */
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
    fuzzing(20),
  );
});

test("many equal hashes are one group, and no hashes are none", () => {
  const equal = Array.from({ length: 20_000 }, (): Hash => [5, 6]);
  expect(groupsOfNear(hashesOf(equal), equal.length).map((group) => group.length)).toEqual([20_000]);
  expect(groupsOfNear(hashesOf([]), 0)).toEqual([]);
});
