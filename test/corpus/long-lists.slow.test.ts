/**
 * Where most words have long lists (here of more than 3 cases), matches are neither scored nor counted for a page, unless it is requested;
 * walks do without the count, and orders that need all matches have it.
 */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { pageFooter } from "../../src/cli/render/table.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { fuzzing } from "../support/fuzz.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { checkQuestion } from "./check-question.ts";
import { question, records } from "./made-records.ts";
import { line, textBody } from "./records.ts";

vi.mock(import("../../src/store/words/list-lengths.ts"), async (load) => {
  const original = await load();
  const LONG = 3;
  return {
    ...original,
    LONG_LIST: LONG as never,
    MAX_FIELDS_READ: LONG as never,
    listLengthsOf: (db) => {
      const lengthOf = original.listLengthsOf(db);
      return (token) => (lengthOf(token) > LONG ? Number.POSITIVE_INFINITY : lengthOf(token));
    },
  };
});

test("list agrees with a brute-force reading when lists are long", () => {
  fc.assert(
    fc.property(
      records,
      fc.array(question, { minLength: 12, maxLength: 12 }),
      fc.integer({ min: 0, max: 9 }),
      (made, questions, rankedMatches) => {
        using corpus = openV1(makeCorpus(made), { rankedMatches });
        for (const [nth, asked] of questions.entries())
          checkQuestion(corpus, made, nth % 2 === 0 ? asked : { ...asked, ordering: null }, "quick");
      },
    ),
    { ...fuzzing(8), seed: 13 },
  );
  expect.hasAssertions();
});

const RECORDS = [1, 2, 3, 4, 5].map((id) =>
  line(id, {
    name: id < 4 ? "State v. Mill" : "Other v. State",
    casebody: textBody("", `the dam ${"mill ".repeat(6 - id)}`),
  }),
);
const path = makeCorpus(RECORDS, `${keptFolder()}/test.db`);

test.each([
  [{ search: "state" }, null],
  [{ search: "state", decision_date_min: "1980" }, null],
  [{ search: "state", jurisdiction: "mass" }, null],
  [{ search: "state dam" }, null],
  [{ search: "state | other" }, null],
  [{ search: "-other" }, null],
  [{ search: "state", count: "exact" }, 5],
  [{ search: "state other" }, 2],
  [{ search: "state", decision_date_min: "1990" }, 0],
  [{ search: "other", ordering: "name_abbreviation" }, 2],
  // known from the stored counts, or from all matches
  [{}, 5],
  [{ jurisdiction: "mass", decision_date_min: "1988-02" }, 5],
  [{ name: "state" }, null],
  [{ name: "mill" }, 3],
  [{ cite: "1 Mass. 1" }, 1],
])("list(%j) counts %j", (question, count) => {
  using corpus = openV1(path);
  expect(corpus.list("cases", question).count).toBe(count);
});

test.each([
  [{ search: "state" }, 5],
  [{ search: "state", decision_date_min: "1980" }, 5],
  [{ search: "state", jurisdiction: "mass" }, 5],
  [{ search: "state dam" }, 5],
  [{ search: "state | other" }, 5],
  [{ search: "-other" }, 3],
  [{ search: "state -mill", decision_date_max: "1987" }, 0],
  [{ search: '"state v"' }, 3],
  [{ search: "author:state" }, 0],
])("in an order by name, list(%j) counts %j", (question, count) => {
  using corpus = openV1(path);
  expect(corpus.list("cases", { ...question, ordering: "name_abbreviation" }).count).toBe(count);
});

test("cases named so come first although the text has a long list, the others follow by date", () => {
  using corpus = openV1(path);
  const page = corpus.page("cases", { search: "mill" });
  expect(page.relevance).toBe("bounded");
  expect(new Set(page.envelope.results.slice(0, 3).map(({ id }) => id))).toEqual(new Set([1, 2, 3]));
  expect(page.envelope.results.slice(3).map(({ id }) => id)).toEqual([4, 5]);
  expect(pageFooter(page)).toBe("5 of many");
});

test("a word with a short list decides the order, not one with a long list", () => {
  using corpus = openV1(path);
  const page = corpus.page("cases", { search: "state other" });
  expect(page.relevance).toBe("exact");
  expect(page.envelope.results).toHaveLength(2);
});
