/** Both methods of making an ordered page give the same keys; test/corpus/agree compares responses with an oracle. */
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { createLateIndexes } from "../../../src/store/database/file-layout.ts";
import { openForReading } from "../../../src/store/database/open-database.ts";
import { matchOf } from "../../../src/store/search/case-match.ts";
import { allDateRowids } from "../../../src/store/search/matched-date-rowids.ts";
import {
  checkOf,
  keysByWalk,
  keysInList,
  maxCasesToCheck,
  orderedKeys,
} from "../../../src/store/search/ordered-pages.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { TOO_MANY } from "../../support/lookups.ts";

const RECORDS = Array.from({ length: 30 }, (_, n) =>
  line(n + 1, {
    name: n % 3 === 0 ? "State" : "State v. Mill",
    name_abbreviation: `Mill ${(n * 7) % 5}`,
    decision_date: `${1950 + n}-01-01`,
    ...(n % 4 === 1 ? {} : { analysis: { word_count: n % 6, pagerank: { percentile: (n % 7) / 7 } } }),
    last_updated: n % 4 === 0 ? null : `2023-07-${10 + (n % 6)}T00:00:00+00:00`,
  }),
);
const MATCH = matchOf({ search: "mill -3" }, TOO_MANY);
/** Cases from 1960 on. */
const OF_ROWS = matchOf({ jurisdictions: [4, 5], courts: [500], decidedFrom: -3_653 }, TOO_MANY);
const NONE = matchOf({ search: "nowhere" }, TOO_MANY);

describe("a page by walk and by sorting", () => {
  test.each([
    ["c.name_abbreviation", "an index", MATCH],
    ["c.pagerank_percentile", "an index", MATCH],
    ["c.word_count", "the index that is walked", OF_ROWS],
    ["c.updated_instant", "an index", MATCH],
    ["c.id", "an index", MATCH],
    ["c.name_abbreviation", "the rows", OF_ROWS],
    ["c.id", "the rows", OF_ROWS],
  ])("by %s, checking %s, returns the same keys as sorting", (column, _asked, match) => {
    const db = openForReading(makeCorpus(RECORDS));
    const dateRowids = allDateRowids(db, match);
    for (const descending of [false, true]) {
      for (const direction of ["forwards", "backwards"] as const) {
        const page = { order: { column, descending }, key: null, direction, limit: 4 };
        const counted = { match, dateRowids: null, count: 1, isExact: true, cases: () => 30 };
        const sorted = orderedKeys(db, counted, { ...page, limit: 99 });
        expect(sorted.length).toBeGreaterThan(10);
        for (const key of [null, ...sorted]) {
          const from = key === null ? 0 : sorted.indexOf(key) + 1;
          const next = sorted.slice(from, from + 4);
          expect(orderedKeys(db, counted, { ...page, key })).toEqual(next);
          expect(keysByWalk(db, match, { ...page, key }, 31)).toEqual(next);
          if (dateRowids !== null && column !== "c.id")
            expect(keysInList(db, dateRowids, { ...page, key }, 31)).toEqual(next);
        }
      }
    }
    db.close();
  });

  test("returns null if so many cases contain no page, and recognises the end", () => {
    const db = openForReading(makeCorpus(RECORDS));
    const order = { column: "c.id", descending: false };
    const page = { order, key: null, direction: "forwards", limit: 4 } as const;
    expect(keysByWalk(db, NONE, page, 30)).toBeNull();
    expect(keysByWalk(db, NONE, page, 31)).toEqual([]);
    // of six cases four match
    expect(keysByWalk(db, MATCH, page, 5)).toBeNull();
    expect(keysByWalk(db, MATCH, page, 6)).toHaveLength(4);
    const named = { ...page, order: { column: "c.name_abbreviation", descending: false } };
    expect(keysInList(db, [], named, 30)).toBeNull();
    expect(keysInList(db, [], named, 31)).toEqual([]);
    db.close();
  });
});

describe("the most cases to check", () => {
  const known = { match: MATCH, dateRowids: null, count: 200_000, isExact: true, cases: () => 300_000 };
  const page = { order: { column: "c.name_abbreviation", descending: false }, limit: 101 };

  test("checks words where most cases match, and never for a prefix, which costs as much each time", () => {
    expect(maxCasesToCheck(known, page, "words")).toBe(1_212);
    expect(maxCasesToCheck({ ...known, count: 60_000 }, page, "words")).toBe(2_400);
    expect(maxCasesToCheck({ ...known, count: 25_000 }, page, "words")).toBe(0);
    // in a list of the matches that is a look-up
    expect(maxCasesToCheck({ ...known, count: 25_000 }, page, "list")).toBe(9_696);
    expect(maxCasesToCheck({ ...known, count: 1_000 }, page, "list")).toBe(0);
    // more matches than are counted: sorting would read all of them
    const uncounted = { ...known, count: Infinity, isExact: false };
    expect(maxCasesToCheck(uncounted, page, "words")).toBe(2_424);
    const prefix = { ...known, match: matchOf({ search: "mil*" }, TOO_MANY) };
    expect(maxCasesToCheck(prefix, page, "words")).toBe(0);
    expect(maxCasesToCheck({ ...known, match: matchOf({}, TOO_MANY) }, page, "walked")).toBe(0);
  });

  test("checks rows where fewer match, but not in another order than that of the bounds", () => {
    const some = { ...known, match: OF_ROWS, count: 25_000 };
    expect(maxCasesToCheck(some, page, "walked")).toBe(9_696);
    expect(maxCasesToCheck({ ...some, count: 1_000 }, page, "walked")).toBe(0);
    const updated = matchOf({ updatedFrom: "2020-01-01T00:00:00Z" }, TOO_MANY);
    const order = { column: "c.updated_instant", descending: false };
    expect(maxCasesToCheck({ ...some, match: updated }, { ...page, order }, "row")).toBe(0);
  });

  test("checks in a wide index, or in a list, only where the corpus has that index and the list can be made", () => {
    const without = new Database(makeCorpus(RECORDS));
    const db = new Database(makeCorpus(RECORDS));
    createLateIndexes(db);
    const named = { column: "c.name_abbreviation", descending: false };
    const updated = matchOf({ search: "mill", updatedFrom: "2020-01-01T00:00:00Z" }, TOO_MANY);
    const contains = matchOf({ search: "mill", name: "mi" }, TOO_MANY);
    const few = { match: MATCH, dateRowids: null, count: 20, isExact: true };
    expect(checkOf(db, few, named)).toBe("list");
    expect(checkOf(db, { ...few, count: Infinity }, named)).toBe("words");
    expect(checkOf(db, { ...few, match: updated }, named)).toBe("words");
    expect(checkOf(db, { ...few, match: contains }, named)).toBe("words");
    expect(checkOf(db, { ...few, match: contains, dateRowids: [1] }, named)).toBe("list");
    expect(checkOf(db, few, { ...named, column: "c.updated_instant" })).toBe("words");
    expect(checkOf(db, { ...few, match: OF_ROWS }, named)).toBe("walked");
    expect(checkOf(db, { ...few, match: OF_ROWS }, { ...named, column: "c.id" })).toBe("row");
    expect(checkOf(without, few, named)).toBe("words");
    expect(checkOf(without, { ...few, match: OF_ROWS }, named)).toBe("row");
    db.close();
    without.close();
  });
});
