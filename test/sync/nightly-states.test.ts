/** States of units that end with their cause. */
import { expect, test } from "vitest";
import type { SyncOptions } from "../../src/sync/sync-options.ts";
import { openV1 } from "../../src/v1/v1.ts";
import type { VolumeFixture } from "../support/archives.ts";
import { staticCase, staticCases } from "../support/records.ts";
import { syncAt, syncOptions } from "../support/run.ts";
import { openVolumeSite } from "../support/volume-site.ts";

/** Older than the cases' `last_updated`, so that a download of it is confirmed. */
const LISTED = "2023-07-01T00:00:00+00:00";
const APRIL = { mtime: new Date(Date.UTC(2024, 3, 4, 12)) };

/** Three cases; a broken one is listed and cannot be imported. */
function cases({ broken = 0 } = {}): VolumeFixture {
  const all = Object.entries(staticCases(1, 2, 3)).map(([file, record]) => {
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
