/** Both methods of counting facets give the same counts; test/corpus/agree compares responses with an oracle. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openForReading } from "../../../src/store/database/open-database.ts";
import { countCommon, countYears } from "../../../src/store/dates/count-date-rowids.ts";
import { dateRowidsOfDays } from "../../../src/store/dates/date-rowid.ts";
import { LEVELS, UNDATED } from "../../../src/store/dates/date-rowid-levels.ts";
import { matchOf } from "../../../src/store/search/case-match.ts";
import {
  addCounts,
  countFacet,
  countRows,
  countYearsByJurisdiction,
  yearsOfJurisdiction,
} from "../../../src/store/search/count-facets.ts";
import { NO_LOOKUPS } from "../../../src/store/search/lookups.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";

const ascending = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 })
  .map((dateRowids) => dateRowids.sort((a, b) => a - b));

test("countCommon counts what two ascending lists share, whichever is longer", () => {
  fc.assert(
    fc.property(ascending, ascending, (some, others) => {
      expect(countCommon(some, others)).toBe(some.filter((dateRowid) => others.includes(dateRowid)).length);
    }),
    { seed: 1 },
  );
});

test("countYears counts the date rowids of each level by year, and skips those without a date", () => {
  const dateRowids = LEVELS.flatMap((level) => {
    const { from, to } = dateRowidsOfDays(level, 0, 364);
    return [from - 1, from, from + 5, to - 1, to];
  });
  expect(countYears([dateRowids, [UNDATED.from, UNDATED.from + 1]])).toEqual([
    { value: 1969, count: 3 },
    { value: 1970, count: 9 },
    { value: 1971, count: 3 },
  ]);
});

test("posting lists give the same counts as rows", () => {
  const other = { id: 6, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: false };
  const path = makeCorpus([1, 2, 3, 4, 5].map((id) => line(id, id % 2 === 0 ? { jurisdiction: other } : {})));
  const db = openForReading(path);
  const match = matchOf({ search: "case -3" }, NO_LOOKUPS);
  const dateRowids = db
    .prepare<[], number>("SELECT rank FROM court_case WHERE id <> 3 ORDER BY rank")
    .pluck()
    .all();
  for (const facet of ["jurisdiction", "court", "reporter"] as const) {
    const counts = new Map<number, number>();
    addCounts(db, facet, dateRowids, counts);
    const rows = countRows(db, match, facet);
    expect([...counts]).toEqual(rows.map(({ value, count }) => [value, count]));
    for (const known of [null, dateRowids]) {
      expect(countFacet(db, { match, dateRowids: known }, facet)).toEqual(rows);
    }
  }
  const byRows = countYearsByJurisdiction(db, { match, dateRowids: null });
  expect(byRows).toEqual([5, 6].flatMap((id) => yearsOfJurisdiction(db, id, dateRowids)));
  expect(byRows).toEqual([5, 6].map((id) => ({ jurisdictionId: id, year: 1988, count: 2 })));
  db.close();
});
