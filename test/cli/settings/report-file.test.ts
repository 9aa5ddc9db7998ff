import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inSnakeCase, ReportFile } from "../../../src/cli/settings/report-file.ts";
import { totalOf } from "../../../src/import/report.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const ALLOWED = (): void => {};

test("ReportFile replaces the old report only when the new one is whole", async () => {
  const folder = tempFolder();
  const path = join(folder, "report.json");
  writeFileSync(path, "old");
  {
    using file = new ReportFile(path, ALLOWED);
    expect(readFileSync(path, "utf8")).toBe("old");
    await file.write(totalOf([], 1.5));
  }
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
    archives: [],
    total: { hash_differences: 0, seconds: 1.5 },
  });
  expect(readdirSync(folder)).toEqual(["report.json"]);
});

test("ReportFile leaves nothing behind when the run ends without a report", () => {
  const folder = tempFolder();
  new ReportFile(join(folder, "report.json"), ALLOWED)[Symbol.dispose]();
  expect(readdirSync(folder)).toEqual([]);
});

test("O1: ReportFile takes away what a killed run left, not what another is writing or what only looks like it", () => {
  const folder = tempFolder();
  const { pid: ended } = spawnSync(process.execPath, ["--version"]);
  const [letters, half] = ["0123456789abcdef", '{\n  "archives": [\n    {\n      "path": "x'];
  const others = [`report.json.${process.ppid}-${letters}.part`, `other.json.${ended}-${letters}.part`];
  const foreign = [`report.json.${ended}-${"f".repeat(16)}.part`, `report.json.${process.pid}.part`];
  for (const name of [...others, `report.json.${ended}-${letters}.part`])
    writeFileSync(join(folder, name), half);
  for (const name of foreign) writeFileSync(join(folder, name), "mine");
  const kept = [...others, ...foreign];
  new ReportFile(join(folder, "report.json"), ALLOWED)[Symbol.dispose]();
  expect(readdirSync(folder).sort()).toEqual(kept.toSorted());
});

test("ReportFile refuses a folder, and a place below a file, before anything is done", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "file"), "");
  expect(() => new ReportFile(join(folder, "sub"), ALLOWED)).toThrow("Cannot write report");
  expect(() => new ReportFile(join(folder, "file", "report.json"), ALLOWED)).toThrow("Cannot write report");
});

test.skipIf(!existsSync("/dev/full"))(
  "ReportFile writes to a device as it is and tells that it is full",
  async () => {
    using file = new ReportFile("/dev/full", ALLOWED);
    await expect(file.write(totalOf([], 0))).rejects.toThrow('Cannot write report "/dev/full": ENOSPC');
  },
);

test("inSnakeCase renames keys at every depth and leaves values", () => {
  expect(inSnakeCase({ aB: [{ cD: "eF" }], g: null })).toEqual({ a_b: [{ c_d: "eF" }], g: null });
});
