import { expect, test } from "vitest";
import { printPageNotes } from "../../../src/cli/asking/search-notes.ts";
import { readSettings } from "../../../src/cli/settings/settings.ts";
import { wordNotes } from "../../../src/v1/search-notes.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { bulkCases } from "../../support/records.ts";

/** What is told on stderr of a page of five matches of which so many are scored. */
async function toldOf(
  rankedMatches: number,
  flags: Readonly<Record<string, string | boolean>>,
): Promise<string> {
  using corpus = openV1(makeCorpus(bulkCases(1, 5)), { rankedMatches });
  let told = "";
  const write = async (text: string): Promise<void> => {
    told += text;
  };
  const stderr = { isTerminal: false, columns: 80, write };
  const page = corpus.page("cases", { search: "all" });
  await printPageNotes(corpus, page, [["search", "all"]], { stderr, settings: readSettings(flags, {}) });
  return told;
}

test("printPageNotes says in one line that not all matches were ranked", async () => {
  expect(await toldOf(4, {})).toMatch(/^caselaw: too many matches to score all: [^\n]+\n$/);
  expect(JSON.parse(await toldOf(4, { logFormat: "json" }))).toMatchObject({ ranking: "bounded" });
});

test("printPageNotes says nothing where all were ranked, nor when it shall be quiet", async () => {
  expect(await toldOf(5, {})).toBe("");
  expect(await toldOf(4, { quiet: true })).toBe("");
});

test("a symbol that a search ignores is named", () => {
  const message = "§ was ignored: only letters and digits are searched";
  expect(wordNotes('"42 U.S.C. § 1983" § 5')).toEqual([{ kind: "symbol", message, search: null }]);
  expect(wordNotes("§").map(({ kind }) => kind)).toEqual(["no word"]);
  expect(wordNotes("O'Brien, 12-3")).toEqual([]);
});
