import { expect, test } from "vitest";
import type { Parameters } from "../../src/v1/parameter.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { line } from "./records.ts";

test("idsByCitation finds all cases of a citation however it is written, and none by an empty one", () => {
  const same = { citations: [{ type: "official", cite: "15 Ill. 284" }] };
  using corpus = openV1(makeCorpus([line(7, same), line(3, same), line(9)]));
  expect(corpus.idsByCitation("15 ILL., 284")).toEqual([3, 7]);
  expect(corpus.idsByCitation("9 Mass. 9")).toEqual([9]);
  expect(corpus.idsByCitation("— —")).toEqual([]);
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
