import fc from "fast-check";
import { expect, test } from "vitest";
import { fitWidths, plainTable, tableOf } from "../../../src/cli/render/table.ts";
import type { V1Page } from "../../../src/v1/lists.ts";

/** A page of a list of `count` records. */
function pageOf<A>(results: readonly A[], count: number, next: string | null = null): V1Page<A, A> {
  return {
    page: { items: results, count, next: null, previous: null },
    envelope: { count, next, previous: null, results },
    next,
    relevance: null,
  };
}

const CITATION = { type: "official", cite: "1 Charlton 42", case_id: 1, case_url: "http://h/v1/cases/1/" };

test("tableOf prints titles, a line a record, and the count", () => {
  const page = pageOf([CITATION], 1);
  expect(tableOf("citations", page, 80)).toBe(
    "type      cite           case id\nofficial  1 Charlton 42  1\n1 of 1\n",
  );
});

test("tableOf shortens what does not fit into the width", () => {
  const long = { ...CITATION, cite: "x".repeat(200) };
  const page = pageOf([long], 1);
  const lines = tableOf("citations", page, 40).split("\n");
  expect(lines[1]).toMatch(/^official {2}x+… {2}1$/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
});

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

test("plainTable counts a full-width character as two columns and a combining mark as none", () => {
  const columns = { "": (one: string) => one, x: () => "y" };
  const records = ["東京高裁", "e\u0301tat"];
  expect(plainTable(records, columns, 80).slice(1)).toEqual(["東京高裁  y", "e\u0301tat      y"]);
  expect(plainTable(records, columns, 8).slice(1)).toEqual(["東京…  y", "e\u0301tat   y"]);
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
