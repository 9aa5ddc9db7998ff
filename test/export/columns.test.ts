import { expect, test } from "vitest";
import { checkColumns } from "../../src/export/formats.ts";
import { exported, textIn } from "./exporting.ts";
import { parquetRows } from "./parquet-rows.ts";

const COLUMNS = ["name", "id", "decision_date"];

test("csv, jsonl --flat and parquet have the columns asked for, in that order", async () => {
  const csv = await exported({ format: "csv", options: { columns: COLUMNS } });
  expect(textIn(csv.folder, "cases.csv").split("\r\n").at(0)).toBe("name,id,decision_date");
  expect(csv.manifest.options.columns).toEqual(COLUMNS);
  const jsonl = await exported({ format: "jsonl", options: { columns: COLUMNS, flat: true } });
  const [, line = ""] = textIn(jsonl.folder, "cases.jsonl").split("\n");
  expect(line).toBe('{"name":"Case 2 v. State","id":2,"decision_date":null}');
  const parquet = await exported({
    format: "parquet",
    options: { columns: [...COLUMNS, "decision_date_precision"] },
  });
  expect((await parquetRows(parquet.folder, "cases.parquet"))[3]).toEqual({
    ...{ name: "Case 4 v. State", id: 4, decision_date: "1899-01-01", decision_date_precision: "year" },
  });
  expect(await parquetRows(parquet.folder, "citations.parquet")).not.toEqual([]);
});

const METADATA = { bodyFormat: null, isIncrement: false } as const;

test.each([
  ["csv", ["opinions"], 'Cannot use `columns`: no column is called "opinions"'],
  ["csv", [], "Cannot use `columns`: no column is listed"],
  ["csv", ["id", "id"], 'Cannot use `columns`: "id" is listed twice'],
  ["jsonl", ["id"], "Cannot use `columns`: it is for csv, parquet and jsonl with `flat`"],
] as const)("checkColumns refuses of %s %j", (format, columns, message) => {
  expect(() => checkColumns(format, { columns }, METADATA)).toThrow(message);
});

test("checkColumns wants the id in an increment, and says with what a body's column comes", () => {
  const increment = { bodyFormat: null, isIncrement: true };
  expect(() => checkColumns("csv", { columns: ["name"] }, increment)).toThrow('the column "id" is required');
  expect(() => checkColumns("csv", { columns: ["opinions"] }, METADATA)).toThrow(
    expect.objectContaining({ hint: "It requires `full_case`." }),
  );
  expect(() => checkColumns("csv", { columns: ["casebody"] }, METADATA)).toThrow(
    expect.objectContaining({ hint: "It requires `full_case` and `body_format` html or xml." }),
  );
});
