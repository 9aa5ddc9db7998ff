/** All methods of listing the ids of matches give the same ids; test/store/values/random-order orders them. */
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import type { CaseFilter } from "../../../src/domain/query.ts";
import { writeFacetBlocks } from "../../../src/store/dates/facet-blocks.ts";
import { matchedIds } from "../../../src/store/search/case-pages.ts";
import { countMatches } from "../../../src/store/search/count-matches.ts";
import { allDateRowids } from "../../../src/store/search/matched-date-rowids.ts";
import { planOf } from "../../../src/store/search/plan.ts";
import { openNameFilters } from "../../../src/store/words/name-filter.ts";
import { line } from "../../corpus/records.ts";
import { importRecords, makeCorpus, openTestWriter } from "../../support/corpus.ts";
import { TOO_MANY } from "../../support/lookups.ts";

const illinois = { id: 6, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: false };
const RECORDS = Array.from({ length: 60 }, (_, n) =>
  line(n + 1, {
    name: n % 3 === 0 ? "State" : "State v. Mill",
    // some of a full day, and some without a date
    decision_date: n < 40 ? "1988-05-20" : n % 7 === 0 ? null : `${1900 + n}-0${1 + (n % 9)}-11`,
    ...(n % 2 === 0 ? { jurisdiction: illinois } : {}),
    ...(n % 5 === 0 ? { court: null } : {}),
    last_updated: `2023-07-${10 + (n % 6)}T00:00:00+00:00`,
  }),
);
/** 1945-01-01 and 1988-05-20 */
const [EARLY, LATE] = [-9_131, 6_714];
const FILTERS: readonly CaseFilter[] = [
  {},
  { jurisdictions: [6] },
  { jurisdictions: [5, 6, 7], courts: [500], decidedFrom: EARLY, decidedTo: LATE },
  { courts: [1] },
  { reporters: [70], decidedTo: LATE - 1 },
  { search: "mill" },
  { search: "mill", jurisdictions: [6], decidedFrom: EARLY },
  { jurisdictions: [6], updatedFrom: "2023-07-12T00:00:00Z" },
  { name: "mill", jurisdictions: [6] },
  { search: "nowhere" },
];

test.each([
  ["no block", 0, 0],
  ["a block that lacks cases", 50, 0],
  ["a block of all cases", 60, 0],
  ["a block that is not valid", 60, 3],
])(
  "the ids of matches are the same from rows, from facet blocks, and in a list, with %s",
  (_name, packed, changed) => {
    const path = makeCorpus(RECORDS.slice(0, packed));
    const db = new Database(path);
    openNameFilters(db);
    writeFacetBlocks(db);
    {
      using writer = openTestWriter(path);
      importRecords(writer, { release: "2021-01-01", records: RECORDS });
    }
    // as the triggers do for a changed case
    db.prepare(
      "DELETE FROM facet_block WHERE id = (SELECT date_rowid >> 18 FROM court_case WHERE id = ?)",
    ).run(changed);
    const cases = (): number => countMatches(db, planOf({}, TOO_MANY));
    expect(cases()).toBe(60);
    for (const filter of FILTERS) {
      const plan = planOf(filter, TOO_MANY);
      const count = countMatches(db, plan);
      const idsOf = (counted: number, dateRowids: Float64Array | null): number[] => {
        const ids = matchedIds({ db, columnsOf: () => [] }, { plan, count: counted, dateRowids, cases });
        return [...ids].flatMap((some) => Array.from(some)).sort((a, b) => a - b);
      };
      const expected = idsOf(count, null);
      expect(expected).toHaveLength(count);
      // as for a count of many, for which the rows are not read
      const many = 2_000;
      expect(idsOf(many, null)).toEqual(expected);
      const listed = allDateRowids(db, plan);
      for (const counted of [many, count])
        if (listed !== null) expect(idsOf(counted, listed)).toEqual(expected);
    }
    db.close();
  },
);
