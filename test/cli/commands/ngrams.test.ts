import { expect, test } from "vitest";
import { runHere } from "../../support/run-here.ts";
import { smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();

function ngrams(...args: readonly string[]) {
  return runHere(["ngrams", ...args, ...corpus.flags]);
}

test("ngrams prints JSON where it is no terminal, a table and CSV on request", async () => {
  const { code, stdout } = await ngrams("gold", "letters", "--jurisdiction", "ga");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    ...{ count: 1, next: null, previous: null },
    results: { "gold letters": { ga: [{ year: "1805", count: [1, null], doc_count: [1, 2] }] } },
  });
  expect((await ngrams("gold letters", "--format", "csv", "--year", "1805")).stdout).toBe(
    "ngram,jurisdiction,year,count,words,cases,all_cases\r\ngold letters,total,1805,1,,1,2\r\n",
  );
  expect((await ngrams("gold *", "--format", "table")).stdout).toMatch(
    /^ngram .*\ngold letters +total +1805/,
  );
  expect((await ngrams("nosuchword", "--format", "table")).stdout).toBe("no matches\n");
});
