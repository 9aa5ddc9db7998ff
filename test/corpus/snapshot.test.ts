/** One moment of a corpus, as an export reads it. */
import { expect, test } from "vitest";
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { CorpusSnapshot } from "../../src/corpus/snapshot.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCases } from "../support/records.ts";

test("pages give the records of a list, in the order of the ids", () => {
  const path = makeCorpus(bulkCases(1, 250));
  using snapshot = new CorpusSnapshot(path, { baseUrl: "http://x.test" });
  const asked = snapshot.ask(new URLSearchParams({ full_case: "true", decision_date_min: "1900" }));
  expect(snapshot.count(asked)).toBe(250);
  const pages = [...snapshot.pages(snapshot.ids(asked, "id"), asked)];
  expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
  using corpus = openCorpus(path, { baseUrl: "http://x.test" });
  expect(pages.flat()).toEqual([...corpus.all("cases", { ordering: "id", full_case: true })]);
  const some = snapshot.pages([9, 8, 1_000, 7], asked);
  expect([...some].flat().map(({ id }) => id)).toEqual([9, 8, 7]);
});

test("ask refuses what is wrong, and reads no order", () => {
  using snapshot = new CorpusSnapshot(makeCorpus(bulkCases(1, 2)));
  expect(() => snapshot.ask(new URLSearchParams({ jurisdiction: "atlantis" }))).toThrow(/valid choice/);
  expect(snapshot.ask(new URLSearchParams({ ordering: "odd" })).ordering).toBeNull();
});
