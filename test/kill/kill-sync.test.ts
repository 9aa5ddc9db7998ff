/**
 * Faults, D4: `sync` of a bulk service killed at every rename, sync and end of a transaction; of both sources at seeded
 * writes, statements and bytes. `npm run test:long` does all of them.
 */
import { expect, test } from "vitest";
import { openKillPlace } from "../support/kill-place.ts";
import {
  countBytes,
  countMoments,
  killAfterBytes,
  killAt,
  killAtEvery,
  seededPoints,
} from "../support/kill-points.ts";

const SEED = 20_242;

test("D4: sync killed before or after every rename, fsync and COMMIT goes on to the same corpus", async () => {
  const place = await openKillPlace("sync bulk");
  expect(await killAtEvery(place, ["rename", "fsync", "commit"], "alternating")).toBeGreaterThanOrEqual(40);
});

test.each(["sync bulk", "sync static"] as const)(
  `D4: %s killed at 10 writes and statements of seed ${SEED} goes on to the same corpus`,
  async (kind) => {
    const place = await openKillPlace(kind);
    const kinds = ["write", "statement"] as const;
    const max = await countMoments(place, kinds);
    for (const at of seededPoints(SEED, 10, max)) await killAt(place, kinds, at);
  },
);

test(`D4: sync killed after 6 numbers of bytes of seed ${SEED} goes on to the same corpus`, async () => {
  const place = await openKillPlace("sync static");
  const all = await countBytes(place);
  for (const bytes of seededPoints(SEED, 6, all)) expect(await killAfterBytes(place, bytes)).toBe("killed");
});
