/** How far a walk in date order reads; test/corpus/near-words compares its pages with an oracle. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { openForReading } from "../../../src/store/database/open-database.ts";
import { datedKeys } from "../../../src/store/search/date-walk.ts";
import { walkedPlan } from "../../../src/store/search/matches.ts";
import { planOf } from "../../../src/store/search/plan.ts";
import { searchNodeOf } from "../../../src/text/read-search.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { TOO_MANY } from "../../support/lookups.ts";
import { keptFolder } from "../../support/temp-folder.ts";

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

test("a walk that reads texts reads them only as far as it goes, also where days are full", () => {
  const db = openForReading(PATH);
  let texts = 0;
  const columnsOf = (dateRowids: readonly number[]) => {
    texts += dateRowids.length;
    const rest = {
      name: "",
      docketNumber: "",
      cites: [],
      courtId: null,
      isOpen: true,
      authors: [],
      texts: [],
    };
    return dateRowids.map((dateRowid) => ({ ...rest, dateRowid, metadata: [["mill"]] }));
  };
  const mill = { part: searchNodeOf("mill"), searched: "all", reads: "texts" } as const;
  const plan = walkedPlan(planOf({ search: "mill" }, TOO_MANY), { prefixes: [], test: mill });
  const walk = { descending: false, position: null, sizeHint: WANTED };
  const keys = datedKeys({ db, columnsOf }, { plan, dateRowids: null }, walk);
  expect(keys.take(FULL_DAY).toArray()).toHaveLength(FULL_DAY);
  expect(texts).toBeLessThan(MOST_AT_A_TIME);
});
