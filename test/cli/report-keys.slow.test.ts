import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeBagZip } from "../support/archives.ts";
import { jsonLines } from "../support/json-lines.ts";
import { bulkCases } from "../support/records.ts";
import { runHere } from "../support/run-here.ts";
import { startScriptedServer } from "../support/scripted-server.ts";
import { startStaticSite } from "../support/static-site.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openVolumeSite } from "../support/volume-site.ts";

const SAMPLE = join(import.meta.dirname, "../../data/sample/static");
const OPERATIONS = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
/** The rows of both tables of docs/operations.md, "The report file": keys and their type. */
const [OF_REPORT = [], OF_ARCHIVE = []] =
  OPERATIONS.split("## The report file\n")[1]
    ?.split("\n## ")[0]
    ?.split("|---|---|---|\n")
    .slice(1)
    .map((table) =>
      [...table.matchAll(/^\| (.*?) \| (.*?) \|/gm)].flatMap(([, keys = "", type = ""]) =>
        [...keys.matchAll(/`(\w+)`/g)].map(([, key = ""]) => [key, type] as const),
      ),
    ) ?? [];

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return value === null ? "null" : Number.isInteger(value) ? "integer" : typeof value;
}

/** Each documented key is there, and no other one, with a value of its type. */
function hold(value: object, documented: readonly (readonly [string, string])[]): void {
  expect(Object.keys(value).sort()).toEqual(documented.map(([key]) => key).sort());
  for (const [key, type] of documented) {
    const found = typeOf(Reflect.get(value, key));
    expect(type.replace("number", "number or integer"), key).toContain(found);
  }
}

/** Runs a command with a report, and compares it with the documentation. */
async function reportOf(args: readonly string[], folder: string): Promise<Record<string, unknown>> {
  await runHere([...args, "--report", "report.json"], { folder });
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  hold(report, OF_REPORT);
  for (const archive of report.archives) hold(archive, OF_ARCHIVE);
  const sums = OF_ARCHIVE.filter(([, type]) => /^(?:integer|number)$/.test(type));
  hold(report.total, [["archives", "integer"], ["failed", "integer"], ...sums]);
  return report;
}

/** The statuses of a report's archives. */
function statuses({ archives }: Record<string, unknown>): unknown[] {
  return Array.isArray(archives) ? archives.map(({ status }) => status) : [];
}

test("a report has the documented keys after an import of good, known, older, cut and other files", async () => {
  const folder = tempFolder();
  const newer = await makeBagZip(join(folder, "Illinois-20200302-text.zip"), {
    lines: [...bulkCases(1, 5), "no JSON"],
  });
  const older = await makeBagZip(join(folder, "Illinois-20190302-text.zip"), { lines: bulkCases(1, 5) });
  const cut = join(folder, "cut.zip");
  writeFileSync(cut, readFileSync(newer).subarray(0, 400));
  writeFileSync(join(folder, "page.zip"), "<html>\nSorry</html>");
  const paths = [newer, older, cut, "page.zip"];
  expect(statuses(await reportOf(["import", "--dry-run", ...paths], folder))).toHaveLength(4);
  expect(statuses(await reportOf(["import", ...paths], folder))).toEqual([
    "imported",
    "imported",
    "failed",
    "failed",
  ]);
  expect(statuses(await reportOf(["import", newer], folder))).toEqual(["unchanged"]);
});

test("a report has the documented keys after a sync, a download and a dry run, with units absent at the source", async () => {
  const folder = tempFolder();
  const site = await startStaticSite(SAMPLE);
  onTestFinished(() => site.close());
  for (const command of [["sync", "--dry-run"], ["download"], ["sync"], ["sync"]])
    await reportOf([...command, "--source-url", site.url], folder);
  const volume = await openVolumeSite();
  await volume.publish({ cases: {}, rows: [{ id: 1, file_name: "0001-01" }] }, "2024-01-01");
  const other = tempFolder();
  const holed = await reportOf(["sync", "--source-url", volume.site.url], other);
  expect(statuses(holed)).toHaveLength(1);
});

test("--log-format json: every line of an import and a sync is an object with time and event", async () => {
  const folder = tempFolder();
  const site = await startStaticSite(SAMPLE);
  onTestFinished(() => site.close());
  const bag = await makeBagZip(join(folder, "Illinois-20200302-text.zip"), {
    lines: [...bulkCases(1, 3), "no"],
  });
  writeFileSync(join(folder, "page.zip"), "<html>\nSorry</html>");
  const source = ["--source-url", site.url];
  await using refusing = await startScriptedServer({ "/JurisdictionsMetadata.json": [{ status: 403 }] });
  const runs = [
    await runHere(["import", bag, "page.zip", "--log-format", "json"], { folder }),
    await runHere(["sync", ...source, "--log-format", "json"], { folder }),
    await runHere(["sync", "--source-url", refusing.url, "--log-format", "json"], { folder }),
    await runHere(["download", ...source, "--volume", "no/1", "--log-format", "json"], { folder }),
  ];
  expect(runs.map(({ code }) => code)).toEqual([3, 0, 1, 2]);
  const events = runs.flatMap(({ stderr }) => jsonLines(stderr));
  for (const event of events) {
    expect(event).toEqual(expect.objectContaining({ event: expect.any(String) }));
    expect(new Date(event.time).toISOString()).toBe(event.time);
  }
  const kinds = new Set(events.map(({ event }) => event));
  expect([...kinds].sort()).toEqual(["downloaded", "error", "imported", "plan", "summary"]);
});
