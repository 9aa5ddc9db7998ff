/** Facet blocks of any cases, after any changes, against the rows. */
import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SCHEMA } from "../../../src/store/database/schema.ts";
import { writeFacetBlocks, wrongFacetBlocks } from "../../../src/store/database/write-facet-blocks.ts";
import { countInBlocks, idsInBlocks } from "../../../src/store/dates/count-in-blocks.ts";
import { filteredIds, haveAllCases } from "../../../src/store/dates/filter-blocks.ts";

interface Row {
  readonly id: number;
  readonly date_rowid: number;
  readonly jurisdiction: number | null;
  readonly court: number | null;
  readonly reporter: number | null;
}

/** Around the ends of ranges and blocks, in each level and without a date. */
const RANKS = fc
  .tuple(
    fc.constantFrom(
      0,
      2 ** 16,
      2 ** 40 - 2 ** 16,
      2 ** 40,
      2 ** 40 + 2 ** 20,
      2 ** 40 + 2 ** 21,
      2 ** 46,
      2 ** 48,
    ),
    fc.constantFrom(0, 2 ** 16, 2 ** 17),
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: 0, max: 1 }),
  )
  .map(([start, range, place, isBefore]) => Math.max(start + range - 3 * isBefore, 0) + place);
const VALUE = fc.option(fc.integer({ min: 1, max: 3 }));
const ROWS = fc.uniqueArray(
  fc.record({
    id: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1)),
    date_rowid: RANKS,
    jurisdiction: VALUE,
    court: VALUE,
    reporter: VALUE,
  }),
  { maxLength: 30, comparator: (a, b) => a.id === b.id || a.date_rowid === b.date_rowid },
);
const FILTER = fc.record({
  kind: fc.constantFrom("jurisdiction" as const, "court" as const, "reporter" as const),
  ids: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
});

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
  const ranks = rows.map(({ date_rowid }) => date_rowid);
  const unused = (ranks.at(-1) ?? 0) + 1;
  const asked = [...ranks, unused];
  for (const kind of ["jurisdiction", "court", "reporter"] as const) {
    const { counts, others } = countInBlocks(db, kind, asked);
    const inBlocks = rows.filter(
      ({ date_rowid, ...row }) => !others.includes(date_rowid) && row[kind] !== null,
    );
    expect(others).toContain(unused);
    for (const { value, count } of counts)
      expect(inBlocks.filter((row) => row[kind] === value)).toHaveLength(count);
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(inBlocks.length);
  }
  const { ids, others } = idsInBlocks(db, asked);
  expect(ids.flatMap((some) => Array.from(some))).toEqual(
    rows.flatMap(({ id, date_rowid }) => (others.includes(date_rowid) ? [] : id)),
  );
  expect([...wrongFacetBlocks(db)].filter((wrong) => wrong !== null)).toEqual([]);
}

test("facet blocks have the values of the cases, or do not have the cases, whatever is changed between two runs", () => {
  fc.assert(
    fc.property(
      ROWS,
      ROWS,
      fc.array(FILTER, { maxLength: 3 }),
      RANKS,
      RANKS,
      (first, second, filters, a, b) => {
        const db = makeRows();
        const write = db.prepare<[Row]>(
          `INSERT INTO court_case VALUES (:id, :date_rowid, :jurisdiction, :court, :reporter)
         ON CONFLICT (id) DO UPDATE SET date_rowid = :date_rowid, jurisdiction_id = :jurisdiction, court_id = :court, reporter_id = :reporter
         ON CONFLICT (date_rowid) DO NOTHING`,
        );
        const remove = db.prepare<[Row]>("DELETE FROM court_case WHERE id = :id");
        const count = db.prepare<[], number>("SELECT count(*) FROM court_case").pluck();
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
        expect(haveAllCases(db, count.get() ?? 0)).toBe(true);
        expect(haveAllCases(db, (count.get() ?? 0) + 1)).toBe(false);
        const range = { from: Math.min(a, b), to: Math.max(a, b) };
        const where = filters.map(
          ({ kind }, nth) => `${kind}_id IN (SELECT value FROM json_each(:wanted${nth}))`,
        );
        const wanted = filters.map(({ ids }, nth) => [`wanted${nth}`, JSON.stringify(ids)]);
        const found = [...filteredIds(db, filters, [range])].flatMap((ids) => Array.from(ids));
        expect(found).toEqual(
          db
            .prepare<[Record<string, unknown>], number>(
              `SELECT id
               FROM court_case
              WHERE ${["date_rowid >= :from AND date_rowid < :to", ...where].join(" AND ")}
              ORDER BY date_rowid`,
            )
            .pluck()
            .all({ ...range, ...Object.fromEntries(wanted) }),
        );
        db.close();
      },
    ),
    { numRuns: 200 },
  );
});

test("more than 65,536 values of a block need codes of four bytes, more than 256 two", () => {
  const db = makeRows();
  for (const many of [300, 70_000]) {
    db.exec(`
      WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < ${many})
      INSERT OR REPLACE INTO court_case SELECT n, ${2 ** 40} + n, 1, n, 2 FROM n
    `);
    writeFacetBlocks(db);
    const ranks = Array.from({ length: many }, (_, n) => 2 ** 40 + n + 1);
    const { counts, others } = countInBlocks(db, "court", ranks);
    expect(others).toEqual([]);
    expect(counts).toEqual(ranks.map((_, n) => ({ value: n + 1, count: 1 })));
  }
  db.close();
});

test("what an earlier version of the program wrote is not read, and is deleted by the next run", () => {
  const db = makeRows();
  db.exec("INSERT INTO court_case VALUES (1, 7, 4, 5, 6)");
  // the date rowid of one case, and the position of its value
  const earlier = db.prepare("INSERT INTO facet_block VALUES (:id, :ids, :data)");
  earlier.run({ id: 0, ids: null, data: Buffer.from([7, 0]) });
  for (let kind = 1; kind < 4; kind++)
    earlier.run({ id: kind * 2 ** 36, ids: Buffer.alloc(8), data: Buffer.from([0]) });
  expect(countInBlocks(db, "court", [7])).toEqual({ counts: [], others: [7] });
  writeFacetBlocks(db);
  expect(countInBlocks(db, "court", [7])).toEqual({ counts: [{ value: 5, count: 1 }], others: [] });
  expect(db.prepare("SELECT id >> 36 FROM facet_block ORDER BY id").pluck().all()).toEqual([
    0, 4, 5, 6, 7, 8,
  ]);
  // the earlier version writes its rows instead
  db.prepare("REPLACE INTO facet_block VALUES (0, NULL, :data)").run({ data: Buffer.from([7, 0]) });
  expect(countInBlocks(db, "court", [7])).toEqual({ counts: [], others: [7] });
  writeFacetBlocks(db);
  expect(countInBlocks(db, "court", [7]).others).toEqual([]);
  db.close();
});
