import fc from "fast-check";
import { expect, test } from "vitest";
import { fitWidths, plainTable, tableLines } from "../../../src/cli/render/plain-table.ts";

test("plainTable aligns numbers right, leaves out empty columns, and prints nothing without records", () => {
  const columns = {
    name: (one: { name: string; cases: number }) => one.name,
    empty: () => null,
    cases: (one: { name: string; cases: number }) => one.cases,
  };
  const records = [
    { name: "Ill.", cases: 7 },
    { name: "Ga.", cases: 1200 },
  ];
  expect(plainTable(records, columns, 80)).toEqual(["name  cases", "Ill.      7", "Ga.    1200"]);
  expect(plainTable([], columns, 80)).toEqual([]);
});

test("tableLines counts a full-width character as two columns and a combining mark as none", () => {
  const cells = [
    ["東京高裁", "e\u0301tat", "abcd"],
    ["x", "y", "z"],
  ];
  expect(tableLines(cells, 80)).toEqual(["東京高裁  x", "e\u0301tat      y", "abcd      z"]);
  expect(tableLines(cells, 8)).toEqual(["東京…  x", "e\u0301tat   y", "abcd   z"]);
});

test("fitWidths gives each column what it needs when there is room, else takes from the widest", () => {
  expect(fitWidths([3, 20, 10], 40)).toEqual([3, 20, 10]);
  expect(fitWidths([3, 20, 10], 25)).toEqual([3, 12, 10]);
  const widths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(widths, fc.integer({ min: 32, max: 200 }), (natural, available) => {
      const fitted = fitWidths(natural, available);
      expect(fitted.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(available);
      for (const [at, width] of fitted.entries()) expect(width).toBeLessThanOrEqual(natural[at] ?? 0);
    }),
  );
});
