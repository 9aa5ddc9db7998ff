/** The tokens of a prefix, read from FTS5's tables, against FTS5's own list of them (fts5vocab). */
import type { Database } from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openForReading, openForWriting } from "../../../src/store/database/open-database.ts";
import { compileSearch } from "../../../src/store/words/compile-search.ts";
import { listTokens, prefixesOf, withTokens } from "../../../src/store/words/prefixes.ts";
import { parseSearch } from "../../../src/text/search-query.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** One to six letters of few, so that many words begin alike; some of several bytes. */
const WORD = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "字", "7"), minLength: 1, maxLength: 6 });

function openIndex(): Database {
  const db = openForWriting(`${tempFolder()}/corpus.db`);
  db.exec("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, case_words, row)");
  return db;
}

function listedByFts5(db: Database, prefix: string): string[] {
  const sql = "SELECT term FROM vocabulary WHERE substr(term, 1, length(:prefix)) = :prefix ORDER BY term";
  return db.prepare<{ prefix: string }, string>(sql).pluck().all({ prefix }).sort();
}

describe("listTokens", () => {
  test("lists the tokens of all segments", () => {
    fc.assert(
      fc.property(fc.array(fc.array(WORD, { maxLength: 400 }), { maxLength: 6 }), (segments) => {
        using db = disposable(openIndex());
        const insert = db.prepare("INSERT INTO case_words (rowid, opinions) VALUES (:id, :words)");
        for (const [id, words] of segments.entries()) insert.run({ id, words: words.join(" ") });
        for (const prefix of ["a", "ab", "abc", "é", "éa", "字", "b7", "zz"])
          expect(listTokens(db, prefix)).toEqual(listedByFts5(db, prefix));
      }),
      { numRuns: 30 },
    );
  });

  test("of many pages, while segments are merged and rows deleted", () => {
    using db = disposable(openIndex());
    const insert = db.prepare("INSERT INTO case_words (rowid, opinions) VALUES (:id, :words)");
    const words = Array.from({ length: 3_000 }, (_, nth) => `w${nth.toString(36)}`);
    for (let id = 0; id < 60; id++) {
      insert.run({ id, words: words.filter((_, nth) => nth % 60 >= id % 7).join(" ") });
      if (id % 9 === 8) db.exec(`DELETE FROM case_words WHERE rowid = ${id - 4}`);
    }
    for (const prefix of ["wa", "w1a", "w2b", "w10", "wzz"])
      expect(listTokens(db, prefix)).toEqual(listedByFts5(db, prefix));
    expect(listTokens(db, "w")).toBeNull();
    insert.run({ id: 100, words: "wanew" });
    expect(listTokens(db, "wan")).toEqual(listedByFts5(db, "wan"));
  });
});

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

  test.each(searches)("%s", (search, ids) => {
    using corpus = openV1(makeCorpus(records));
    for (const ordering of ["id", "decision_date", "name_abbreviation", "relevance"]) {
      const { results, count } = corpus.list("cases", { search, ordering });
      expect([results.map(({ id }) => Number(id)).sort(), count]).toEqual([ids, ids.length]);
    }
  });

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
