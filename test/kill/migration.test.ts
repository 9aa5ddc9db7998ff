/** Faults, F5: a corpus of the first version is brought up to date in one step, whenever that is killed. */
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SCHEMA_VERSION } from "../../src/store/database/schema.ts";
import { openKillPlace } from "../support/kill-place.ts";
import { recordCalls } from "../support/kill-points.ts";
import { makeFirstVersion, versionOf } from "../support/old-corpus.ts";
import { runHere } from "../support/run-here.ts";
import { expectWhole } from "../support/verify.ts";

test("F5: an older corpus is old or new after a kill at every step of its migration, and the next run ends as ever", async () => {
  const place = await openKillPlace("import");
  place.reset();
  const old = join(place.folder, "..", "old.db");
  mkdirSync(join(old, ".."), { recursive: true });
  makeFirstVersion(place.corpus, old);
  const takeOld = (): void => {
    place.reset();
    rmSync(place.corpus);
    cpSync(old, place.corpus);
  };
  const versions: number[] = [];
  for (let at = 1; versions.filter((version) => version === SCHEMA_VERSION).length < 2; at++) {
    takeOld();
    const environment = { KILL_KINDS: "statement,commit", KILL_AT: String(at) };
    expect((await place.runChild({ environment })).code).toBeNull();
    const version = versionOf(place.corpus);
    versions.push(version);
    if (version === 1) {
      const asked = await runHere(["list", "courts", "--db", place.corpus]);
      expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining("caselaw import") });
    } else await expectWhole(place.corpus);
    expect((await place.runChild()).code).toBe(0);
    expect(place.endState()).toEqual(place.after);
  }
  expect(new Set(versions)).toEqual(new Set([1, SCHEMA_VERSION]));
  expect((await recordCalls(place)).join("\n")).not.toContain("CREATE TABLE");
});
