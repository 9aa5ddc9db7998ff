/** Facet blocks of any cases, after any changes, against the rows. */
import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SCHEMA } from "../../../src/store/database/schema.ts";
import { findInBlocks, writeFacetBlocks, wrongFacetBlocks } from "../../../src/store/dates/facet-blocks.ts";
import { fuzzing } from "../../support/fuzz.ts";

interface Row {
  readonly id: number;
  readonly date_rowid: number;
  readonly jurisdiction: number | null;
  readonly court: number | null;
  readonly reporter: number | null;
}

/** Around the ends of ranges and blocks, in each level and without a date. */
const DATE_ROWIDS = fc
  .tuple(
    fc.constantFrom(0, 2 ** 18, 2 ** 40 - 2 ** 18, 2 ** 40, 2 ** 40 + 2 ** 18, 2 ** 46, 2 ** 48),
    fc.constantFrom(0, 2 ** 16, 2 ** 18),
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: 0, max: 1 }),
  )
  .map(([start, range, place, isBefore]) => Math.max(start + range - 3 * isBefore, 0) + place);
const VALUE = fc.option(fc.integer({ min: 1, max: 3 }));
const ROWS = fc.uniqueArray(
  fc.record({
    id: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1)),
    date_rowid: DATE_ROWIDS,
    jurisdiction: VALUE,
    court: VALUE,
    reporter: VALUE,
  }),
  { maxLength: 30, comparator: (a, b) => a.id === b.id || a.date_rowid === b.date_rowid },
);
function makeRows(): Database.Database {
  const db = new Database(":memory:");
  db.exec(
    "CREATE TABLE court_case (id INTEGER PRIMARY KEY, date_rowid, jurisdiction_id, court_id, reporter_id)",
  );
  db.exec("CREATE UNIQUE INDEX court_case_date_rowid ON court_case (date_rowid)");
  db.exec(/CREATE TABLE facet_block[\s\S]*?(?=-- Tokens)/.exec(SCHEMA)?.[0] ?? "");
  return db;
}

function expectSame(db: Database.Database): void {
  const rows = db
    .prepare<[], Row>(
      `SELECT id, date_rowid, jurisdiction_id AS jurisdiction, court_id AS court, reporter_id AS reporter
         FROM court_case
        ORDER BY date_rowid`,
    )
    .all();
  if (rows.length === 0) return;
  const dateRowids = rows.map(({ date_rowid }) => date_rowid);
  const unused = (dateRowids.at(-1) ?? 0) + 1;
  const asked = [...dateRowids, unused];
  for (const kind of ["jurisdiction", "court", "reporter", "id"] as const) {
    const { values, missing } = findInBlocks(db, kind === "id" ? "case" : kind, asked);
    const inBlocks = rows.filter(({ date_rowid }) => !missing.includes(date_rowid));
    expect(missing).toContain(unused);
    expect(values.flatMap((some) => Array.from(some))).toEqual(
      inBlocks.map((row) => row[kind] ?? Number.NaN),
    );
  }
  expect([...wrongFacetBlocks(db)].filter((wrong) => wrong !== null)).toEqual([]);
}

test("facet blocks have the values of the cases, or do not have the cases, whatever is changed between two runs", () => {
  fc.assert(
    fc.property(ROWS, ROWS, (first, second) => {
      const db = makeRows();
      const write = db.prepare<[Row]>(
        `INSERT INTO court_case VALUES (:id, :date_rowid, :jurisdiction, :court, :reporter)
         ON CONFLICT (id) DO UPDATE SET date_rowid = :date_rowid, jurisdiction_id = :jurisdiction, court_id = :court, reporter_id = :reporter
         ON CONFLICT (date_rowid) DO NOTHING`,
      );
      const remove = db.prepare<[Row]>("DELETE FROM court_case WHERE id = :id");
      for (const row of first) write.run(row);
      writeFacetBlocks(db);
      expectSame(db);
      for (const row of first.slice(0, 5)) remove.run(row);
      for (const row of second) {
        if (
          db.prepare("SELECT 1 FROM court_case WHERE date_rowid = :date_rowid AND id <> :id").get(row) ===
          undefined
        )
          write.run(row);
      }
      expectSame(db);
      writeFacetBlocks(db);
      expectSame(db);
      const all = db
        .prepare<[], number>("SELECT date_rowid FROM court_case ORDER BY date_rowid")
        .pluck()
        .all();
      expect(findInBlocks(db, "court", all).missing).toEqual([]);
      db.close();
    }),
    fuzzing(40),
  );
});

test("more than 65,536 values of a block need codes of four bytes", () => {
  const db = makeRows();
  for (const many of [300, 70_000]) {
    db.exec(`
      WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < ${many})
      INSERT OR REPLACE INTO court_case SELECT n, ${2 ** 40} + n, 1, n, 2 FROM n
    `);
    writeFacetBlocks(db);
    const dateRowids = Array.from({ length: many }, (_, n) => 2 ** 40 + n + 1);
    expect(findInBlocks(db, "court", dateRowids)).toEqual({
      values: [Float64Array.from(dateRowids, (_, n) => n + 1)],
      missing: [],
    });
  }
  db.close();
});
