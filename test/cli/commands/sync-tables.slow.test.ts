import { join } from "node:path";
import { expect, test } from "vitest";
import { type Decision, rowsOf, writeSet } from "../../support/listener-set.ts";
import { startListenerSite } from "../../support/listener-site.ts";
import { runHere } from "../../support/run-here.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const DECISIONS: readonly Decision[] = [
  { id: 1, court: "ca9", cluster: { date_filed: "2017-05-20" } },
  { id: 2, court: "ca9", cluster: { date_filed: "2018-05-20" } },
  { id: 3, court: "scotus", cluster: { date_filed: "2019-05-20" } },
  { id: 4, court: "mass", cluster: { date_filed: "2020-05-20" } },
];

test("sync --source courtlistener plans with sizes, and imports the selected courts and dates", async () => {
  const [site, folder] = [await startListenerSite(), tempFolder()];
  site.publish("2025-03-31", rowsOf(DECISIONS));
  const sync = (...args: readonly string[]) =>
    runHere(["sync", "--source", "courtlistener", "--source-url", site.server.url, ...args], { folder });
  const selected = ["--court", "scotus,ca9", "--from", "2018"];
  const dry = await sync(...selected, "--dry-run");
  expect(dry.stdout.replace(/\d\.\d kB/g, "N kB")).toMatch(
    /^Dry run: nothing was written\nto download: 5 units, N kB; .* free\n {2}courtlistener\/courts-2025-03-31\.csv\.bz2: \d+ bytes\n/,
  );
  expect(dry.stderr).toContain("all tables are downloaded, because each has all courts");
  const ran = await sync(...selected);
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("Cases: 2 read: 2 added,") });
  const again = await sync(...selected);
  expect(again).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Units: 5 already here\nArchives: 1 unchanged\n/),
  });
  const listed = await runHere(["list", "cases", "--format", "csv"], { folder });
  expect(listed.stdout.match(/^\d+/gm)).toEqual(["9000000000002", "9000000000003"]);
  const unknown = await sync("--court", "ca9", "ca99");
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Cannot import court "ca99"') });
});

test("import takes the same flags", async () => {
  const folder = tempFolder();
  writeSet(join(folder, "set"), "2025-03-31", rowsOf(DECISIONS));
  const ran = await runHere(["import", "set", "--court", "mass", "ca9", "--from", "2018-01-01"], { folder });
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("Cases: 2 read: 2 added,") });
  const unknown = await runHere(["import", "set", "--dry-run", "--court", "x"], { folder });
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Cannot import court "x"') });
});

test.each([
  [
    ["sync", "--court", "ca9"],
    'Cannot select courts, dates or parentheticals: source "static" has no tables',
  ],
  [["download", "--parentheticals"], 'source "static" has no tables'],
  [["import", "data/sample/static", "--from", "2018"], "no path has tables of CourtListener"],
  [
    ["sync", "--source", "courtlistener", "--from", "2018-13"],
    'Cannot use --from "2018-13": not a date like 2019-06-30',
  ],
  [["sync", "--source", "courtlistener", "--court", "ca9,"], "Cannot use --court: an id is empty"],
  [
    ["sync", "--source", "courtlistener", "--reporter", "us"],
    'Cannot sync "us": CourtListener\'s tables have all courts',
  ],
] as const)("%j is refused: exit 2", async (args, found) => {
  const data = tempFolder();
  const { code, stderr } = await runHere([...args, "--data-dir", data, "--db", join(data, "x.db")]);
  expect(stderr).toContain(found);
  expect(code).toBe(2);
});
