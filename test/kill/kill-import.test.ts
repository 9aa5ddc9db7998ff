/** Faults, D4: `import` killed at every rename, sync and end of a transaction, and at seeded writes and statements. */
import { expect, test } from "vitest";
import { openKillPlace } from "../support/kill-place.ts";
import { countMoments, killAt, killAtEvery, seededPoints } from "../support/kill-points.ts";

const SEED = 20_241;

test("D4: import killed before or after every rename, fsync and COMMIT goes on to the same corpus", async () => {
  const place = await openKillPlace("import");
  expect(await killAtEvery(place, ["rename", "fsync", "commit"], "alternating")).toBeGreaterThanOrEqual(20);
});

test(`D4: import killed at 14 writes and statements of seed ${SEED} goes on to the same corpus`, async () => {
  const place = await openKillPlace("import");
  const kinds = ["write", "statement"] as const;
  const max = await countMoments(place, kinds);
  for (const at of seededPoints(SEED, 14, max)) await killAt(place, kinds, at);
});
