import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ExportProgress } from "../../../src/cli/render/live-lines.ts";
import { Progress } from "../../../src/cli/render/progress.ts";
import { archiveLine, planLine, RunLog } from "../../../src/cli/render/run-log.ts";
import { readSettings } from "../../../src/cli/settings/settings.ts";
import { type ArchiveReport, NO_COUNTS } from "../../../src/import/report.ts";
import type { ProgressEvent } from "../../../src/import/run.ts";
import { jsonLines } from "../../support/json-lines.ts";

const MB = 1_000_000;
const PLAN: ProgressEvent = { kind: "plan", listed: 100, units: 4, bytes: 0, unknown: 4, free: 1 };
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

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Where a run prints, and what it printed. */
function place(flags: Record<string, unknown>, isTerminal: boolean, environment = {}) {
  const parts: string[] = [];
  const stderr = { isTerminal, columns: 70, write: async (text: string) => void parts.push(text) };
  const context = { environment, settings: readSettings(flags, {}), stderr };
  return { context, printed: () => parts.join("") };
}

async function printed(
  flags: Record<string, unknown>,
  isTerminal: boolean,
  environment = {},
  waitMs = 200,
): Promise<string> {
  const { context, printed } = place(flags, isTerminal, environment);
  const log = new RunLog(context, "import");
  log.report({ kind: "archive", path: "a.zip", read: 5, bytes: 1, total: 4 });
  vi.advanceTimersByTime(waitMs);
  log.report({ kind: "downloaded", unit: "ill/text", outcome: "already here" });
  log.report({ kind: "imported", report: REPORT });
  log.report({ kind: "imported", report: { ...REPORT, status: "failed", error: "Cannot read it: cut" } });
  await log.finish();
  vi.advanceTimersByTime(60_000);
  return printed();
}

const DONE = "ill/text (a␛.zip): imported, 0 read: 0 added, 0 changed, 0 unchanged, 0 removed, 0 rejected\n";
const FAULT = "caselaw: a␛.zip: Cannot read it: cut\n";

