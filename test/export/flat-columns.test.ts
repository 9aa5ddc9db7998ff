import { expect, test } from "vitest";
import { flatColumns, flatRow, plainValue } from "../../src/export/flat-columns.ts";
import { exported } from "./exporting.ts";

test("flatColumns have each name once, and bodies behind the record", () => {
  for (const format of [null, "text", "html", "xml"] as const) {
    const names = flatColumns(format).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.slice(0, flatColumns(null).length)).toEqual(flatColumns(null).map(({ name }) => name));
  }
});

test("plainValue keeps null, empty texts and false apart, and makes lists JSON", async () => {
  const { cases } = await exported({ format: "jsonl" });
  const row = (at: number): Record<string, unknown> => {
    const one = cases[at];
    if (one === undefined) throw new Error("no such case");
    const flat = flatRow(one, "http://x.test");
    return Object.fromEntries(flatColumns(null).map((column) => [column.name, plainValue(column, flat)]));
  };
  expect(row(1)).toMatchObject({ decision_date: null, jurisdiction_whitelisted: true, analysis: null });
  expect(row(2)).toMatchObject({ docket_number: "", citations: '[{"type":"official","cite":"1 Ill. 3"}]' });
  expect(row(3)).toMatchObject({ jurisdiction_whitelisted: false, jurisdiction_slug: "ind" });
});
