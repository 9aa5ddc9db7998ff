/** Walks in date order that read texts; test/corpus/near-words compares their pages with an oracle. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { openForReading } from "../../../src/store/database/open-database.ts";
import { datedKeys } from "../../../src/store/search/date-walk.ts";
import { walkedPlan } from "../../../src/store/search/matches.ts";
import { planOf } from "../../../src/store/search/plan.ts";
import { parseSearch } from "../../../src/text/search-query.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { TOO_MANY } from "../../support/lookups.ts";
import { keptFolder, tempFolder } from "../../support/temp-folder.ts";

/** A day has 32 cases in the first level of date rowids, and the next ones in the second. */
const FULL_DAY = 40;
const RECORDS = Array.from({ length: 10 * FULL_DAY }, (_, n) =>
  line(n + 1, {
    decision_date: n < FULL_DAY ? null : `19${50 + Math.floor(n / FULL_DAY)}-05-20`,
    name: "State v. Mill",
  }),
);
const PATH = makeCorpus(RECORDS, join(keptFolder(), "test.db"));
const WANTED = 30;
/** Texts that are read at a time, with the other ones of the last day. */
const MOST_AT_A_TIME = WANTED + 32 + FULL_DAY;

/** A walk over all cases, of which some match, and the ids of the cases whose texts it reads. */
function walkWhere(isMatch: (id: number) => boolean, descending = false) {
  const read: number[] = [];
  const db = openForReading(PATH);
  const idOf = db.prepare<[number], number>("SELECT id FROM court_case WHERE date_rowid = ?").pluck();
  const columnsOf = (dateRowids: readonly number[]) =>
    dateRowids.map((dateRowid) => {
      const id = idOf.get(dateRowid) ?? 0;
      read.push(id);
      const metadata = [[isMatch(id) ? "mill" : "dam"]];
      return {
        dateRowid,
        name: "",
        docketNumber: "",
        cites: [],
        courtId: null,
        isOpen: true,
        metadata,
        authors: [],
        texts: [],
      };
    });
  const test = { part: parseSearch("mill"), searched: "all", reads: "texts" } as const;
  const plan = walkedPlan(planOf({ search: "mill" }, TOO_MANY), { prefixes: [], test });
  const walk = { descending, position: null, wanted: WANTED };
  return { keys: datedKeys({ db, columnsOf }, { plan, dateRowids: null }, walk), read };
}

describe("a walk that reads texts", () => {
  test.each([false, true])("yields the matches of each day by id (descending: %s)", (descending) => {
    const isMatch = (id: number): boolean => id % 5 === 0 && id % 200 > 100;
    const { keys, read } = walkWhere(isMatch, descending);
    const found = [...keys].map(([day, id]) => [Number(day), Number(id)] as const);
    const dated = found.filter(([, id]) => id > FULL_DAY);
    const wanted = RECORDS.flatMap((_, n) => (n >= FULL_DAY && isMatch(n + 1) ? n + 1 : []));
    const byDay = [...Map.groupBy(wanted, (id) => Math.floor((id - 1) / FULL_DAY)).values()];
    expect(dated.map(([, id]) => id)).toEqual((descending ? byDay.reverse() : byDay).flat());
    expect(new Set(dated.map(([day]) => day)).size).toBe(byDay.length);
    expect(read).toHaveLength(RECORDS.length);
  });

  test("reads texts only as far as it goes, also where days are full", () => {
    const { keys, read } = walkWhere(() => true);
    expect(keys.take(FULL_DAY).toArray()).toHaveLength(FULL_DAY);
    expect(read.length).toBeLessThan(MOST_AT_A_TIME);
  });

  test("reads the texts of cases without a date, which come last", () => {
    const { keys, read } = walkWhere((id) => id % 2 === 0 && id <= FULL_DAY);
    expect([...keys]).toEqual(Array.from({ length: FULL_DAY / 2 }, (_, n) => [null, 2 * n + 2]));
    expect(read).toHaveLength(RECORDS.length);
  });
});

test.each([false, true])(
  "a known list with rows of no case gives all cases (descending: %s)",
  (descending) => {
    const path = join(tempFolder(), "test.db");
    copyFileSync(PATH, path);
    const damaged = new Database(path);
    damaged.pragma("foreign_keys = OFF");
    damaged.exec("DELETE FROM court_case WHERE id % 4 > 0");
    damaged.close();
    const db = openForReading(path);
    const rowids = "SELECT rowid FROM case_words WHERE case_words MATCH 'mill' ORDER BY rowid";
    const dateRowids = db.prepare<[], number>(rowids).pluck().all();
    const plan = planOf({ search: "mill" }, TOO_MANY);
    const walk = { descending, position: null, wanted: 10 };
    const ids = datedKeys({ db, columnsOf: () => [] }, { plan, dateRowids }, walk).map(([, id]) =>
      Number(id),
    );
    const left = RECORDS.flatMap((_, n) => ((n + 1) % 4 === 0 ? n + 1 : []));
    expect([...ids].sort((a, b) => a - b)).toEqual(left);
  },
);
