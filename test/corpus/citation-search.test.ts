import { expect, test } from "vitest";
import { pageInVolume } from "../../src/corpus/search-words.ts";
import type { Parameters } from "../../src/v1/parameter.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase } from "../support/records.ts";
import { line, textBody } from "./records.ts";

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
  const found = (cite: string) => pageInVolume(v1.corpus, cite)?.cases.map((one) => one.record.id) ?? null;
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

test("the cases with the citation that is searched come first, once, in any page size and direction", () => {
  const cited = (id: number, cite: string, text = "") =>
    line(id, { citations: [{ type: "official", cite }], casebody: textBody("", text) });
  const often = "See 1 Breese 17, 1 Breese 17 and 1 Breese 17.";
  using v1 = openV1(
    makeCorpus([
      ...[1, 2, 3, 4, 5].map((id) => cited(id, `9 Mass. ${id}`, often)),
      cited(6, "1 Ill. 17", "Nothing of the kind."),
      cited(7, "1 Ill. (Breese) 17", "1 Breese 17"),
    ]),
  );
  const ids = (question: Parameters) => v1.list("cases", question).results.map(({ id }) => id);
  const search = "1 Breese 17";
  expect(v1.list("cases", { search }).count).toBe(7);
  expect(ids({ search }).slice(0, 2)).toEqual([6, 7]);
  expect(ids({ search, ordering: "id" })).toEqual([1, 2, 3, 4, 5, 7]);
  expect(ids({ search, id__exclude: "6" })[0]).toBe(7);
  for (const page_size of [1, 2, 3, 4, 10]) {
    const pages = [v1.list("cases", { search, page_size })];
    const follow = (url: string | null | undefined) =>
      url ? v1.list("cases", Object.fromEntries(new URL(url).searchParams)) : null;
    for (let next = follow(pages[0]?.next); next !== null; next = follow(next.next)) pages.push(next);
    const walked = pages.flatMap((page) => page.results.map(({ id }) => id));
    expect([page_size, pages.every(({ results }) => results.length <= page_size)]).toEqual([page_size, true]);
    expect([page_size, walked.slice(0, 2), walked.toSorted()]).toEqual([
      page_size,
      [6, 7],
      [1, 2, 3, 4, 5, 6, 7],
    ]);
    expect(pages.every(({ count }) => count === 7)).toBe(true);
    const back = pages.length > 1 ? follow(pages[1]?.previous) : pages[0];
    expect([page_size, back?.results]).toEqual([page_size, pages[0]?.results]);
  }
});

test("a volume with two names is found by either, in every look-up", () => {
  const cited = (id: number, cite: string) => line(id, { citations: [{ type: "official", cite }] });
  using v1 = openV1(
    makeCorpus([
      cited(1, "2 U.S. (Dall.) 419"),
      cited(2, "5 U.S. 137"),
      line(3, { cites_to: [{ cite: "2 Dall. 419" }, { cite: "5 U.S. (1 Cranch) 137" }] }),
    ]),
  );
  const ids = (question: Parameters) => v1.list("cases", question).results.map(({ id }) => id);
  for (const cite of ["2 U.S. 419", "2 Dall. 419", "2 U.S. (2 Dall.) 419", "2 U.S. (Dall.) 419"]) {
    expect([cite, ids({ cite })]).toEqual([cite, [1]]);
    expect([cite, ids({ cite__in: [cite, "9 U.S. 9"] })]).toEqual([cite, [1]]);
    expect([cite, ids({ cite__exclude: cite })]).toEqual([cite, [2, 3]]);
    expect([cite, ids({ cites_to: cite })]).toEqual([cite, [3]]);
    expect([cite, v1.list("citations", { cite }).results.map((one) => one.case_id)]).toEqual([cite, [1]]);
    expect([cite, Object.keys(v1.resolve({ q: cite }))]).toEqual([cite, [cite]]);
  }
  expect(ids({ cites_to: "2" })).toEqual([3]);
  expect(ids({ cited_by: "3" })).toEqual([1, 2]);
  expect(ids({ cite: "1 Cranch 137" })).toEqual([2]);
  expect(v1.cites(3)?.cites.map((one) => one.case?.id)).toEqual([1, 2]);
  expect(v1.corpus.idsByVolume("2us")).toEqual([1]);
});

test("many citations are found as each of them is", () => {
  const cites = (id: number) => [
    { type: "official", cite: `${id % 5} Ill. ${id % 7}` },
    { type: "parallel", cite: `${id % 3} N.E. ${id}` },
    { type: "parallel", cite: `${id % 5} Ill. ${id % 7}` },
  ];
  using corpus = openV1(
    makeCorpus(Array.from({ length: 60 }, (_, nth) => line(nth + 1, { citations: cites(nth + 1) }))),
  ).corpus;
  const normals = [0, 1, 2, 3, 4, 5].flatMap((volume) =>
    Array.from({ length: 62 }, (_, page) => [`${volume}ill${page}`, `${volume}ne${page}`]).flat(),
  );
  const found = corpus.idsByCitations([...normals, ""]);
  for (const normal of normals)
    expect([normal, found.get(normal) ?? []]).toEqual([normal, corpus.idsByCitation(normal)]);
  expect([...found.values()].flat().length).toBe(120);
});
