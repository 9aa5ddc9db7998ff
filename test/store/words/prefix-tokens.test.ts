/** Searches with the tokens of a prefix instead of it. test/store/fts5-pages compares the tokens with FTS5's own list of them. */
import type { Database } from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { openForReading } from "../../../src/store/database/open-database.ts";
import { compileSearch } from "../../../src/store/words/compile-search.ts";
import { listTokens, prefixesOf, withTokens } from "../../../src/store/words/prefixes.ts";
import { parseSearch } from "../../../src/text/search-query.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";

describe("a search with a prefix", () => {
  const records = ["defendant", "defence", "defended", "offence", "defiance"].map((word, nth) =>
    line(nth + 1, { name: `Mill v. ${word}`, decision_date: `190${nth}` }),
  );

  const searches = [
    ["defen*", [1, 2, 3]],
    ["def*", [1, 2, 3, 5]],
    ["-defen*", [4, 5]],
    ["(mill defia* | offen*)", [4, 5]],
    ["defenx*", []],
    ["mill-defen*", [1, 2, 3]],
  ] as const;

  test.each(searches)("%s, with the tokens instead of the prefix", (search, ids) => {
    using db = disposable(openForReading(makeCorpus(records)));
    const idsBy = (words: string | null): unknown[] =>
      db
        .prepare(
          "SELECT id FROM case_words JOIN court_case AS c ON c.date_rowid = case_words.rowid WHERE case_words MATCH ? ORDER BY id",
        )
        .pluck()
        .all(words);
    const parsed = parseSearch(search);
    const listed = withTokens(parsed, (prefix) => listTokens(db, prefix));
    for (const columns of ["all", "named"] as const) {
      expect(idsBy(compileSearch(listed, columns))).toEqual(ids);
      expect(idsBy(compileSearch(parsed, columns))).toEqual(ids);
    }
    expect(JSON.stringify(listed)).toContain("tokens");
  });

  test("names its prefixes, excluded ones too", () => {
    const listed = withTokens(parseSearch("a* (b | c-d*) -e* §*"), (prefix) =>
      prefix === "e" ? null : [`${prefix}1`],
    );
    expect(prefixesOf(listed).map(({ text, tokens }) => [text, tokens])).toEqual([
      ["a", ["a1"]],
      ["c-d", ["d1"]],
      ["e", undefined],
      ["§", []],
    ]);
  });
});

function disposable(db: Database): Database & Disposable {
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() });
}
