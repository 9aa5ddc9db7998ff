/** Faults, D4: `import` killed after each kind of call that brings something to disk; `npm run test:long` kills it everywhere. */
import { expect, test } from "vitest";
import { openKillPlace } from "../support/kill-place.ts";
import { killAfterEachKind } from "../support/kill-points.ts";

test("D4: import killed after each kind of rename, fsync and COMMIT goes on to the same corpus", async () => {
  expect(await killAfterEachKind(await openKillPlace("import"))).toBeGreaterThanOrEqual(10);
});
