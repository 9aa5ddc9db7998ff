/** What a search can find in the index of words. test/corpus/agree compares prefixes with an oracle. */
import { expect, test } from "vitest";
import { withTokens } from "../../../src/store/words/prefixes.ts";
import { searchNodeOf } from "../../../src/text/read-search.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { TOO_MANY } from "../../support/lookups.ts";

test("a search finds no filter, no cited case and no form, which are tokens of the same index", () => {
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

test("a prefix near another word is refused where its words can be listed and are too many", () => {
  const near = searchNodeOf("a /5 the*");
  expect(withTokens(near, TOO_MANY)).toEqual(near);
  const asked = () => withTokens(near, { ...TOO_MANY, canListTokens: () => true });
  expect(asked).toThrow("More than 1,000 words begin with the: write more letters.");
});
