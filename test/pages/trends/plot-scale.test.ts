import { expect, test } from "vitest";
import { runsOf, valueTicks, yearTicks } from "../../../src/pages/trends/plot-scale.ts";

test.each([
  [0, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [0.12, [0, 0.05, 0.1, 0.15]],
  [10_000, [0, 2000, 4000, 6000, 8000, 10_000]],
])("valueTicks are round numbers up to %d or beyond", (highest, ticks) => {
  expect(valueTicks(highest)).toEqual(ticks);
});

test("valueTicks of what is counted are whole", () => {
  expect(valueTicks(2, 1)).toEqual([0, 1, 2]);
});

test.each([
  [1791, 2012, [1800, 1850, 1900, 1950, 2000]],
  [1850, 1850, [1850]],
  [1851, 1854, [1851, 1852, 1853, 1854]],
])("yearTicks from %d to %d are round years within them", (first, last, ticks) => {
  expect(yearTicks(first, last, 6)).toEqual(ticks);
});

test("a line is interrupted by a year without a value", () => {
  const points = [1900, 1901, 1903, 1904].map((year) => ({ year, value: 1 }));
  expect(runsOf(points).map((run) => run.map(({ year }) => year))).toEqual([
    [1900, 1901],
    [1903, 1904],
  ]);
});
