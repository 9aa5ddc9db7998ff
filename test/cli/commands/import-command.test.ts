import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RunLock } from "../../../src/store/database/lock.ts";
import { makeBagZip, makeVolumeZip } from "../../support/archives.ts";
import { jsonLines } from "../../support/json-lines.ts";
import { staticCases } from "../../support/records.ts";
import { type RanHere, runHere } from "../../support/run-here.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { runCli } from "../run-cli.ts";
import { SMALL_CASES } from "../small-corpus.ts";

interface Place {
  readonly folder: string;
  readonly archive: string;
  readonly run: (args: readonly string[]) => Promise<RanHere>;
}

async function placeWith(lines: readonly unknown[]): Promise<Place> {
  const folder = tempFolder();
  const archive = await makeBagZip(join(folder, "Georgia-20200302-text.zip"), { lines });
  return { folder, archive, run: (args) => runHere(args, { folder }) };
}

test("import tells each archive on stderr, the sum on stdout, and the second time that nothing changed", async () => {
  const { archive, run, folder } = await placeWith(SMALL_CASES);
  const first = await runCli(["import", archive], { folder });
  expect(first.code).toBe(0);
  expect(first.stdout).toMatch(/^Archives: 1 imported\nCases: 5 read: 5 added, .*\n\d.* in \d+\.\d s\n$/);
  expect(first.stderr).toMatch(
    /^ga\/text \(Georgia-20200302-text\.zip\): imported, 5 read: 5 added, 0 changed, .*\n$/,
  );
  const second = await run(["import", archive]);
  expect(second.code).toBe(0);
  expect(second.stdout).toMatch(/^Archives: 1 unchanged\nCases: 5 read: 0 added, 0 changed, 5 unchanged/);
});

test("R1: import exits 3 when a record is rejected, also when quiet, and names the place of the rejects", async () => {
  const { archive, run, folder } = await placeWith([...SMALL_CASES, "not JSON"]);
  const { code, stdout, stderr } = await run(["import", archive, "--quiet", "--report", "report.json"]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatch(/^caselaw: \S+: 1 record rejected, see \S+\.jsonl\n$/);
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(report.total).toMatchObject({ archives: 1, read: 6, added: 5, rejected: 1, hash_differences: 0 });
  expect(report.archives[0]).toMatchObject({ status: "imported", rejected: 1 });
});

test.skipIf(!existsSync("/dev/full"))(
  "D3: import keeps its work when the report gets lost: exit 1",
  async () => {
    const { archive, run } = await placeWith(SMALL_CASES);
    const { code, stdout, stderr } = await run(["import", archive, "--report", "/dev/full"]);
    expect(stdout).toMatch(/^Archives: 1 imported/);
    expect(stderr).toMatch(/caselaw: Cannot write report "\/dev\/full": ENOSPC.*\n$/);
    expect(code).toBe(1);
    expect(JSON.parse((await run(["list", "cases"])).stdout).count).toBe(5);
  },
);

test("import exits 75 while another run holds the corpus, and says who", async () => {
  const { archive, run, folder } = await placeWith(SMALL_CASES);
  using _lock = new RunLock(join(folder, "data", "caselaw.db.lock"), "the corpus", "sync");
  const { code, stderr } = await run(["import", archive]);
  expect(stderr).toMatch(/^caselaw: Cannot use corpus .*: locked by caselaw sync, process \d+, since .*\n/);
  expect(code).toBe(75);
});

test.each<[string, readonly string[], number, RegExp]>([
  [
    "as a dry run",
    ["ARCHIVE", "--dry-run"],
    0,
    /^ga\/text \(.*\.zip\): would import, 5 read.*\nDry run: nothing was written\nArchives: 1 to import\nCases: 5 read: 5 added/,
  ],
  [
    "with a report below a file",
    ["ARCHIVE", "--report", "ARCHIVE/r.json"],
    1,
    /^caselaw: Cannot write report ".*": .*\n$/,
  ],
  [
    "with a report in no folder",
    ["ARCHIVE", "--report", "no/r.json"],
    2,
    /^caselaw: Cannot write report "no\/r\.json": there is no folder "no"\n$/,
  ],
  [
    "of paths of which one is not there",
    ["ARCHIVE", "nowhere.zip"],
    2,
    /^caselaw: Cannot .*nowhere\.zip.*\n {2}Nothing was imported, .*\n$/,
  ],
  ["of a cut zip alone", ["cut.zip"], 3, /^caselaw: .*\nArchives: 1 failed\n/],
])("import %s makes nothing", async (_, args, code, told) => {
  const { archive, run, folder } = await placeWith(SMALL_CASES);
  writeFileSync(join(folder, "cut.zip"), "PK");
  const ran = await run(["import", ...args.map((arg) => arg.replace("ARCHIVE", archive))]);
  expect([ran.code, ran.stderr + ran.stdout]).toEqual([code, expect.stringMatching(told)]);
  expect(readdirSync(folder).sort()).toEqual(["Georgia-20200302-text.zip", "cut.zip"]);
});

test("import warns once of volumes of an unknown reporter: on stderr, also when quiet, in the log and the report", async () => {
  const folder = tempFolder();
  for (const nth of [1, 2, 3])
    await makeVolumeZip(join(folder, "x", `${nth}.zip`), {
      cases: staticCases(nth),
      volume: { id: `v${nth}` },
    });
  const message = 'the reporter of 3 volumes in "x" is unknown: neither path nor citations name a reporter';
  const quiet = await runHere(["import", "x", "--quiet", "--report", "report.json"], { folder });
  expect(quiet.code).toBe(0);
  expect(quiet.stderr).toMatch(new RegExp(`^caselaw: ${message}[^\\n]*\\n$`));
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(report.warnings).toEqual([expect.stringContaining(message)]);
  const { stderr } = await runHere(["import", "x", "--log-format", "json"], { folder });
  const events = jsonLines(stderr);
  expect(events.filter(({ event }) => event === "warning")).toEqual([
    expect.objectContaining({ message: expect.stringContaining(message) }),
  ]);
});
