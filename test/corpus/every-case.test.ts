/** `corpus.cases()`: every match, with turns for other work. */
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCases } from "../support/records.ts";

test("cases gives every match of a question, as all does", async () => {
  using corpus = openV1(makeCorpus(bulkCases(1, 25)));
  const question = { decision_date_min: 1900, full_case: true, page_size: 10, facet: "court" };
  expect(await Array.fromAsync(corpus.cases(question))).toEqual([...corpus.all("cases", question)]);
  expect(await Array.fromAsync(corpus.cases({ search: "word7" }), ({ id }) => id)).toEqual([7]);
  expect(await Array.fromAsync(corpus.cases())).toHaveLength(25);
});

test("cases lets other work go on between two pages", async () => {
  using corpus = openV1(makeCorpus(bulkCases(1, 30)));
  let turns = 0;
  const other = (): void => {
    turns++;
    if (turns < 1_000) setImmediate(other);
  };
  setImmediate(other);
  for await (const one of corpus.cases({ page_size: 1 })) expect(one.id).toBeGreaterThan(0);
  expect(turns).toBeGreaterThanOrEqual(29);
});

test("cases refuses a wrong question when it is first asked for", async () => {
  using corpus = openV1(makeCorpus(bulkCases(1, 2)));
  await expect(corpus.cases({ jurisdiction: "atlantis" }).next()).rejects.toMatchObject({ code: "invalid" });
});
