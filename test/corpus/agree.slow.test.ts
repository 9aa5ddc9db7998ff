/** The law of the query side: search, filters and walks agree with a brute-force reading of the same records. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openerOf } from "../../src/corpus/open-corpus.ts";
import { withoutBlocked } from "../../src/corpus/without-blocked.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { fuzzing } from "../support/fuzz.ts";
import { checkQuestion } from "./check-question.ts";
import { question, records } from "./made-records.ts";

test("list answers every question as a brute-force reading does, on every page forth and back", () => {
  fc.assert(
    fc.property(records, fc.array(question, { minLength: 12, maxLength: 12 }), (made, questions) => {
      using corpus = openV1(makeCorpus(made));
      for (const asked of questions) checkQuestion(corpus, made, asked);
    }),
    { ...fuzzing(8), seed: 7 },
  );
  expect.hasAssertions();
});

test("H16: a corpus without its blocked decisions answers every question as one that never had them", async () => {
  await fc.assert(
    fc.asyncProperty(
      records,
      fc.array(fc.boolean(), { minLength: 3, maxLength: 9 }),
      fc.array(question, { minLength: 12, maxLength: 12 }),
      async (made, pattern, questions) => {
        const isBlocked = (_: unknown, nth: number): boolean => pattern[nth % pattern.length] ?? false;
        const lines = made.map((one, nth) =>
          isBlocked(one, nth) ? { ...one, courtlistener: { cluster_ids: [], blocked: true } } : one,
        );
        const open = await openerOf(makeCorpus(lines));
        using corpus = openV1(withoutBlocked(open()));
        const seen = made.filter((one, nth) => !isBlocked(one, nth));
        for (const asked of questions) checkQuestion(corpus, seen, asked);
      },
    ),
    { ...fuzzing(8), seed: 8 },
  );
  expect.hasAssertions();
});
