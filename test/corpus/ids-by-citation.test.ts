import { expect, test } from "vitest";
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
