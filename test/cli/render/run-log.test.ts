import { join } from "node:path";
import { expect, test } from "vitest";
import type { Context } from "../../../src/cli/context.ts";
import type { Clock } from "../../../src/cli/render/live-lines.ts";
import { archiveLine, planLine, RunLog } from "../../../src/cli/render/run-log.ts";
import { readSettings } from "../../../src/cli/settings/settings.ts";
import { type ArchiveReport, NO_COUNTS } from "../../../src/import/report.ts";

const REPORT: ArchiveReport = {
  ...NO_COUNTS,
  path: "a\u001b.zip",
  source: "bulk",
  unit: "ill/text",
  status: "imported",
  error: null,
  problems: [],
  rejects: null,
  bytes: 10,
  seconds: 1,
};

/** A clock that moves only with `wait`. */
function stillClock(): Clock & { wait(milliseconds: number): void } {
  let now = 0;
  const every = new Set<{ readonly period: number; readonly work: () => void }>();
  return {
    now: () => now,
    every: (period, work) => {
      const one = { period, work };
      every.add(one);
      return { [Symbol.dispose]: () => void every.delete(one) };
    },
    wait: (milliseconds) => {
      const until = now + milliseconds;
      while (now < until) {
        now += 100;
        for (const { period, work } of every) if (now % period === 0) work();
      }
    },
  };
}

async function printed(
  flags: Record<string, unknown>,
  isTerminal: boolean,
  environment: Context["environment"] = {},
  waitMs = 200,
): Promise<string> {
  const parts: string[] = [];
  const output = { isTerminal, columns: 70, write: async (text: string) => void parts.push(text) };
  const settings = readSettings(flags, {});
  const listen = async () => new AbortController().signal;
  const context: Context = { args: [], environment, settings, listen, stdout: output, stderr: output };
  const clock = stillClock();
  const log = new RunLog(context, "import", clock);
  log.report({ kind: "archive", path: "a.zip", read: 5, bytes: 1, total: 4 });
  clock.wait(waitMs);
  log.report({ kind: "downloaded", unit: "ill/text", outcome: "already here" });
  log.report({ kind: "imported", report: REPORT });
  log.report({ kind: "imported", report: { ...REPORT, status: "failed", error: "Cannot read it: cut" } });
  await log.finish();
  clock.wait(60_000);
  return parts.join("");
}

const DONE = "ill/text (a␛.zip): imported, 0 read: 0 added, 0 changed, 0 unchanged, 0 removed, 0 rejected\n";
const FAULT = "caselaw: a␛.zip: Cannot read it: cut\n";

const ARCHIVE_BAR = "a.zip                [###---------]  25% 5 cases";
const TOTAL_BAR = "total                [            ]      5 cases read, 5 cases/s";

test("RunLog draws bars on a terminal, and takes them away for each line", async () => {
  const bars = `${ARCHIVE_BAR}\n${TOTAL_BAR}`;
  expect(await printed({}, true)).toBe(`${bars}\r\u001b[2K\u001b[1A\r\u001b[2K${DONE}${FAULT}`);
});

test.each([
  ["no terminal", false, {}],
  ["a terminal without cursor", true, { TERM: "dumb" }],
] as const)("RunLog prints on %s a line every 30 seconds", async (_name, isTerminal, environment) => {
  expect(await printed({}, isTerminal, environment, 29_900)).toBe(DONE + FAULT);
  const line = (perSecond: number): string => `progress: 5 cases read, ${perSecond} cases/s\n`;
  expect(await printed({}, isTerminal, environment, 60_000)).toBe(line(0) + line(0) + DONE + FAULT);
});

test("RunLog prints progress as JSON every 30 seconds, on a terminal too", async () => {
  const lines = (await printed({ logFormat: "json" }, true, {}, 30_000)).trimEnd().split("\n");
  const { time, ...event } = JSON.parse(lines[0] ?? "");
  expect(event).toEqual({
    event: "progress",
    units_done: null,
    units: null,
    bytes_downloaded: 0,
    archives_done: 0,
    archives: null,
    cases_read: 5,
    seconds: 30,
    seconds_left: null,
  });
  expect(new Date(time).toISOString()).toBe(time);
  expect(lines).toHaveLength(4);
});

test("RunLog leaves what went wrong when it is to be quiet", async () => {
  expect(await printed({ quiet: true }, true)).toBe(FAULT);
  expect(await printed({ quiet: true }, false, {}, 60_000)).toBe(FAULT);
});

test("RunLog prints one JSON object a line, keys in snake_case", async () => {
  const lines = (await printed({ logFormat: "json" }, false)).trimEnd().split("\n");
  const events = lines.map((line) => JSON.parse(line));
  expect(events.map(({ event }) => event)).toEqual(["downloaded", "imported", "imported"]);
  expect(events[1]).toMatchObject({ path: "a\u001b.zip", hash_differences: 0 });
});

test.each([
  [{ units: 8, bytes: 0, unknown: 8 }, "8 units of unknown size"],
  [{ units: 1, bytes: 0, unknown: 1 }, "1 unit of unknown size"],
  [{ units: 3, bytes: 1500, unknown: 2 }, "3 units, 1.5 kB and 2 of unknown size"],
  [{ units: 2, bytes: 999, unknown: 0 }, "2 units, 999 bytes"],
  [{ units: 0, bytes: 0, unknown: 0 }, "nothing"],
])("planLine of %j says %j", (plan, said) => {
  expect(planLine({ kind: "plan", free: 2_000_000, ...plan })).toBe(`to download: ${said}; 2.0 MB free`);
});

test.each([
  ["bulk", "ill/text", "ill/text (Illinois-20190416-text.zip)"],
  ["static", "32044000000001", `32044000000001 (${join("bulk", "Illinois-20190416-text.zip")})`],
  ["files", "/data/bulk/x.jsonl", "/data/bulk/Illinois-20190416-text.zip"],
])("archiveLine names an archive of source %s by its unit and file", (source, unit, name) => {
  const report: ArchiveReport = {
    ...NO_COUNTS,
    path: "/data/bulk/Illinois-20190416-text.zip",
    source,
    unit,
    status: "unchanged",
    error: null,
    problems: [],
    rejects: null,
    bytes: 1,
    seconds: 1,
  };
  expect(archiveLine(report, "import")).toBe(`${name}: unchanged`);
});
