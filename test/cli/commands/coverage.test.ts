import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { makeBagZip } from "../../support/archives.ts";
import { bulkCases, staticCases } from "../../support/records.ts";
import { runHere } from "../../support/run-here.ts";
import { keptFolder, tempFolder } from "../../support/temp-folder.ts";
import { openVolumeSite } from "../../support/volume-site.ts";

const folder = keptFolder();

beforeAll(async () => {
  const archive = await makeBagZip(join(folder, "Illinois-20200302-text.zip"), { lines: bulkCases(1, 5) });
  await runHere(["import", archive], { folder });
});

test("N4: sync exits 3 when a volume is first seen missing, then 0, and coverage goes on telling it", async () => {
  const volume = await openVolumeSite();
  const options = { folder: tempFolder() };
  rmSync(await volume.publish({ cases: staticCases(1) }, "2024-03-04T00:00:00+00:00"));
  const sync = ["sync", "--source-url", volume.site.url];
  const first = await runHere(sync, options);
  expect(first.code).toBe(3);
  expect(first.stderr).toContain("caselaw: a2d/1: listed, but missing at the source (404)");
  const second = await runHere(sync, options);
  expect(second.code).toBe(0);
  expect(second.stderr).toContain("still missing at the source: 1 unit, see coverage");
  const { code, stdout } = await runHere(["coverage", "--state", "missing", "failed", "--json"], options);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).units).toMatchObject([{ source: "static", unit: "a2d/1", state: "missing" }]);
});

test("coverage prints the units, the sum of each state and the jurisdictions as tables", async () => {
  const { code, stdout } = await runHere(["coverage", "--format", "table"], { folder });
  expect(code).toBe(0);
  expect(stdout).toBe(
    [
      "source  unit      state  imported  expected  release",
      "bulk    ill/text  local         5         5  2020-03-02",
      "",
      "state  units  imported  expected",
      "local      1         5         5",
      "",
      "jurisdiction  imported",
      "ill                  5",
      "",
    ].join("\n"),
  );
});

test("coverage prints JSON where it is no terminal, and CSV", async () => {
  const json = await runHere(["coverage"], { folder });
  expect(Object.keys(JSON.parse(json.stdout))).toEqual(["units", "states", "jurisdictions", "last_decision"]);
  const csv = await runHere(["coverage", "--format", "csv"], { folder });
  const [header, row, ...rest] = csv.stdout.split("\r\n");
  expect(header).toBe(`${Object.keys(JSON.parse(json.stdout).units[0]).join()}`);
  expect(row).toMatch(/^bulk,ill\/text,local,5,5,0,2020-03-02,/);
  expect(rest).toEqual([""]);
});

test("stats prints numbers for reading, and with --json the library's", async () => {
  const text = await runHere(["stats", "--volumes"], { folder });
  expect(text.code).toBe(0);
  expect(text.stdout).toMatch(/^Cases {12}5\nBodies {11}0 xml, 0 html, 5 text\n/);
  expect(text.stdout).toMatch(/\njurisdiction +name +cases\nill +Ill\. +5\n/);
  expect(text.stdout).toMatch(
    /\n\S+Z import: done, 1 archives, 5 added, 0 changed, 0 removed, 0 rejected\n$/,
  );
  const json = JSON.parse((await runHere(["stats", "--json"], { folder })).stdout);
  expect(json).toMatchObject({
    totals: { cases: 5 },
    change_number: 5,
    runs: [{ outcome: "done", added: 5 }],
  });
});