test("RunLog draws bars on a terminal, and takes them away for each line", async () => {
  const bars = `a.zip                [###---------]  25% 5 cases
total                [            ]      5 cases read, 5 cases/s`;
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

test("RunLog prints one JSON object a line, its keys in snake_case, every 30 seconds the progress", async () => {
  const [progress, ...events] = jsonLines(await printed({ logFormat: "json" }, true, {}, 30_000));
  const { time, ...totals } = progress;
  expect(new Date(time).toISOString()).toBe(time);
  expect(totals).toEqual({
    ...{ event: "progress", units_done: null, units: null, bytes_downloaded: 0, archives_done: 0 },
    ...{ archives: null, cases_read: 5, seconds: 30, seconds_left: null },
  });
  expect(events.map(({ event }) => event)).toEqual(["downloaded", "imported", "imported"]);
  expect(events[1]).toMatchObject({ path: "a\u001b.zip", hash_differences: 0 });
});

test("RunLog leaves what went wrong when it is to be quiet", async () => {
  expect(await printed({ quiet: true }, false, {}, 60_000)).toBe(FAULT);
});

/** The progress after some seconds. */
function after(seconds: number, ...events: readonly ProgressEvent[]): ReturnType<Progress["shown"]> {
  const progress = new Progress();
  for (const event of events) progress.note(event);
  return progress.shown(seconds, 79);
}

test("Progress has the bytes of each download, also of one that goes on from before", () => {
  const download = (unit: string, bytes: number): ProgressEvent => {
    return { kind: "download", unit, bytes, total: 10 * MB };
  };
  const numbers = [download("a2d/1", 0), download("a2d/2", 6 * MB), download("a2d/1", 4 * MB)];
  const { drawn, json } = after(4, PLAN, ...numbers, download("a2d/2", 8 * MB));
  expect(drawn).toEqual([
    "a2d/1                [####--------]  40% 4.0 MB of 10.0 MB",
    "a2d/2                [#########---]  80% 8.0 MB of 10.0 MB",
    "total                [###---------]  30% 0:10 left, 0 of 4 units, 6.0 MB downl…",
  ]);
  expect(json).toMatchObject({ bytes_downloaded: 6 * MB });
});

test("Progress has the time left of an import by bytes, that of a sync by units still to be looked at", () => {
  const importing = after(
    10,
    { kind: "found", archives: 2, bytes: 10 * MB },
    { kind: "imported", report: { ...REPORT, bytes: 4 * MB, read: 100 } },
    { kind: "archive", path: "x/b\u001b.zip", read: 0, bytes: 0, total: 6 * MB },
    { kind: "archive", path: "x/b\u001b.zip", read: 50, bytes: MB, total: 6 * MB },
  );
  expect(importing.drawn[0]).toBe("b␛.zip               [##----------]  16% 50 cases");
  const line = "progress: 50%, 0:10 left, 1 of 2 archives, 150 cases read, 15 cases/s";
  expect(importing.line).toBe(line);
  const here = { kind: "downloaded", unit: "a2d/1", outcome: "already here" } as const;
  const others = Array.from({ length: 96 }, () => here);
  const syncing = after(10, PLAN, ...others, { ...here, outcome: "downloaded" });
  expect(syncing.line).toBe("progress: 25%, 0:30 left, 1 of 4 units");
});

test("Progress has the time left of a sync by bytes where the list has them, and a table at a time while a set is read", () => {
  const plan: ProgressEvent = { kind: "plan", listed: 2, units: 2, bytes: 20 * MB, unknown: 0, free: 1 };
  const download = (bytes: number): ProgressEvent => ({
    kind: "download",
    unit: "opinions",
    bytes,
    total: 18 * MB,
  });
  expect(after(10, plan, download(0), download(5 * MB)).line).toMatch(
    /^progress: 25%, 0:30 left, 0 of 2 units/,
  );
  const table = (path: string): ProgressEvent => ({
    kind: "archive",
    path,
    read: null,
    bytes: MB,
    total: 2 * MB,
  });
  const done = { kind: "downloaded", unit: "opinions", outcome: "downloaded" } as const;
  const tables = [table("/set/courts.csv.bz2"), table("/set/dockets.csv.bz2")];
  const reading = after(10, plan, download(0), download(18 * MB), done, done, ...tables);
  expect(reading.drawn).toEqual([
    "dockets.csv.bz2      [######------]  50% 1.0 MB of 2.0 MB",
    "total                [            ]      2 of 2 units, 18.0 MB downloaded, 1.8…",
  ]);
  const ended: ProgressEvent = { kind: "imported", report: { ...REPORT, path: "/set" } };
  expect(after(10, plan, ...tables, ended).drawn).toHaveLength(1);
});

test("Progress of a sync has the time that the import of what was downloaded takes", () => {
  const progress = new Progress();
  const reading = (bytes: number): ProgressEvent => ({
    ...{ kind: "archive", path: "/ill.zip", read: 1, bytes, total: 10 * MB },
  });
  const plan: ProgressEvent = { kind: "plan", listed: 1, units: 1, bytes: 0, unknown: 1, free: 1 };
  const downloaded = { kind: "downloaded", unit: "ill/text", outcome: "downloaded" } as const;
  for (const event of [plan, downloaded, reading(0)]) progress.note(event);
  expect(progress.shown(60, 79).line).toBe("progress: 1 of 1 units, 1 cases read, 0 cases/s");
  progress.note(reading(2 * MB));
  expect(progress.shown(70, 79).line).toMatch(/^progress: 63%, 0:40 left, 1 of 1 units/);
});

test("Progress of which nothing is known has no time left", () => {
  expect(after(90).line).toBe("progress: 1:30 so far");
  expect(after(3600).line).toBe("progress: 1:00:00 so far");
});

test("Progress gives at most eight works a line of their own", () => {
  const downloads = Array.from({ length: 64 }, (_, at): ProgressEvent => {
    return { kind: "download", unit: `a2d/${at}`, bytes: 1, total: null };
  });
  const { drawn } = after(0, ...downloads);
  expect(drawn).toHaveLength(10);
  expect(drawn[8]).toBe("and 56 more");
});

test("ExportProgress draws a line on a terminal, writes lines elsewhere, objects as JSON, nothing when quiet", () => {
  const after = (flags: Record<string, unknown>, isTerminal: boolean): string => {
    const { context, printed } = place(flags, isTerminal);
    using progress = new ExportProgress(context);
    vi.advanceTimersByTime(200);
    progress.note({ cases: 1_200, total: 30_000 });
    vi.advanceTimersByTime(isTerminal && !flags.logFormat ? 200 : 30_000);
    return printed();
  };
  expect(after({}, true)).toBe("1,200 of 30,000 cases, 0 s");
  expect(after({}, false)).toBe("1,200 of 30,000 cases, 30 s\n");
  expect(JSON.parse(after({ logFormat: "json" }, true))).toMatchObject({ cases: 1_200, total: 30_000 });
  expect(after({ quiet: true }, true)).toBe("");
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
  const path = "/data/bulk/Illinois-20190416-text.zip";
  const report: ArchiveReport = { ...REPORT, path, source, unit, status: "unchanged" };
  expect(archiveLine(report, "import")).toBe(`${name}: unchanged`);
});
