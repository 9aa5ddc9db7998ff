/** Faults, D6: in which order things come to disk. A test cannot cut the power; it can hold the order of the calls. */
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { openKillPlace } from "../support/kill-place.ts";
import { recordCalls } from "../support/kill-points.ts";

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
