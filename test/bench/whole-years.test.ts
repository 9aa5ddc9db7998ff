import { expect, test } from "vitest";
import {
  ALL_YEARS,
  casesOfYear,
  shareExactly,
  WHOLE_CASES,
  yearsOf,
  yearTotals,
} from "../../bench/whole/years.ts";

test("yearTotals rises from 1658 and adds up to all cases", () => {
  const totals = yearTotals(WHOLE_CASES, ALL_YEARS);
  expect(totals.reduce((sum, count) => sum + count, 0)).toBe(WHOLE_CASES);
  const of = (year: number): number => totals[year - ALL_YEARS.from] ?? 0;
  expect(of(1658)).toBeGreaterThan(0);
  expect(
    [1700, 1800, 1850, 1900, 1970, 2010].every((year, at, all) => of(year) > of(all[at - 1] ?? 1658)),
  ).toBe(true);
});

test.for([100_000, 300_000, 1_000_000])(
  "yearsOf gives %d cases the density of the whole collection",
  (cases) => {
    const years = yearsOf(cases);
    const totals = yearTotals(cases, years);
    for (const [at, total] of totals.entries()) {
      expect(total / casesOfYear(years.from + at)).toBeGreaterThan(0.75);
      expect(total / casesOfYear(years.from + at)).toBeLessThan(1.35);
    }
  },
);

test("shareExactly gives whole numbers with exactly that sum, to weights above 0 only", () => {
  expect([...shareExactly(10, [1, 0, 3], 0.5)]).toEqual([3, 0, 7]);
  expect([...shareExactly(2, [1, 1, 1, 0], 0)]).toEqual([0, 1, 1, 0]);
  expect([...shareExactly(2, [1, 1, 1, 0], 0.99)].reduce((sum, share) => sum + share, 0)).toBe(2);
});
