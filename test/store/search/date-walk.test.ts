/** Walks in date order that read texts; test/corpus/near-words compares their pages with an oracle. */
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { openForReading } from "../../../src/store/database/open-database.ts";
import { DateWalk } from "../../../src/store/search/date-walk.ts";
import { walkedPlan } from "../../../src/store/search/matches.ts";
import { planOf } from "../../../src/store/search/plan.ts";
import { parseSearch } from "../../../src/text/search-query.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { TOO_MANY } from "../../support/lookups.ts";

/** A day has 32 cases in the first level of date rowids, and the next ones in the second. */
const FULL_DAY = 40;
const RECORDS = Array.from({ length: 10 * FULL_DAY }, (_, n) =>
  line(n + 1, {
    decision_date: n < FULL_DAY ? null : `19${50 + Math.floor(n / FULL_DAY)}-05-20`,
    name: "State v. Mill",
  }),
);
const WANTED = 30;
/** Texts that are read at a time, with the other ones of the last day. */
const MOST_AT_A_TIME = WANTED + 32 + FULL_DAY;

/** A walk over all cases, of which some match, and the ids of the cases whose texts it reads. */
function walkWhere(isMatch: (id: number) => boolean, descending = false) {
  const read: number[] = [];
  const db = openForReading(makeCorpus(RECORDS));
  const idOf = db.prepare<[number], number>("SELECT id FROM court_case WHERE date_rowid = ?").pluck();
  const columnsOf = (dateRowids: readonly number[]) =>
    dateRowids.map((dateRowid) => {
      const id = idOf.get(dateRowid) ?? 0;
      read.push(id);
      const metadata = [[isMatch(id) ? "mill" : "dam"]];
      return { dateRowid, name: "", courtId: null, isOpen: true, metadata, authors: [], texts: [] };
    });
  const test = { part: parseSearch("mill"), searched: "all", reads: "texts" } as const;
  const plan = walkedPlan(planOf({ search: "mill" }, TOO_MANY), { prefixes: [], test });
  return { walk: new DateWalk({ db, columnsOf }, { plan, dateRowids: null }, descending, WANTED), read };
}

describe("a walk that reads texts", () => {
  test.each([false, true])("yields the matches of each day in order (descending: %s)", (descending) => {
    const isMatch = (id: number): boolean => id % 5 === 0 && id % 200 > 100;
    const { walk, read } = walkWhere(isMatch, descending);
    const days = [...walk.dated(undefined)];
    const wanted = RECORDS.flatMap((_, n) => (n >= FULL_DAY && isMatch(n + 1) ? n + 1 : []));
    expect((descending ? days.toReversed() : days).flat().map(({ id }) => id)).toEqual(wanted);
    expect(days.every((cases) => new Set(cases.map(({ day }) => day)).size === 1)).toBe(true);
    expect(read).toHaveLength(RECORDS.length - FULL_DAY);
  });

  test("reads texts only as far as it goes, also where days are full", () => {
    const { walk, read } = walkWhere(() => true);
    const days = walk.dated(undefined);
    expect(days.next().value).toHaveLength(FULL_DAY);
    expect(read.length).toBeLessThan(MOST_AT_A_TIME);
  });

  test("reads the texts of cases without a date", () => {
    const { walk, read } = walkWhere((id) => id % 2 === 0);
    expect(walk.undated().map(({ id }) => id)).toEqual(
      Array.from({ length: FULL_DAY / 2 }, (_, n) => 2 * n + 2),
    );
    expect(read).toHaveLength(FULL_DAY);
  });
});

test.each([false, true])(
  "a known list with rows of no case gives all cases (descending: %s)",
  (descending) => {
    const path = makeCorpus(RECORDS);
    const damaged = new Database(path);
    damaged.pragma("foreign_keys = OFF");
    damaged.exec("DELETE FROM court_case WHERE id % 4 > 0");
    damaged.close();
    const db = openForReading(path);
    const rowids = "SELECT rowid FROM case_words WHERE case_words MATCH 'mill' ORDER BY rowid";
    const dateRowids = db.prepare<[], number>(rowids).pluck().all();
    const plan = planOf({ search: "mill" }, TOO_MANY);
    const walk = new DateWalk({ db, columnsOf: () => [] }, { plan, dateRowids }, descending, 10);
    const ids = [...walk.dated(undefined)].flat().map(({ id }) => id);
    const left = RECORDS.flatMap((_, n) => (n >= FULL_DAY && (n + 1) % 4 === 0 ? n + 1 : []));
    expect(ids.toSorted((a, b) => a - b)).toEqual(left);
  },
);
