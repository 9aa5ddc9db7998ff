/** Matches read from the end of a range: the same as reading them in descending order, whatever is close to what. */
import Database from "better-sqlite3";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { BackwardReader, type Order } from "../../../src/store/dates/backward-reader.ts";
import type { DateRowidRange } from "../../../src/store/dates/date-rowid-levels.ts";

const db = new Database(":memory:");
db.exec("CREATE TABLE court_case (date_rowid INTEGER)");
db.exec("CREATE INDEX court_case_date_rowid ON court_case (date_rowid)");
afterAll(() => db.close());

const addCase = db.prepare("INSERT INTO court_case VALUES (?)");
const END = 2 ** 40;

interface Read {
  readonly order: Order;
  readonly count: number;
}

/** A reader of these matches among these cases, both ascending, and what it reads. */
function readerOf(cases: readonly number[], matches: readonly number[]) {
  db.exec("DELETE FROM court_case");
  db.transaction(() => {
    for (const one of cases) addCase.run(one);
  })();
  const reads: Read[] = [];
  const read = ({ from, to }: DateRowidRange, limit: number, order: Order): [number][] => {
    const inRange = matches.filter((one) => one >= from && one < to);
    const found = (order === "ascending" ? inRange : inRange.toReversed()).slice(0, limit);
    reads.push({ order, count: found.length });
    return found.map((one) => [one]);
  };
  return { reader: new BackwardReader(db, read), reads };
}

/** Reads range after range, with the numbers of matches that are wanted in turn. */
function readAll(reader: BackwardReader, from: number, wanted: readonly number[], end = END): number[] {
  const all: number[] = [];
  for (let [to, nth] = [end, 0]; ; nth++) {
    const most = wanted[nth % wanted.length] ?? 1;
    const rows = reader.last({ from, to }, most).map(([one]) => Number(one));
    all.push(...rows);
    if (rows.length < most) return all;
    to = rows.at(-1) ?? from;
  }
}

/** Runs of cases, some of which match, with gaps between them. */
const runs = fc.array(
  fc.record({
    gap: fc.constantFrom(0, 1, 31, 2_000, 10 ** 6),
    cases: fc.constantFrom(1, 2, 40, 700),
    every: fc.constantFrom(0, 1, 2, 50),
    // a damaged index has rows of no case
    areCases: fc.boolean(),
  }),
  { maxLength: 12 },
);
const wantedNumbers = fc.array(fc.constantFrom(1, 3, 20), { minLength: 1, maxLength: 3 });

test("gives all matches once, the last one first", () => {
  fc.assert(
    fc.property(runs, wantedNumbers, fc.nat(3_000), (drawn, wanted, from) => {
      let rowid = 0;
      const [cases, matches]: [number[], number[]] = [[], []];
      for (const run of drawn) {
        rowid += run.gap;
        for (let nth = 0; nth < run.cases; nth++, rowid++) {
          if (run.areCases) cases.push(rowid);
          if (run.every > 0 && nth % run.every === 0) matches.push(rowid);
        }
      }
      const { reader } = readerOf(cases, matches);
      const middle = Math.floor(rowid / 2);
      // two levels, the empty one among them
      expect(readAll(reader, middle, wanted)).toEqual(matches.filter((one) => one >= middle).reverse());
      const below = matches.filter((one) => one >= from && one < middle);
      expect(readAll(reader, from, wanted, middle)).toEqual(below.reverse());
    }),
  );
});

const CASES = Array.from({ length: 20_000 }, (_, n) => 1_000 * n);

test.each([1, 10, 300])("reads few matches more than wanted if one case of %d matches", (every) => {
  const { reader, reads } = readerOf(
    CASES,
    CASES.filter((_, n) => n % every === 0),
  );
  expect(reader.last({ from: 0, to: END }, 50).length).toBeGreaterThanOrEqual(50);
  expect(reads.every(({ order }) => order === "ascending")).toBe(true);
  expect(reads.reduce((sum, { count }) => sum + count, 0)).toBeLessThan(250);
});

test("reads few matches if it suddenly meets many", () => {
  const { reader, reads } = readerOf(CASES, CASES.slice(0, 12_000));
  expect(reader.last({ from: 0, to: END }, 10)[0]).toEqual([CASES[11_999]]);
  expect(reads.reduce((sum, { count }) => sum + count, 0)).toBeLessThan(1_000);
});

test("learns nothing from a range without cases", () => {
  const { reader, reads } = readerOf(CASES, CASES);
  for (let nth = 0; nth < 5; nth++) reader.last({ from: END, to: 2 * END }, 10);
  expect(reader.last({ from: 0, to: END }, 10).length).toBeGreaterThanOrEqual(10);
  expect(reads.at(-1)).toEqual({ order: "ascending", count: 64 });
});

test("reads a range in descending order if it has few matches", () => {
  const { reader, reads } = readerOf(CASES, [0, 5_000]);
  expect(reader.last({ from: 0, to: END }, 50)).toEqual([[5_000], [0]]);
  expect(reads.at(-1)).toEqual({ order: "descending", count: 2 });
  expect(reads.length).toBeLessThan(5);
});
