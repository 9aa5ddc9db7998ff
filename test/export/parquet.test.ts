/** Parquet read back by hyparquet, a reader; `real-data.slow.test.ts` reads it by DuckDB. */
import { expect, test } from "vitest";
import type { CaseWithBody } from "../../src/corpus/bodies.ts";
import { flatColumns, flatRow } from "../../src/export/columns.ts";
import { precisionOf } from "../../src/export/parquet.ts";
import { exported, filesIn } from "./exporting.ts";
import { parquetRows } from "./parquet-rows.ts";

/** What a row of `cases` holds of a record, all but the date. */
function expectedRow(one: CaseWithBody): Record<string, unknown> {
  const row = flatRow(one, "");
  const columns = flatColumns("text").filter(({ name }) => name !== "decision_date");
  return Object.fromEntries(
    columns.map(({ name, type, hasTexts, fields, value }) => {
      const found = value(row) ?? null;
      const isJson = /array|object/.test(type) && !hasTexts && fields.length === 0;
      if (name === "citations") return [name, one.citations.map((cited) => ({ source: null, ...cited }))];
      return [name, isJson && found !== null ? JSON.stringify(found) : found];
    }),
  );
}

function withoutDates(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map(
    ({ decision_date: _date, decision_date_text: _text, decision_date_precision: _precision, ...rest }) =>
      rest,
  );
}

test("cases.parquet holds what the interface has, row for row", async () => {
  const { folder, cases } = await exported({ format: "parquet", question: { full_case: true } });
  const rows = await parquetRows(folder, "cases.parquet");
  expect(withoutDates(rows)).toEqual(cases.map(expectedRow));
  expect(rows.map((row) => [row.decision_date, row.decision_date_text, row.decision_date_precision])).toEqual(
    [
      ["1901-02-03", "1901-02-03", "day"],
      [null, null, null],
      ["1901-02-01", "1901-02", "month"],
      ["1899-01-01", "1899", "year"],
      ["1901-02-01", "1901-02-31", "month"],
    ],
  );
});

test("citations.parquet and edges.parquet have a row for each", async () => {
  const { folder } = await exported({ format: "parquet" });
  const citations = await parquetRows(folder, "citations.parquet");
  expect(citations.filter((row) => row.case_id === 2)).toEqual([
    { case_id: 2, seq: 1, type: "official", cite: "1 Ill. 1" },
    { case_id: 2, seq: 2, type: "parallel", cite: "§ 7 / Ünï" },
  ]);
  const edges = await parquetRows(folder, "edges.parquet");
  expect(edges.map((row) => [row.case_id, row.seq, row.source, row.cite, row.cited_case_id])).toEqual([
    [1, 1, "source", "1 Ill. 3", 3],
    [1, 2, "source", "9 Nowhere 9", null],
    [2, 1, "source", "1 Ill. 3", null],
  ]);
  expect(edges.map((row) => row.target_case_ids)).toEqual([[3], [], [3, 77]]);
});

test("--partition gives each jurisdiction and year a folder, and the same rows", async () => {
  const { folder, cases } = await exported({ format: "parquet", options: { partition: true } });
  const parts = filesIn(folder).filter((name) => name.startsWith("cases/"));
  expect(parts).toEqual([
    "cases/jurisdiction=ill/year=1901/part-0.parquet",
    "cases/jurisdiction=ill/year=__HIVE_DEFAULT_PARTITION__/part-0.parquet",
    "cases/jurisdiction=ind/year=1899/part-0.parquet",
  ]);
  const rows = (await Promise.all(parts.map((part) => parquetRows(folder, part)))).flat();
  expect(rows.map(({ id }) => Number(id)).sort()).toEqual(cases.map(({ id }) => id));
});

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
