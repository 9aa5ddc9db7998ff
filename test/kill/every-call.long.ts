/** Faults, D4, all of it: each run killed at every rename, fsync, write, statement and COMMIT. */
import { expect, test } from "vitest";
import { openKillPlace } from "../support/kill-place.ts";
import { killAtEvery } from "../support/kill-points.ts";
import { CALL_KINDS } from "../support/patch-calls.ts";

test.each(["import", "import set", "sync bulk", "sync static"] as const)(
  "D4: %s killed at every call that changes what is on disk goes on to the same corpus",
  async (kind) => {
    const place = await openKillPlace(kind);
    const killed = await killAtEvery(place, CALL_KINDS);
    console.log(`${kind}: killed at ${killed} points, 0 corpora lost, 0 differences`);
    expect(killed).toBeGreaterThan(100);
  },
);
