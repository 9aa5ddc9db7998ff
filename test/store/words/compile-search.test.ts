/** The FTS5 expressions of searches. They name no column, because tokens of filters are not words. */
import { describe, expect, test } from "vitest";
import { compileSearch } from "../../../src/store/words/compile-search.ts";
import { parseSearch } from "../../../src/text/search-query.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";

describe("compileSearch", () => {
  test.each([
    ["court", '"court"'],
    ["happy", '"\ue000happi"'],
    ['"supreme court"', '"\ue000suprem court"'],
    ['"j5 court"', '"j5 court"'],
    ['"court mill"~3', 'NEAR("court" "mill", 3)'],
    ["co*", '"co" *'],
    ["j5", '"j5"'],
    ["c5*", '"c5" *'],
  ])("%s names no column", (text, expression) => {
    const made = compileSearch(parseSearch(text));
    expect(made?.replaceAll("\ue000", "")).toBe(expression.replaceAll("\ue000", ""));
  });

  test("finds no filter, no cited case and no form", () => {
    const cited = [{ cite: "1 Mass. 1", case_ids: [7] }];
    using corpus = openV1(makeCorpus([line(1, { name: "Databas v. Mill", cites_to: cited }), line(2)]));
    const texts = [
      "x",
      "j5",
      "c1",
      "r70",
      "k7",
      "n1mass1",
      "databases",
      "x*",
      "j5*",
      "n1*",
      "k*",
      "-x",
      "-databases",
    ];
    const counts = texts.map((search) => corpus.list("cases", { search }).count);
    expect(counts).toEqual([...texts.slice(0, -2).map(() => 0), 2, 2]);
    expect(corpus.list("cases", { search: "databas" }).count).toBe(1);
  });
});
