import { expect, test } from "vitest";
import { runHere } from "../../support/run-here.ts";
import { smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();

const ngrams = (...args: readonly string[]) => runHere(["ngrams", ...args, ...corpus.flags]);
const resolve = (...args: readonly string[]) => runHere(["resolve", ...args, ...corpus.flags]);

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

test("resolve prints JSON where it is no terminal, and a table on request", async () => {
  const { code, stdout } = await resolve("See 1 Charlton 42,", "and 2 Charlton 7.");
  expect(code).toBe(0);
  const found = JSON.parse(stdout);
  expect(Object.keys(found)).toEqual(["1 Charlton 42", "2 Charlton 7"]);
  expect(found["2 Charlton 7"]).toMatchObject([{ source_id: 3 }, { source_id: 4 }]);
  expect((await resolve("1 Charlton 42", "--format", "table")).stdout).toMatch(
    /^cite .*\n1 Charlton 42 +1 +Wood v\. Smith +1805-05-01\n$/,
  );
  expect(await resolve("9 Charlton 99", "--format", "table")).toMatchObject({
    code: 4,
    stdout: expect.stringMatching(/^9 Charlton 99 +no case has this citation$/m),
  });
  expect((await resolve("9 Charlton 99")).code).toBe(4);
});
