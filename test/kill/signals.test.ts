/** Faults, D5 and P3: signals end a run after its batch, a second one at once; what was done stays. */
import { expect, test } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { expectSurvived } from "../support/kill-check.ts";
import { openKillPlace } from "../support/kill-place.ts";

const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** At the first output. */
const KILLS_ITSELF = `
  const { write } = process.stdout;
  process.stdout.write = function (...args) {
    process.kill(process.pid, "SIGINT");
    return write.apply(this, args);
  };
`;
const STOPPED = "caselaw: stopped; run the command again to continue\n";

test("D5: import stopped by a signal ends its batch, says how to go on, and goes on", async () => {
  const place = await openKillPlace("import");
  for (const [signal, code] of Object.entries(CODES)) {
    place.reset();
    const environment = { KILL_KINDS: "commit", KILL_AT: "12", KILL_SIGNALS: signal };
    const ended = await place.runChild({ environment });
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(STOPPED) });
    await expectSurvived(place);
  }
});

test("D5: import stopped by a signal while tables are staged leaves no staging file, and goes on", async () => {
  const place = await openKillPlace("import set");
  const environment = { KILL_KINDS: "fsync", KILL_AT: "1", KILL_SIGNALS: "SIGTERM" };
  const ended = await place.runChild({ environment });
  expect(ended).toMatchObject({ code: CODES.SIGTERM, stderr: expect.stringContaining(STOPPED) });
  await expectSurvived(place);
});

test("D5: import stopped twice ends at once, still sound", async () => {
  const place = await openKillPlace("import");
  const environment = { KILL_KINDS: "commit", KILL_AT: "11", KILL_SIGNALS: "SIGINT,SIGTERM" };
  const { code } = await place.runChild({ environment });
  expect([CODES.SIGINT, CODES.SIGTERM]).toContain(code);
  await expectSurvived(place);
});

test.each(["SIGINT,SIGINT", "SIGTERM,SIGHUP"])(
  "P3: import with its main thread in a statement that never ends is ended by %s, still sound",
  async (signals) => {
    const place = await openKillPlace("import");
    const environment = { KILL_KINDS: "commit", KILL_AT: "11", KILL_SIGNALS: signals, KILL_HANGS: "yes" };
    const { code, signal } = await place.runChild({ environment });
    // as the system ends a process: to a shell 130 and 143
    expect({ code, signal }).toEqual({ code: null, signal: signals.split(",")[1] });
    await expectSurvived(place);
  },
);

test("P3: a command that only answers leaves signals to the system, so that the first one ends it", async () => {
  const place = await openKillPlace("import");
  const ended = await runCli(["list", "cases", "--format", "jsonl", "--db", place.corpus], {
    environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(KILLS_ITSELF)}` },
  });
  expect(ended).toMatchObject({ code: null, signal: "SIGINT", stderr: "" });
});
