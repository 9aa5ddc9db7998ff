import { expect, test } from "vitest";
import { pageInVolume } from "../../src/corpus/citation-search.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase } from "../support/records.ts";

const caseOf = (id: number, cite: string, first: string, last: string) =>
  bulkCase(id, { citations: [{ type: "official", cite }], first_page: first, last_page: last });

test("a page is in the case that begins before it in the volume and has not ended", () => {
  using v1 = openV1(
    makeCorpus([
      caseOf(1, "61 Frankl. 30", "30", "34"),
      caseOf(2, "61 Frankl. 34", "34", "40"),
      // pages of another report than the citation's
      caseOf(3, "61 Frankl. 41", "300", "350"),
      caseOf(4, "161 Frankl. 31", "31", "60"),
      caseOf(5, "61 Frankl. 2d 31", "31", "60"),
    ]),
  );
  const found = (cite: string) => pageInVolume(v1.corpus, cite)?.cases.map((one) => one.found.id) ?? null;
  expect(pageInVolume(v1.corpus, "61 Frankl. 033")).toMatchObject({
    page: "33",
    cases: [{ cite: "61 Frankl. 30" }],
  });
  expect([found("61 Frankl. 33"), found("61 FRANKL 34")]).toEqual([[1], [1]]);
  expect([found("61 Frankl. 30"), found("61 Frankl. 41"), found("62 Frankl. 33")]).toEqual([
    null,
    null,
    null,
  ]);
  expect([found(""), found("Frankl."), found("61"), found("61 Frankl. 2d 44")]).toEqual([
    null,
    null,
    null,
    [5],
  ]);
});

test("the citation is that of the volume; at most five cases have a page", () => {
  const pages = { first_page: "1", last_page: "9999" };
  const records = Array.from({ length: 8 }, (_, at) =>
    bulkCase(at + 1, {
      ...pages,
      citations: [
        { type: "official", cite: `15 Ill. ${at + 200}` },
        { type: "parallel", cite: "61 Frankl. 1" },
      ],
    }),
  );
  using v1 = openV1(makeCorpus(records));
  const found = pageInVolume(v1.corpus, "61 Frankl. 50");
  expect(found?.cases).toHaveLength(5);
  expect(found?.cases[0]?.cite).toBe("61 Frankl. 1");
});
