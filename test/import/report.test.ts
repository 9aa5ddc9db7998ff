/** A report is recognised whatever its archives came to: a nightly run must be able to replace it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inSnakeCase } from "../../src/cli/settings/outputs.ts";
import { type ArchiveReport, emptyReport, isReportFile, totalOf } from "../../src/import/report.ts";
import { tempFolder } from "../support/temp-folder.ts";

const ARCHIVE: ArchiveReport = { ...emptyReport("a.zip", null), status: "failed", error: "x" };

function isRecognised(text: string): boolean {
  const path = join(tempFolder(), "report.json");
  writeFileSync(path, text);
  return isReportFile(path);
}

test.each([null, ARCHIVE])("O1: isReportFile knows a report, indented or not (%#)", (archive) => {
  const report = inSnakeCase(totalOf(archive === null ? [] : [archive], 1));
  for (const indent of [2, 0, 4, "\t"])
    expect(isRecognised(`${JSON.stringify(report, null, indent)}\n`)).toBe(true);
});

test.each([
  "{}",
  "[]",
  '{"archives":[]}',
  '{"archives":[{"name":"mine"}]}',
  '{"archives":"my own"}',
  '{"files":[],"archives":[{"path":"a"}]}',
  " ".repeat(500),
])("O1: isReportFile knows no other JSON: %s", (text) => {
  expect(isRecognised(text)).toBe(false);
});
