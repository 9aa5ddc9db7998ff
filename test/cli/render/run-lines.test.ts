import { join } from "node:path";
import { expect, test } from "vitest";
import { archiveLine, planLine } from "../../../src/cli/render/run-lines.ts";
import { type ArchiveReport, NO_COUNTS } from "../../../src/import/report.ts";

test.each([
  [{ units: 8, bytes: 0, unknown: 8 }, "8 units of unknown size"],
  [{ units: 1, bytes: 0, unknown: 1 }, "1 unit of unknown size"],
  [{ units: 3, bytes: 1500, unknown: 2 }, "3 units, 1.5 kB and 2 of unknown size"],
  [{ units: 2, bytes: 999, unknown: 0 }, "2 units, 999 bytes"],
  [{ units: 0, bytes: 0, unknown: 0 }, "nothing"],
])("planLine of %j says %j", (plan, said) => {
  expect(planLine({ kind: "plan", free: 2_000_000, ...plan })).toBe(`to download: ${said}; 2.0 MB free`);
});

test.each([
  ["bulk", "ill/text", "ill/text (Illinois-20190416-text.zip)"],
  ["static", "32044000000001", `32044000000001 (${join("bulk", "Illinois-20190416-text.zip")})`],
  ["files", "/data/bulk/x.jsonl", "/data/bulk/Illinois-20190416-text.zip"],
])("archiveLine names an archive of source %s by its unit and file", (source, unit, name) => {
  const report: ArchiveReport = {
    ...NO_COUNTS,
    path: "/data/bulk/Illinois-20190416-text.zip",
    source,
    unit,
    status: "unchanged",
    error: null,
    problems: [],
    rejects: null,
    bytes: 1,
    seconds: 1,
  };
  expect(archiveLine(report, "import")).toBe(`${name}: unchanged`);
});
