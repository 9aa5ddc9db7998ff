/**
 * docs/interface.md, "Parameters of cases", `cites_to`; docs/formats.md, "Lines of a bulk file"; docs/interface.md, "Behaviour
 * by example", row 17: by citation and by id, from what sources carry.
 */
import { describe, expect, test } from "vitest";
import type { Parameters } from "../../src/v1/parameter.ts";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { line, textBody } from "./records.ts";

function ids(corpus: V1, question: Parameters): number[] {
  const page = corpus.list("cases", question);
  expect(page.count).toBe(page.results.length);
  return page.results.map(({ id }) => id);
}

const citing = (id: number, ...entries: readonly unknown[]) => line(id, { cites_to: entries });

describe("cites_to", () => {
  test("row 17: three cases that cite 1 Mass. 1, by citation and by id", () => {
    using corpus = openV1(
      makeCorpus([
        line(1),
        citing(2, { cite: "1 Mass. 1" }),
        citing(3, { cite: "2 U.S. 3", case_ids: [7] }, { cite: "1 Mass., 1", case_ids: [1] }),
        citing(4, { cite: "1 Tyng 1", case_ids: [1] }),
        citing(5, { cite: "1 Mass. 11", case_ids: [11] }),
      ]),
    );
    for (const cites_to of ["1 Mass. 1", "1 mass 1", "1", 1])
      expect(ids(corpus, { cites_to })).toEqual([2, 3, 4]);
    expect(ids(corpus, { cites_to: "1 Tyng 1" })).toEqual([4]);
  });

  test("joins every other filter, every order and the search", () => {
    const entry = { cite: "1 Mass. 1" };
    using corpus = openV1(
      makeCorpus([
        line(1),
        line(2, {
          cites_to: [entry],
          name: "Mill v. Dam",
          decision_date: "1990",
          casebody: textBody("", "water"),
        }),
        line(3, { cites_to: [entry], name: "Mill v. Dam", decision_date: "1980" }),
        line(4, { name: "Mill v. Dam", casebody: textBody("", "water") }),
      ]),
    );
    const cites_to = "1 Mass. 1";
    expect(ids(corpus, { cites_to, ordering: "-id" })).toEqual([3, 2]);
    expect(ids(corpus, { cites_to, ordering: "decision_date" })).toEqual([3, 2]);
    expect(ids(corpus, { cites_to, search: "water" })).toEqual([2]);
    expect(ids(corpus, { cites_to, name: "mill" })).toEqual([3, 2]);
    expect(ids(corpus, { cites_to, name: "mill", decision_date_min: "1985", jurisdiction: "mass" })).toEqual([
      2,
    ]);
    expect(ids(corpus, { cites_to, cite: "3 mass 3" })).toEqual([3]);
    expect(ids(corpus, { cites_to, author: "nobody" })).toEqual([]);
  });
});
