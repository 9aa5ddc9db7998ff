import { expect, test } from "vitest";
import type { Parameters } from "../../src/v1/parameter.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { line, textBody } from "./records.ts";

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
    expect([page_size, walked.toSorted()]).toEqual([
      page_size,
      page_size < 3 ? [1, 2, 3, 4, 5, 7] : [1, 2, 3, 4, 5, 6, 7],
    ]);
    const back = pages.length > 1 ? follow(pages[1]?.previous) : pages[0];
    expect([page_size, back?.results]).toEqual([page_size, pages[0]?.results]);
  }
});
