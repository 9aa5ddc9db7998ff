/**
 * The same law where most words have long lists, so that matches are neither scored nor counted for a page: a long list has 3 cases.
 */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { checkQuestion } from "./check-question.ts";
import { question, records } from "./made-records.ts";

vi.mock(import("../../src/store/words/list-lengths.ts"), async (load) => {
  const { withLongLists } = await import("../support/long-lists.ts");
  return withLongLists(await load());
});
test("list agrees with a brute-force reading when lists are long", () => {
  fc.assert(
    fc.property(
      records,
      fc.array(question, { minLength: 12, maxLength: 12 }),
      fc.integer({ min: 0, max: 9 }),
      (made, questions, rankedMatches) => {
        using corpus = openV1(makeCorpus(made), { rankedMatches });
        for (const asked of questions) {
          checkQuestion(corpus, made, asked, "quick");
          checkQuestion(corpus, made, { ...asked, ordering: null }, "quick");
        }
      },
    ),
    { numRuns: 12, seed: 13 },
  );
  expect.hasAssertions();
});
