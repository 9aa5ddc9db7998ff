/**
 * Faults, D4 to D6: `import` and `sync` killed after each kind of call that brings something to disk, and in a download; and the
 * order of these calls, as a test cannot cut the power. `npm run test:long` kills everywhere, and at many bytes.
 */
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { startCountingProxy } from "../support/counting-proxy.ts";
import { expectSurvived } from "../support/kill-check.ts";
import { openKillPlace } from "../support/kill-place.ts";
import { killAfterBytes, killAfterEachKind, recordCalls } from "../support/kill-points.ts";

let recorded: Promise<string[]> | undefined;

/** A sync of a static site, and the calls of an undisturbed one, which is made once. */
async function openSync() {
  const place = await openKillPlace("sync static");
  recorded ??= recordCalls(place);
  const calls = await recorded;
  place.reset();
  return { place, calls };
}

test("D4: import killed after each kind of rename, fsync and COMMIT goes on to the same corpus", async () => {
  const place = await openKillPlace("import");
  expect(await killAfterEachKind(place, await recordCalls(place))).toBeGreaterThanOrEqual(10);
});

test("D4: import of CourtListener's tables killed after each kind of rename, fsync and COMMIT goes on to the same corpus", async () => {
  const place = await openKillPlace("import set");
  expect(await killAfterEachKind(place, await recordCalls(place))).toBeGreaterThanOrEqual(4);
});

test("D4: sync killed after each kind of rename, fsync and COMMIT of its own goes on to the same corpus", async () => {
  const { place, calls } = await openSync();
  const own = /data\/static|INTO ledger|UPDATE ledger|INTO download/;
  expect(await killAfterEachKind(place, calls, own)).toBeGreaterThanOrEqual(6);
});

test("D4: sync killed in the middle of a list and of an archive goes on to the same corpus", async () => {
  const { place } = await openSync();
  const lists = ["Jurisdictions", "Reporters", "Volumes"].map((name) => `${name}Metadata.json`);
  const sizes = ["a2d/1.zip", ...lists].map((name) => statSync(join(place.folder, "../source", name)).size);
  const all = sizes.reduce((sum, size) => sum + size);
  for (const bytes of [10, all - Math.floor((sizes[0] ?? 0) / 2)])
    expect(await killAfterBytes(place, bytes)).toBe("killed");
});

test("D5: sync stopped by a signal in the middle of a download keeps the part and goes on", async () => {
  const { place } = await openSync();
  let stop = (): void => {};
  await using proxy = await startCountingProxy(place.sourceUrl, 5_000, () => stop());
  const ended = await place.runChild({
    sourceUrl: proxy.url,
    onStart: (child) => {
      stop = () => void child.kill("SIGTERM");
    },
  });
  const stderr = expect.stringContaining("caselaw: stopped; run the command again to continue\n");
  expect(ended).toMatchObject({ code: 143, stderr });
  await expectSurvived(place);
});

test("D6: a download is synced, renamed, its folder synced, and only then noted", async () => {
  const { place, calls } = await openSync();
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
  const { calls } = await openSync();
  const logged = calls.findIndex((call) => call.includes("INSERT INTO import_log"));
  const changes = calls.flatMap((call, index) => (call.includes("INSERT INTO change_log") ? [index] : []));
  expect(changes).toHaveLength(3);
  expect(Math.max(...changes)).toBeLessThan(logged);
});
