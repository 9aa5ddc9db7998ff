/** What a search comes to as an expression: columns are named only where ours could hold what is asked for. */
import { describe, expect, test } from "vitest";
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { compileSearch } from "../../src/store/compile-search.ts";
import { line } from "../corpus/records.ts";
import { makeCorpus } from "../support/corpus.ts";

const NAMED = "- {forms filters cited} :";

describe("compileSearch", () => {
  test.each([
    ["court", '"court"'],
    ["happy", '"\ue000happi"'],
    ['"supreme court"', '"\ue000suprem court"'],
    ['"j5 court"', '"j5 court"'],
    ['"court mill"~3', 'NEAR("court" "mill", 3)'],
    ["co*", '"co" *'],
    ["c5a*", '"c5a" *'],
  ])("%s names no column: none of ours holds it", (text, expression) => {
    const made = compileSearch(text);
    expect(made?.replaceAll("\ue000", "")).toBe(expression.replaceAll("\ue000", ""));
  });

  test.each([
    ["x", `${NAMED} "x"`],
    ["j5", `${NAMED} "j5"`],
    ["c17", `${NAMED} "c17"`],
    ["n1mass1", `${NAMED} "n1mass1"`],
    // the stem of the word is a word that has another stem, and so is kept as written
    ["databases", `${NAMED} "databas"`],
    ["c5*", '- {filters cited} : "c5" *'],
    ["ne*", '- {filters cited} : "ne" *'],
  ])("%s names them", (text, expression) => {
    expect(compileSearch(text)).toBe(expression);
  });

  test("finds no filter, no cited case and no form", () => {
    const cited = [{ cite: "1 Mass. 1", case_ids: [7] }];
    using corpus = openCorpus(makeCorpus([line(1, { name: "Databas v. Mill", cites_to: cited }), line(2)]));
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
