import { expect, test } from "vitest";
import { highestBar, plotYears, yearsPerColumn } from "../../../src/cli/render/plot.ts";

function years(...counts: readonly number[]) {
  return counts.map((count, at) => ({ year: 1900 + at, count, total: 10_000 }));
}

test("plotYears draws bars by eighths of a line, and the least is seen", () => {
  const lines = plotYears(years(16, 8, 1, 0), { width: 80, height: 2 }, 16);
  expect(lines.slice(0, 2)).toEqual(["     16 ┤█", "      0 ┤██▁"]);
  expect(plotYears(years(1000, 1), { width: 80, height: 1 }, 1000)[0]).toBe("  1,000 ┤█▁");
});

test("plotYears puts so many years into a column as the width makes it", () => {
  const many = years(...Array.from({ length: 200 }, () => 3));
  expect(yearsPerColumn(many, 80)).toBe(3);
  expect(highestBar(many, 80)).toBe(3);
  const lines = plotYears(many, { width: 80, height: 3 }, 3);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(lines.at(-1)).toMatch(/^ {9}1900 +2099$/);
});

test("plotYears leaves room for years without decisions, and draws nothing of nothing", () => {
  const gap = [
    { year: 1900, count: 1, total: 1 },
    { year: 1904, count: 1, total: 1 },
  ];
  expect(plotYears(gap, { width: 80, height: 1 }, 10_000)[0]).toBe(" 10,000 ┤█   █");
  expect(plotYears([], { width: 80, height: 3 }, 0)).toEqual([]);
  expect(plotYears(years(0), { width: 80, height: 1 }, 0).at(-1)).toBe("         1900");
});
