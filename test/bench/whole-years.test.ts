import { expect, test } from "vitest";
import { dayAt } from "../../bench/whole/days.ts";
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

test("dayAt has few Saturdays, fewer Sundays, weak summers, and 1,500 cases on the first Monday of October", () => {
  const cases = Math.round(casesOfYear(1997));
  const days = Array.from({ length: cases }, (_, at) => dayAt(1997, at / cases));
  const weekdays = Map.groupBy(days, ({ month, day }) =>
    new Date(Date.UTC(1997, month - 1, day)).getUTCDay(),
  );
  const shareOf = (weekday: number): number => (weekdays.get(weekday)?.length ?? 0) / cases;
  expect(shareOf(6)).toBeGreaterThan(0.01);
  expect(shareOf(6)).toBeLessThan(0.03);
  expect(shareOf(0)).toBeLessThan(0.006);
  const inMonth = (wanted: number): number => days.filter(({ month }) => month === wanted).length;
  expect(inMonth(8)).toBeLessThan(inMonth(10) / 2);
  const dates = Map.groupBy(days, ({ month, day }) => `${month}-${day}`);
  expect(dates.get("10-6")).toHaveLength(1_500);
  expect([...dates.values()].filter(({ length }) => length >= 1_000).length).toBeGreaterThan(3);
});
