/**
 * Faults, D4 and D6: `sync` killed after each kind of call that brings something to disk, and in a download; and the order of
 * these calls, as a test cannot cut the power. `npm run test:long` kills everywhere, and at many bytes.
 */
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { openKillPlace } from "../support/kill-place.ts";
import { countBytes, killAfterBytes, killAfterEachKind, recordCalls } from "../support/kill-points.ts";

test("D4: sync killed after each kind of rename, fsync and COMMIT goes on to the same corpus", async () => {
  expect(await killAfterEachKind(await openKillPlace("sync static"))).toBeGreaterThanOrEqual(12);
});

test("D4: sync killed in the middle of a list and of an archive goes on to the same corpus", async () => {
  const place = await openKillPlace("sync static");
  const all = await countBytes(place);
  for (const bytes of [10, Math.floor(all / 2)]) expect(await killAfterBytes(place, bytes)).toBe("killed");
});

test("D6: a download is synced, renamed, its folder synced, and only then noted", async () => {
  const place = await openKillPlace("sync static");
  const calls = await recordCalls(place);
  const final = `${place.dataFolder}/static/a2d/1.zip`;
  const steps = [
    `fsync after ${final}.part`,
    `rename before ${final}.part`,
    `rename after ${final}.part`,
    `fsync before ${dirname(final)}`,
    `fsync after ${dirname(final)}`,
    calls.find((call) => call.includes(" INTO download")) ?? "noted",
  ];
  const places = steps.map((step) => calls.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const bytesAfter = calls.slice(places[0]).filter((call) => call === `write before ${final}.part`);
  expect(bytesAfter).toEqual([]);
});

test("D6: an import's log row comes after its last batch and its removals", async () => {
  const place = await openKillPlace("sync static");
  const calls = await recordCalls(place);
  const logged = calls.findIndex((call) => call.includes("INSERT INTO import_log"));
  const changes = calls.flatMap((call, index) => (call.includes("INSERT INTO change_log") ? [index] : []));
  expect(changes).toHaveLength(3);
  expect(Math.max(...changes)).toBeLessThan(logged);
});
