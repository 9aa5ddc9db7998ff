/** CSV as RFC 4180 has it, read back by Python, which is another implementation. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flatColumns, flatRow, plainValue } from "../../src/export/columns.ts";
import { csvRecord } from "../../src/export/csv.ts";
import { exported } from "./exporting.ts";

const READ = `
import csv, json, sys
csv.field_size_limit(10**9)
print(json.dumps(list(csv.reader(open(sys.argv[1], encoding="utf8", newline=""), strict=True))))
`;
const hasPython = spawnSync("python3", ["--version"]).status === 0;

test("csvRecord tells null from an empty text and quotes what must be quoted", () => {
  expect(csvRecord([null, "", "a", 'say "a"', "a,b", "a\nb", " a", 0, true])).toBe(
    ',"",a,"say ""a""","a,b","a\nb"," a",0,true\r\n',
  );
});

test.skipIf(!hasPython)(
  "csv is read by Python, field for field what the interface has (skipped without python3)",
  async () => {
    const { folder, cases } = await exported({ format: "csv", question: { full_case: true } });
    const { stdout } = spawnSync("python3", ["-c", READ, join(folder, "cases.csv")], { encoding: "utf8" });
    const columns = flatColumns("text");
    expect(JSON.parse(stdout)).toEqual([
      columns.map(({ name }) => name),
      ...cases.map((one) => {
        const row = flatRow(one, "");
        return columns.map((column) => String(plainValue(column, row) ?? ""));
      }),
    ]);
  },
);
