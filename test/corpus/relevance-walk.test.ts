/** Walks by relevance: the cursor carries what was seen, as long as that is little enough. */
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { line } from "./records.ts";
import { queryOf, walk } from "./walk.ts";

test("a walk goes over from carried ids to the key alone, and back, with each match once", () => {
  // ids far apart, so that the set is too long after some 450 of them
  const records = Array.from({ length: 600 }, (_, n) =>
    line((n + 1) * 10 ** 12, { name: `library ${"other ".repeat(n % 7)}`, citations: [] }),
  );
  using corpus = openV1(makeCorpus(records));
  for (const ordering of ["relevance", "-relevance"]) {
    const walked = walk(corpus, { search: "library", ordering, page_size: 90 });
    expect(new Set(walked.forth).size).toBe(600);
    expect(walked.back).toEqual(walked.forth);
  }
});

test("previous leads back to the cases that next showed, though an import moved their scores", () => {
  const path = makeCorpus(
    Array.from({ length: 9 }, (_, n) => line(n + 1, { name: "library ".repeat(n + 1), citations: [] })),
  );
  using corpus = openV1(path);
  const first = corpus.list("cases", { search: "library", page_size: 3 });
  const second = corpus.list("cases", queryOf(first.next ?? ""));
  {
    using writer = openTestWriter(path);
    const records = Array.from({ length: 40 }, (_, n) =>
      line(n + 100, { name: "x ".repeat(n * 9), citations: [] }),
    );
    importRecords(writer, { unit: "more", records });
  }
  const back = corpus.list("cases", queryOf(second.previous ?? ""));
  expect(back.results.map(({ id }) => id)).toEqual(first.results.map(({ id }) => id));
  expect(back.previous).toBeNull();
});

test("within one state a walk goes by the key alone, and after an import by the cases seen on all its pages", () => {
  const path = makeCorpus(
    Array.from({ length: 40 }, (_, n) =>
      line(n + 1, { name: "library ".repeat(1 + (n % 9)), citations: [] }),
    ),
  );
  using corpus = openV1(path);
  const forth: number[] = [];
  let page = corpus.list("cases", { search: "library", page_size: 6 });
  for (;;) {
    forth.push(...page.results.map(({ id }) => id));
    if (forth.length === 12) {
      using writer = openTestWriter(path);
      // what was shown already gets to the end of the order
      const changed = forth.map((id) => line(id, { name: `library ${"x ".repeat(300)}`, citations: [] }));
      importRecords(writer, { unit: "newer", release: "2021-01-01", records: changed });
    }
    if (page.next === null) break;
    page = corpus.list("cases", queryOf(page.next));
  }
  expect(forth.length).toBe(40);
  expect(new Set(forth).size).toBe(40);
});
