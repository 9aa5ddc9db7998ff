/** Both methods of making an ordered page give the same keys; test/corpus/agree compares responses with an oracle. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openForReading } from "../../../src/store/database/open-database.ts";
import { allDateRowids } from "../../../src/store/search/matched-date-rowids.ts";
import { keysByWalk, keysInList, orderedKeys } from "../../../src/store/search/ordered-pages.ts";
import { planOf } from "../../../src/store/search/plan.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { TOO_MANY } from "../../support/lookups.ts";
import { keptFolder } from "../../support/temp-folder.ts";

const RECORDS = Array.from({ length: 30 }, (_, n) =>
  line(n + 1, {
    name: n % 3 === 0 ? "State" : "State v. Mill",
    name_abbreviation: `Mill ${(n * 7) % 5}`,
    decision_date: `${1950 + n}-01-01`,
    ...(n % 4 === 1 ? {} : { analysis: { word_count: n % 6, pagerank: { percentile: (n % 7) / 7 } } }),
    last_updated: n % 4 === 0 ? null : `2023-07-${10 + (n % 6)}T00:00:00+00:00`,
  }),
);
const PATH = makeCorpus(RECORDS, join(keptFolder(), "test.db"));
const MATCH = planOf({ search: "mill -3" }, TOO_MANY);
/** Cases from 1960 on. */
const OF_ROWS = planOf({ jurisdictions: [4, 5], courts: [500], decidedFrom: -3_653 }, TOO_MANY);
const NONE = planOf({ search: "nowhere" }, TOO_MANY);

describe("a page by walk and by sorting", () => {
  test.each([
    ["c.name_abbreviation", "an index", MATCH],
    ["c.pagerank_percentile", "an index", MATCH],
    ["c.word_count", "the index that is walked", OF_ROWS],
    ["c.updated_instant", "an index", MATCH],
    ["c.id", "an index", MATCH],
    ["c.name_abbreviation", "the rows", OF_ROWS],
    ["c.id", "the rows", OF_ROWS],
  ])("by %s, checking %s, returns the same keys as sorting", (column, _asked, plan) => {
    const db = openForReading(PATH);
    const dateRowids = allDateRowids(db, plan);
    for (const descending of [false, true]) {
      for (const direction of ["forwards", "backwards"] as const) {
        const page = { order: { column, descending }, key: null, direction, limit: 4 };
        const counted = { plan, dateRowids: null, count: 1, cases: () => 30 };
        const sorted = orderedKeys(db, counted, { ...page, limit: 99 });
        expect(sorted.length).toBeGreaterThan(10);
        for (const key of [null, ...sorted]) {
          const from = key === null ? 0 : sorted.indexOf(key) + 1;
          const next = sorted.slice(from, from + 4);
          expect(orderedKeys(db, counted, { ...page, key })).toEqual(next);
          expect(keysByWalk(db, plan, { ...page, key }, 31)).toEqual(next);
          if (dateRowids !== null) expect(keysInList(db, dateRowids, { ...page, key }, 31)).toEqual(next);
        }
      }
    }
    db.close();
  });

  test("returns null if so many cases contain no page, and recognises the end", () => {
    const db = openForReading(PATH);
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
