/** States of units that end with their cause. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { hasFaults } from "../../src/import/report.ts";
import type { SyncOptions } from "../../src/sync/plan.ts";
import { openV1 } from "../../src/v1/v1.ts";
import type { VolumeFixture } from "../support/archives.ts";
import { staticCase, staticCases } from "../support/records.ts";
import { importAt, listing, syncAt, syncOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openVolumeSite } from "../support/volume-site.ts";
import { type SiteVolume, startNightlySite } from "./year/nightly-site.ts";
import { packVolume } from "./year/packed-volume.ts";

/** Older than the cases' `last_updated`, so that a download of it is confirmed. */
const LISTED = "2023-07-01T00:00:00+00:00";
const LISTED_LATER = "2023-07-02T00:00:00+00:00";
const MARCH = { mtime: new Date(Date.UTC(2024, 2, 4, 12)) };
const APRIL = { mtime: new Date(Date.UTC(2024, 3, 4, 12)) };

/** Some cases; a broken one is listed and cannot be imported. */
function cases({ broken = 0, count = 3 } = {}): VolumeFixture {
  const all = Object.entries(staticCases(...[1, 2, 3].slice(0, count))).map(([file, record]) => {
    const id = Number(record.id);
    const more = { file_name: file, name: id === broken ? 5 : `Case ${id}` };
    return [file, staticCase(id, more)] as const;
  });
  return { cases: Object.fromEntries(all), html: null };
}

function statesOf({ corpusPath }: SyncOptions): string[] {
  using v1 = openV1(corpusPath);
  return v1.coverage().units.map(({ unit, state }) => `${unit} ${state}`);
}

test("sync asks again for a unit that failed, although its download is confirmed, until it is imported", async () => {
  const volume = await openVolumeSite();
  const options = syncOptions("static", volume.site.url);
  await volume.publish(cases({ broken: 2 }), LISTED);
  await syncAt(options);
  await syncAt(options);
  expect([volume.zips(), volume.checks(), statesOf(options)]).toEqual([1, 1, ["a2d/1 failed"]]);
  await volume.publish(cases(), LISTED, APRIL);
  await syncAt(options);
  await syncAt(options);
  expect([volume.checks(), statesOf(options)]).toEqual([2, ["a2d/1 imported"]]);
});

test("sync --keep none keeps an archive that is older than the imported one, and downloads it once", async () => {
  const volume = await openVolumeSite();
  const options: SyncOptions = { ...syncOptions("static", volume.site.url), keep: "none" };
  const path = join(options.dataFolder, "static", "a2d", "1.zip");
  await volume.publish(cases(), LISTED, APRIL);
  await syncAt(options);
  expect(existsSync(path)).toBe(false);
  await volume.publish(cases(), LISTED_LATER, MARCH);
  for (const _night of [1, 2, 3]) await syncAt(options);
  expect([volume.zips(), volume.checks(), existsSync(path)]).toEqual([1, 1, true]);
  expect(statesOf(options)).toEqual(["a2d/1 outdated"]);
});

test.each([
  ["imported", 0],
  ["failed", 2],
])(
  "coverage reports a unit as outdated when it was %s and the source goes back to an older archive",
  async (state, broken) => {
    const volume = await openVolumeSite();
    const options = syncOptions("static", volume.site.url);
    await volume.publish(cases(), LISTED, MARCH);
    await syncAt(options);
    await volume.publish(cases({ broken }), LISTED_LATER, APRIL);
    await syncAt(options);
    expect(statesOf(options)).toEqual([`a2d/1 ${state}`]);
    await volume.publish(cases(), LISTED, MARCH);
    await syncAt(options);
    expect(statesOf(options)).toEqual(["a2d/1 outdated"]);
  },
);

test("an import by hand repairs a refused unit at once, and a failed attempt is one, whatever the clock is", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const volume = await openVolumeSite();
  const options = syncOptions("static", volume.site.url);
  vi.setSystemTime("2025-05-05T00:00:00Z");
  await volume.publish(cases(), LISTED, MARCH);
  await syncAt(options);
  // the clock goes back
  vi.setSystemTime("2024-05-05T00:00:00Z");
  await volume.publish(cases({ count: 1 }), LISTED_LATER, APRIL);
  await syncAt(options);
  expect(statesOf(options)).toEqual(["a2d/1 failed"]);
  vi.setSystemTime("2023-05-05T00:00:00Z");
  await importAt([join(options.dataFolder, "static", "a2d", "1.zip")], { ...options, shrink: "allowed" });
  expect(statesOf(options)).toEqual(["a2d/1 imported"]);
});

test("a volume that is listed under another name has one line in coverage and one file, under that name", async () => {
  const site = await startNightlySite();
  onTestFinished(() => site.service.close());
  const options = syncOptions("static", site.service.url);
  const content = { isOtherPlace: false, lacking: [], broken: [] };
  const volume = async (unit: string, index: number): Promise<SiteVolume> => {
    const barcode = `3204400000000${index}`;
    const named = new Map([[index, { name: `Case ${index}`, lastUpdated: "2024-03-04" }]]);
    const packed = await packVolume({ ...content, barcode, cases: named }, "2024-03-04", true, tempFolder());
    return { unit, isListed: true, version: "2024-03-04T00:00:00+00:00", packed, fault: null };
  };
  const [one, two] = [await volume("r0/1", 1), await volume("r0/2", 2)];
  for (const each of [one, two]) site.state.volumes.set(each.packed.barcode, each);
  await syncAt(options);
  const files = (): string[] =>
    listing(join(options.dataFolder, "static")).filter((name) => name.endsWith(".zip"));
  one.unit = "r1/3";
  await syncAt(options);
  expect([statesOf(options), files()]).toEqual([
    ["r0/2 imported", "r1/3 imported"],
    ["r0/2.zip", "r1/3.zip"],
  ]);
  // each now has the name of the other one
  [one.unit, two.unit] = [two.unit, one.unit];
  expect(hasFaults(await syncAt(options))).toBe(false);
  expect([statesOf(options), files()]).toEqual([
    ["r0/2 imported", "r1/3 imported"],
    ["r0/2.zip", "r1/3.zip"],
  ]);
  using v1 = openV1(options.corpusPath);
  expect([...v1.all("cases")].map(({ id, reporter }) => `${id} ${reporter?.full_name}`)).toEqual([
    "1 Reports 0",
    "2 Reports 1",
  ]);
});
