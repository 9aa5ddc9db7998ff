/**
 * The same law where days are full and cases overflow into blocks: ranks so few that it happens with 60 cases. In a
 * real corpus a day takes over 32 cases, the first of a year 1,024.
 */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { checkQuestion } from "./check-question.ts";
import { question, records } from "./made-records.ts";
import { walk } from "./walk.ts";

vi.mock("../../src/store/dates/date-rowid-sizes.ts", () => ({
  ROWIDS_PER_DAY: 1,
  ROWIDS_PER_MONTH_START: 2,
  ROWIDS_PER_YEAR_START: 3,
  ROWIDS_PER_BLOCK: 2,
  MAX_SINGLE_BLOCK_READS: 2,
  MAX_BLOCK_MATCHES: 7,
  WALK_CHUNK: 4,
}));

test("list agrees with a brute-force reading when days are full", () => {
  fc.assert(
    fc.property(records, fc.array(question, { minLength: 12, maxLength: 12 }), (made, questions) => {
      using corpus = openV1(makeCorpus(made));
      for (const asked of questions) checkQuestion(corpus, made, asked);
    }),
    { numRuns: 25, seed: 11 },
  );
  expect.hasAssertions();
});

test("list by relevance agrees when days are full and few matches are scored", () => {
  fc.assert(
    fc.property(
      records,
      fc.array(question, { minLength: 12, maxLength: 12 }),
      fc.integer({ min: 0, max: 9 }),
      (made, questions, rankedMatches) => {
        using corpus = openV1(makeCorpus(made), { rankedMatches });
        for (const asked of questions) checkQuestion(corpus, made, { ...asked, ordering: null });
      },
    ),
    { numRuns: 15, seed: 12 },
  );
  expect.hasAssertions();
});

test("walk by date visits each of 300 cases of one full day, and of 300 without a date, once each way", () => {
  const made = Array.from({ length: 600 }, (_, n) => ({
    id: 600 - n,
    name: "State v. Mill",
    decision_date: n % 2 === 0 ? "1988-05-20" : null,
    jurisdiction: { id: 1, slug: "neb", name: "Neb." },
  }));
  using corpus = openV1(makeCorpus(made));
  const wanted = [false, true].flatMap((isNull) =>
    made
      .filter((one) => (one.decision_date === null) === isNull)
      .map(({ id }) => id)
      .sort((a, b) => a - b),
  );
  for (const ordering of ["decision_date", "-decision_date"]) {
    for (const filter of [{}, { jurisdiction: "neb" }, { search: "mill" }, { name: "mill" }]) {
      const walked = walk(corpus, "cases", { ...filter, ordering, page_size: 97 });
      expect(walked.forth).toEqual(wanted);
      expect(walked.back).toEqual(wanted);
    }
  }
});
