import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { hasFaults } from "../../src/import/report.ts";
import type { SyncOptions } from "../../src/sync/plan.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { dumpCorpus, readChanges } from "../support/dump.ts";
import { type Lie, startLyingSource } from "../support/lying-source.ts";
import { syncAt, syncOptions } from "../support/run.ts";
import { openSite } from "../support/two-releases.ts";

const ONE = join("a2d", "1.zip");

/** A site, and the paths of its two zips. */
async function openZips() {
  const { folder, site } = await openSite();
  return { site, one: join(folder, ONE), other: join(folder, "a2d", "2.zip") };
}

function unitOf({ corpusPath }: SyncOptions, name: string) {
  using corpus = openV1(corpusPath);
  return corpus.coverage().units.find(({ unit }) => unit === name);
}

test("S1: sync refuses a valid zip of another volume, changes nothing by it, and downloads the unit again", async () => {
  const { site, one, other } = await openZips();
  const [complete, wrong] = [readFileSync(one), readFileSync(other)];
  writeFileSync(one, wrong);
  const options = syncOptions("static", site.url);
  const report = await syncAt(options);
  expect(hasFaults(report)).toBe(true);
  const failed = report.archives.filter(({ status }) => status === "failed");
  expect(failed).toEqual([
    expect.objectContaining({
      unit: "a2d/1",
      error: expect.stringMatching(/it is volume ".*", not ".*"/),
    }),
  ]);
  expect(unitOf(options, "a2d/1")).toMatchObject({ state: "failed", cases_imported: 0 });
  expect(existsSync(join(options.dataFolder, "static", ONE))).toBe(false);
  const alone = syncOptions("static", site.url);
  rmSync(one);
  await syncAt(alone);
  expect(dumpCorpus(options.corpusPath).records.cases).toEqual(dumpCorpus(alone.corpusPath).records.cases);
  expect(readChanges(options.corpusPath)).toEqual(readChanges(alone.corpusPath));
  writeFileSync(one, complete);
  expect(hasFaults(await syncAt(options))).toBe(false);
  expect(unitOf(options, "a2d/1")).toMatchObject({ state: "imported", error: null });
  const undisturbed = syncOptions("static", site.url);
  await syncAt(undisturbed);
  expect(dumpCorpus(options.corpusPath)).toEqual(dumpCorpus(undisturbed.corpusPath));
});

test("S1: a corpus that took another volume's zip for a unit heals by itself", async () => {
  const { site, one, other } = await openZips();
  const options = syncOptions("static", site.url);
  const [complete, wrong] = [readFileSync(one), readFileSync(other)];
  rmSync(one);
  await syncAt(options);
  writeFileSync(one, complete);
  // as a version before this check left it: the other volume's bytes noted as this unit's, under its name
  const path = join(options.dataFolder, "static", ONE);
  cpSync(other, path, { recursive: true });
  noteAsDownloaded(options, path, wrong.length);
  expect(hasFaults(await syncAt(options))).toBe(true);
  expect(existsSync(path)).toBe(false);
  expect(hasFaults(await syncAt(options))).toBe(false);
  const undisturbed = syncOptions("static", site.url);
  await syncAt(undisturbed);
  expect(dumpCorpus(options.corpusPath).records).toEqual(dumpCorpus(undisturbed.corpusPath).records);
});

/** Notes the bytes of the other unit's download for the first one. */
function noteAsDownloaded({ corpusPath }: SyncOptions, path: string, bytes: number): void {
  const db = new Database(corpusPath);
  db.prepare(
    `INSERT OR REPLACE INTO download (source, unit, url, path, bytes, sha256, etag, last_modified, version, downloaded_at)
     SELECT 'static', 'a2d/1', l.url, :path, :bytes, d.sha256, NULL, NULL, l.version, d.downloaded_at
       FROM download AS d, ledger AS l
      WHERE l.unit = 'a2d/1' AND d.unit <> 'a2d/1'`,
  ).run({ path, bytes });
  // a unit whose last attempt failed is asked for in any case
  db.exec("UPDATE ledger SET outcome = 'stored' WHERE unit = 'a2d/1'");
  db.close();
}

test.each<[Lie, "static" | "bulk"]>([
  ["wrong unit, unnamed", "static"],
  ["wrong unit", "bulk"],
])("S1: sync refuses %s from %s once, whatever it says of itself", async (lie, name) => {
  const source = await startLyingSource();
  onTestFinished(() => source.service.close());
  const options = syncOptions(name, source.service.url);
  const [unit = ""] = source.units[name];
  source.tell(0, new Map([[unit, lie]]));
  const report = await syncAt(options);
  const failed = report.archives.filter(({ status }) => status === "failed");
  expect(failed).toEqual([
    expect.objectContaining({ error: expect.stringMatching(/, not |no case|none of/) }),
  ]);
  expect(report.total.rejected).toBe(0);
  source.tell(0);
  await syncAt(options);
  const honest = syncOptions(name, source.service.url);
  await syncAt(honest);
  expect(dumpCorpus(options.corpusPath)).toEqual(dumpCorpus(honest.corpusPath));
});

test("S2: a version that is only listed again is confirmed by a 304, and a second one ends the questions", async () => {
  const source = await startLyingSource();
  onTestFinished(() => source.service.close());
  const options = syncOptions("static", source.service.url);
  const [unit = ""] = source.units.static;
  await syncAt(options);
  // the list is of the next day, this unit's zip as it was
  source.tell(1, new Map([[unit, "stale"]]));
  const checks = () =>
    source.service.requests.filter(
      ({ url, headers }) => url === `/${unit}.zip` && headers["if-none-match"] !== undefined,
    ).length;
  await syncAt(options);
  expect([checks(), unitOf(options, unit)?.state]).toEqual([1, "imported"]);
  await syncAt(options);
  await syncAt(options);
  expect([checks(), unitOf(options, unit)?.state]).toEqual([2, "imported"]);
});
