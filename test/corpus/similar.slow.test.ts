/** Similar cases: what they share, compared with what all cases cite; the order; what readers without rights are not shown. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Corpus } from "../../src/corpus/corpus.ts";
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";

/** A case with the ids that its text cites and its words. */
interface Made {
  readonly cites: readonly number[];
  readonly words: readonly string[];
}

const TOPICS = ["riparian", "easement", "mortgage", "larceny", "usury", "trespass", "bailment", "escheat"];
const CASES: fc.Arbitrary<Made[]> = fc.array(
  fc.record({
    cites: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }),
    words: fc.uniqueArray(fc.constantFrom(...TOPICS), { maxLength: 3 }),
  }),
  { minLength: 20, maxLength: 30 },
);

function recordOf({ cites, words }: Made, at: number, more: Readonly<Record<string, unknown>> = {}): unknown {
  const text = [...words, ...cites.map((id) => `see 1 Ill. ${id};`)].join(" ");
  return bulkCase(at + 1, { casebody: textBody(text), ...more });
}

/** Stored cases that a case cites, by id, without itself. */
function citedBy(made: readonly Made[]): Map<number, Set<number>> {
  return new Map(made.map(({ cites }, at) => [at + 1, new Set(cites.filter((id) => id !== at + 1))]));
}

function shared(a: ReadonlySet<number> | undefined, b: ReadonlySet<number> | undefined): number {
  return [...(a ?? [])].filter((id) => b?.has(id)).length;
}

test("similar counts the works that both cases cite, and the cases that cite both", () => {
  fc.assert(
    fc.property(CASES, (made) => {
      using corpus = openCorpus(makeCorpus(made.map((one, at) => recordOf(one, at))));
      const cited = citedBy(made);
      for (const id of cited.keys()) {
        const found = corpus.similar(id, 50);
        expect(found?.case.id).toBe(id);
        const ids = found?.similar.map((one) => one.case.id) ?? [];
        expect([ids.includes(id), new Set(ids).size]).toEqual([false, ids.length]);
        for (const one of found?.similar ?? []) {
          const other = one.case.id;
          const together = [...cited.values()].filter((ids) => ids.has(id) && ids.has(other)).length;
          expect([one.sharedCitations, one.citedTogether]).toEqual([
            shared(cited.get(id), cited.get(other)),
            together,
          ]);
          expect(one.sharedCitations + one.citedTogether > 0 || one.sharedWords > 0).toBe(true);
        }
        const related = [...cited.keys()].filter(
          (other) => other !== id && shared(cited.get(id), cited.get(other)) > 0,
        );
        expect(related.filter((other) => !ids.includes(other))).toEqual([]);
      }
    }),
    { numRuns: 4 },
  );
});

test("similar is the same, whatever the order of the import was", () => {
  fc.assert(
    fc.property(CASES, fc.nat(), (made, seed) => {
      const records = made.map((one, at) => recordOf(one, at));
      const mixed = records.map((one, at) => ({ one, key: (at * 7919 + seed) % 101 }));
      const order = mixed.sort((a, b) => a.key - b.key).map(({ one }) => one);
      using first = openCorpus(makeCorpus(records));
      using second = openCorpus(makeCorpus(order));
      for (let id = 1; id <= made.length; id++) expect(idsOf(second, id)).toEqual(idsOf(first, id));
    }),
    { numRuns: 2 },
  );
});

function idsOf(corpus: Corpus, id: number): [number, number, number, number][] {
  return (corpus.similar(id)?.similar ?? []).map((one) => [
    one.case.id,
    one.sharedCitations,
    one.citedTogether,
    one.sharedWords,
  ]);
}

/** Cases 1 and 2 share a work, 1 and 3 are cited together, 1 and 4 share a rare word; the others share nothing. */
const PLAIN: readonly Made[] = [
  { cites: [25], words: ["riparian"] },
  { cites: [25], words: [] },
  { cites: [], words: [] },
  { cites: [], words: ["riparian"] },
  { cites: [1, 3], words: [] },
  ...Array.from({ length: 20 }, () => ({ cites: [], words: ["ordinary"] })),
];

test("similar finds a case by each of the three signs, names the words, and obeys the limit", () => {
  using corpus = openCorpus(makeCorpus(PLAIN.map((one, at) => recordOf(one, at))));
  expect(idsOf(corpus, 1)).toEqual([
    [2, 1, 0, 0],
    [3, 0, 1, 0],
    [4, 0, 0, 1],
  ]);
  expect(corpus.similar(1)?.words).toEqual(["riparian"]);
  expect(corpus.similar(1, 1)?.similar).toHaveLength(1);
  expect(corpus.similar(6)?.similar).toEqual([]);
  expect(corpus.similar(999)).toBeNull();
});

test("similar reads no closed text for readers who may not see it", () => {
  const closed = { id: 30, slug: "closed", name: "Closed", name_long: "Closed", whitelisted: false };
  const records = PLAIN.map((one, at) =>
    recordOf(one, at, at === 0 || at === 3 ? { jurisdiction: closed } : {}),
  );
  using corpus = openCorpus(makeCorpus(records));
  // case 1 is closed: neither its words nor what its text cites
  for (const access of ["anyone", "public"] as const) {
    const found = corpus.as(access).similar(1);
    expect([found?.words, found?.similar.map((one) => one.case.id)]).toEqual([[], [3]]);
  }
  for (const access of ["owner", "open"] as const) expect(idsOf(corpus.as(access), 1)).toHaveLength(3);
  const open = PLAIN.map((one, at) => recordOf(one, at, at === 3 ? { jurisdiction: closed } : {}));
  using half = openCorpus(makeCorpus(open));
  // case 4 is closed: a search finds it, unless closed texts are not searched
  expect(idsOf(half.as("anyone"), 1).map(([id]) => id)).toEqual([2, 3, 4]);
  expect(idsOf(half.as("public"), 1).map(([id]) => id)).toEqual([2, 3]);
});
