/** One state of a corpus, as an export reads it. */
import { expect, test } from "vitest";
import { CorpusSnapshot } from "../../src/corpus/open-corpus.ts";
import { v1Case } from "../../src/v1/records.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCases } from "../support/records.ts";

test("pages give the cases of a list, in the order of the ids", () => {
  const path = makeCorpus(bulkCases(1, 250));
  using snapshot = new CorpusSnapshot(path);
  const bodies = { format: "text", preview: null } as const;
  expect(snapshot.count({})).toBe(250);
  const read = (ids: Iterable<number>) =>
    [...snapshot.idPages(ids, "bodies")].map((page) => snapshot.withBodies(snapshot.casesOf(page), bodies));
  const pages = read(snapshot.ids({}, "id"));
  expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
  using v1 = openV1(path, { baseUrl: "http://x.test" });
  expect(pages.flat().map((one) => v1Case(one, "http://x.test"))).toEqual([
    ...v1.all("cases", { ordering: "id", full_case: true }),
  ]);
  expect(
    read([9, 8, 1_000, 7])
      .flat()
      .map(({ id }) => id),
  ).toEqual([9, 8, 7]);
});
