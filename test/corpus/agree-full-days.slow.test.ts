/**
 * The same law where days use all levels of date rowids: levels so narrow that it happens with 60 cases. In a real corpus a
 * day has 32 cases in the first level, and 2,048 in the second.
 */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { fuzzing } from "../support/fuzz.ts";
import { checkQuestion } from "./check-question.ts";
import { question, records } from "./made-records.ts";
import { walk } from "./walk.ts";

vi.mock("../../src/store/dates/date-rowid-levels.ts", () => ({
  LEVELS: [
    { from: 0, to: 2 ** 40, rowidsPerDay: 1 },
    { from: 2 ** 40, to: 2 ** 46, rowidsPerDay: 2 },
    { from: 2 ** 46, to: 2 ** 48, rowidsPerDay: 2 ** 23 },
  ],
  UNDATED: { from: 2 ** 48, to: 2 ** 50 },
}));

test("list agrees with a brute-force reading when days are full, also if few matches are scored", () => {
  fc.assert(
    fc.property(
      records,
      fc.array(question, { minLength: 12, maxLength: 12 }),
      fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
      (made, questions, rankedMatches) => {
        using corpus = openV1(makeCorpus(made), rankedMatches === undefined ? {} : { rankedMatches });
        for (const [nth, asked] of questions.entries())
          checkQuestion(corpus, made, nth % 2 === 0 ? asked : { ...asked, ordering: null });
      },
    ),
    { ...fuzzing(7), seed: 11 },
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
      const walked = walk(corpus, { ...filter, ordering, page_size: 97 });
      expect(walked.forth).toEqual(wanted);
      expect(walked.back).toEqual(wanted);
    }
  }
});
