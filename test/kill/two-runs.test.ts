/** Faults, C1 and C2: a run beside another one, and locks that others left or hold. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { startCountingProxy } from "../support/counting-proxy.ts";
import { dumpCorpus } from "../support/dump.ts";
import { HANG_MS } from "../support/hang.ts";
import { type KillPlace, openKillPlace } from "../support/kill-place.ts";
import { listing } from "../support/run.ts";
import { runHere } from "../support/run-here.ts";
import { makeBulkArchive, RELEASES } from "../support/two-releases.ts";

/** `act` is done while a run holds corpus and data folder, in the middle of a download. */
async function duringRun(
  place: KillPlace,
  act: (processId: number) => Promise<void>,
): Promise<number | null> {
  place.reset();
  let processId = 0;
  let failure: unknown = null;
  const whileHeld = (): Promise<void> =>
    act(processId).catch((error: unknown) => {
      failure = error;
    });
  await using proxy = await startCountingProxy(place.sourceUrl, 5_000, whileHeld);
  const onStart = (child: { readonly pid?: number | undefined }): void => {
    processId = child.pid ?? 0;
  };
  const { code } = await place.runChild({ sourceUrl: proxy.url, onStart });
  if (failure !== null) throw failure;
  return code;
}

/** All but what the first run fetches meanwhile. */
function othersIn(folder: string): string[] {
  return listing(folder).filter((name) => !/^work\/data\/static\/.*\.part/.test(name));
}

test("C1: a second run on the same corpus or the same data folder ends with 75 and names the first, which ends as ever", async () => {
  const place = await openKillPlace("sync static");
  const archive = await makeBulkArchive(join(place.folder, "..", "more"), RELEASES[0], "text");
  const other = (name: string): string => join(place.folder, "..", "other", name);
  const commands = [
    ["sync", "--source-url", place.sourceUrl],
    ["download", "--source-url", place.sourceUrl],
    ["import", archive],
  ];
  const places = [
    ["--db", place.corpus, "--data-dir", place.dataFolder],
    ["--db", place.corpus, "--data-dir", other("data")],
    ["--db", other("other.db"), "--data-dir", place.dataFolder],
  ];
  let refused = 0;
  const code = await duringRun(place, async (processId) => {
    for (const where of places) {
      for (const command of commands) {
        const before = othersIn(join(place.folder, ".."));
        const second = await runHere([...command, ...where]);
        expect(second.code, second.stderr).toBe(75);
        const holder = new RegExp(
          `^caselaw: Cannot use (corpus|data folder) ".*": locked by caselaw sync, process ${processId}, since \\d{4}-\\d\\d-\\d\\dT`,
        );
        expect(second.stderr).toMatch(holder);
        expect(othersIn(join(place.folder, ".."))).toEqual(before);
        refused++;
      }
    }
  });
  expect([code, refused]).toEqual([0, 9]);
  expect(place.endState()).toEqual(place.after);
});

test("C2: what a killed run left does not block, nor does its process id living on; who it was is told", async () => {
  const place = await openKillPlace("import");
  await place.runChild({ environment: { KILL_KINDS: "commit", KILL_AT: "12" } });
  const holder = `${place.corpus}.lock.holder`;
  const left = readFileSync(holder, "utf8");
  writeFileSync(holder, left.replace(/process \d+/, `process ${process.pid}`));
  const next = await runHere(place.args);
  expect(next).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`took over a lock left by caselaw import, process ${process.pid}, since`),
  });
  expect(place.endState()).toEqual(place.after);
  expect(existsSync(holder)).toBe(false);
});

test("C2: a run waits for a program that holds the corpus, and takes its turn when it lets go", async () => {
  const place = await openKillPlace("import");
  const record = `${place.folder}-calls.txt`;
  const foreign = new Database(place.corpus);
  foreign.exec("BEGIN IMMEDIATE");
  const run = place.runChild({ environment: { KILL_RECORD: record } });
  // the run is at its first statement that needs the corpus to itself
  await vi.waitFor(() => expect(readFileSync(record, "utf8")).toMatch(/hashsize|BEGIN IMMEDIATE/), {
    timeout: HANG_MS,
    interval: 10,
  });
  foreign.exec("COMMIT");
  foreign.close();
  expect(await run).toMatchObject({ code: 0 });
  expect(place.endState()).toEqual(place.after);
});

test("C2: a run ends with 75 when a program keeps the corpus, and nothing is lost", async () => {
  const place = await openKillPlace("import");
  const foreign = new Database(place.corpus);
  foreign.exec("BEGIN IMMEDIATE");
  const ended = await place.runChild();
  foreign.close();
  expect(ended).toMatchObject({
    code: 75,
    stderr: expect.stringMatching(/^caselaw: Cannot use corpus ".*": another program has locked it\n/m),
  });
  expect(dumpCorpus(place.corpus)).toEqual(place.before);
  expect(await runHere(place.args)).toMatchObject({ code: 0 });
  expect(place.endState()).toEqual(place.after);
});
