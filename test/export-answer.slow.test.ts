/**
 * "From corpus to an answer" of docs/exports.md: its commands run one after the other and print what the page shows. The part in
 * Python needs DuckDB (CASELAW_TEST_PYTHON names an interpreter that has it) and is skipped without; the picture is not.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "./cli/run-cli.ts";
import { startBulkService } from "./support/bulk-service.ts";
import { runChild } from "./support/children.ts";
import { drawAges, readAges } from "./support/draw-ages.ts";
import { pageText } from "./support/markdown.ts";
import { tempFolder } from "./support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..");
const PYTHON = process.env.CASELAW_TEST_PYTHON ?? "python3";
const hasDuckdb = spawnSync(PYTHON, ["-c", "import duckdb"]).status === 0;
const [, section = ""] = /## From corpus to an answer\n([\s\S]*)$/.exec(pageText("docs/exports.md")) ?? [];
const [, code = ""] = /```python\n([\s\S]*?)```/.exec(section) ?? [];
const [, printed = ""] = /```text\n([\s\S]*?)```/.exec(section) ?? [];
const [, exportArgs = ""] = /^\$ \.\/caselaw (export .*)$/m.exec(section) ?? [];
const picture = readFileSync(join(ROOT, "data", "ages.svg"), "utf8");

/** What stands in a table's cells: the frame around them is each version's own. */
function cellsOf(table: string): string[] {
  return table.split(/[^\w]+/).filter(Boolean);
}

test("the picture of docs/exports.md is that of the figures above it", () => {
  const records = printed.split("\n").map((line) => cellsOf(line).map(Number));
  const figures = records.filter((cells) => cells.length === 3 && cells.every(Number.isFinite));
  expect(figures.length).toBeGreaterThan(5);
  expect(section).toContain("(../data/ages.svg)");
  expect(drawAges(readAges(["header", ...figures.map((cells) => cells.join(","))].join("\n")))).toBe(picture);
});

test.skipIf(!hasDuckdb)(
  "the commands of docs/exports.md give its answer and its picture (skipped where Python has no duckdb)",
  async () => {
    const folder = tempFolder();
    const bulk = await startBulkService(join(ROOT, "data", "sample"));
    const place = ["--db", "data/sample.db", "--data-dir", "data/sample"];
    const sync = ["sync", "--source", "bulk", "--source-url", bulk.url, ...place];
    expect(await runCli(sync, { folder })).toMatchObject({ code: 0 });
    await bulk.close();
    expect(await runCli(exportArgs.split(" "), { folder })).toMatchObject({ code: 0 });
    const ran = await runChild(PYTHON, ["-c", code], { folder });
    expect(ran.stderr).toBe("");
    expect(cellsOf(ran.stdout)).toEqual(cellsOf(printed));
    expect(drawAges(readAges(readFileSync(join(folder, "data", "ages.csv"), "utf8")))).toBe(picture);
  },
);
