import { expect, test } from "vitest";
import { caseColumns, precisionOf } from "../../src/export/parquet-columns.ts";

test.each([
  ["1901", "year"],
  ["1901-02", "month"],
  ["1901-02-03", "day"],
  ["1901-02-31", "month"],
  ["1901-13", null],
  ["soon", null],
  [null, null],
])("precisionOf says of %j: %j", (date, precision) => {
  expect(precisionOf(date)).toBe(precision);
});

test("caseColumns put the date's text and precision beside it", () => {
  const names = caseColumns(null).map(({ name }) => name);
  const at = names.indexOf("decision_date");
  expect(names.slice(at, at + 3)).toEqual(["decision_date", "decision_date_text", "decision_date_precision"]);
});
