/** Both methods of counting facets give the same counts; test/corpus/agree compares responses with an oracle. */
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { verifyCorpus } from "../../../src/maintenance/verify.ts";
import { findInBlocks, writeFacetBlocks, wrongFacetBlocks } from "../../../src/store/dates/facet-blocks.ts";
import { countFacet, countYearsByJurisdiction } from "../../../src/store/search/count-matches.ts";
import { planOf } from "../../../src/store/search/plan.ts";
import { line } from "../../corpus/records.ts";
import { DONE, importRecords, makeCorpus, openTestWriter } from "../../support/corpus.ts";
import { NO_LOOKUPS } from "../../support/lookups.ts";
import { expectWhole, problemsIn } from "../../support/verify.ts";

const other = { id: 6, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: false };
const recordOf = (id: number, overrides: Readonly<Record<string, unknown>> = {}) =>
  line(id, {
    decision_date: `${1950 + (id % 60)}-0${1 + (id % 9)}-11`,
    ...(id % 2 === 0 ? { jurisdiction: other } : {}),
    ...(id % 5 === 0 ? { court: null } : {}),
    ...overrides,
  });
const records = Array.from({ length: 120 }, (_, n) => recordOf(n + 1));

test("facet blocks give the same counts as rows, for cases that they do not have too", () => {
  const path = makeCorpus(records.slice(0, 90));
  {
    using writer = openTestWriter(path);
    writer.endRun(DONE);
    importRecords(writer, { release: "2021-01-01", records });
  }
  const db = new Database(path);
  const dateRowids = db
    .prepare<[], number>("SELECT date_rowid FROM court_case ORDER BY date_rowid")
    .pluck()
    .all();
  const plan = planOf({ search: "case" }, NO_LOOKUPS);
  for (const facet of ["jurisdiction", "court", "reporter"] as const) {
    expect(findInBlocks(db, facet, dateRowids).missing).toHaveLength(30);
    const rows = db
      .prepare(
        `SELECT ${facet}_id AS value, count(*) AS count FROM court_case WHERE value IS NOT NULL GROUP BY 1`,
      )
      .all();
    for (const known of [null, dateRowids])
      expect(countFacet(db, { plan, dateRowids: known }, facet)).toEqual(rows);
  }
  const years = db
    .prepare(
      `SELECT jurisdiction_id AS jurisdictionId, CAST(substr(decision_date, 1, 4) AS INTEGER) AS year, count(*) AS count
         FROM court_case
        GROUP BY 1, 2`,
    )
    .all();
  expect(countYearsByJurisdiction(db, { plan, dateRowids: null })).toEqual(years);
  db.close();
});

test("facet blocks follow changes and removals, and the end of a run writes the missing ones", async () => {
  const path = makeCorpus(records);
  const db = new Database(path);
  const missing = (): number =>
    findInBlocks(
      db,
      "jurisdiction",
      db.prepare<[], number>("SELECT date_rowid FROM court_case ORDER BY date_rowid").pluck().all(),
    ).missing.length;
  expect(missing()).toBe(120);
  using writer = openTestWriter(path);
  writer.endRun(DONE);
  expect(missing()).toBe(0);
  const changed = [
    recordOf(1, { jurisdiction: other }),
    ...records.slice(1, 100),
    recordOf(101, { name: "New" }),
  ];
  importRecords(writer, { release: "2022-01-01", records: changed });
  // the blocks of case 1 and of the removed ones
  expect(missing()).toBeGreaterThan(0);
  expect([...wrongFacetBlocks(db)].filter((wrong) => wrong !== null)).toEqual([]);
  writer.endRun(DONE);
  expect(missing()).toBe(0);
  db.close();
  await expectWhole(path);
});

test("verify reports a block that differs from the cases", async () => {
  const path = makeCorpus(records);
  {
    using writer = openTestWriter(path);
    writer.endRun(DONE);
  }
  const db = new Database(path);
  db.exec("UPDATE court_case SET jurisdiction_id = 6 WHERE id = 1");
  expect([...wrongFacetBlocks(db)].filter((wrong) => wrong !== null)).toEqual([]);
  writeFacetBlocks(db);
  db.exec("UPDATE facet_block SET data = zeroblob(length(data)) WHERE id >= 1 << 36 AND id < 2 << 36");
  db.close();
  const found = await verifyCorpus(path, { depth: "all", dataFolder: null });
  expect(problemsIn(found)).toContainEqual(
    expect.stringMatching(/^index rows: the packed facets from date rowid \d+ on and the cases differ$/),
  );
});
