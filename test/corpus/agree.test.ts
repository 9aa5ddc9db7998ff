/** The law of the query side: search, filters and walks agree with a brute-force reading of the same records. */
import fc from "fast-check";
import { expect, test } from "vitest";
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
