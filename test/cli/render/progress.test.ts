import { expect, test } from "vitest";
import { barLines, Progress, totalsLine } from "../../../src/cli/render/progress.ts";
import type { UnitOutcome } from "../../../src/domain/bulk-file.ts";
import { type ArchiveReport, NO_COUNTS } from "../../../src/import/report.ts";
import type { ProgressEvent } from "../../../src/import/run.ts";

const MB = 1_000_000;
const PLAN: ProgressEvent = { kind: "plan", listed: 100, units: 4, bytes: 0, unknown: 4, free: 1 };

function report(path: string, bytes: number, read: number): ProgressEvent {
  const archive: ArchiveReport = {
    ...NO_COUNTS,
    read,
    path,
    source: "static",
    unit: "a2d/1",
    status: "imported",
    error: null,
    problems: [],
    rejects: null,
    bytes,
    seconds: 1,
  };
  return { kind: "imported", report: archive };
}

/** Events with the second at which they come. */
function after(events: readonly (readonly [number, ProgressEvent])[]): Progress {
  const progress = new Progress(0);
  for (const [second, event] of events) progress.note(event, second * 1000);
  return progress;
}

test("Progress has rate and time left of a download, also of one that goes on from before", () => {
  const download = (unit: string, bytes: number): ProgressEvent => ({
    kind: "download",
    unit,
    bytes,
    total: 10 * MB,
  });
  const progress = after([
    [0, PLAN],
    [0, download("a2d/1", 0)],
    [0, download("a2d/2", 6 * MB)],
    [4, download("a2d/1", 4 * MB)],
    [4, download("a2d/2", 8 * MB)],
  ]);
  expect(progress.tasks(4000)).toEqual([
    { name: "a2d/1", bytes: 4 * MB, total: 10 * MB, read: null, rate: MB, secondsLeft: 6 },
    { name: "a2d/2", bytes: 8 * MB, total: 10 * MB, read: null, rate: MB / 2, secondsLeft: 4 },
  ]);
  expect(progress.totals(4000).bytesDownloaded).toBe(6 * MB);
});

test("Progress has the time left of an import by bytes, that of a sync by units still to be looked at", () => {
  const importing = after([
    [0, { kind: "found", archives: 2, bytes: 10 * MB }],
    [5, report("a.zip", 4 * MB, 100)],
    [10, { kind: "archive", path: "x/b.zip", read: 50, bytes: MB, total: 6 * MB }],
  ]);
  expect(importing.totals(10_000)).toMatchObject({ fraction: 0.5, secondsLeft: 10, casesRead: 150 });
  const downloaded = (outcome: UnitOutcome): ProgressEvent => ({
    kind: "downloaded",
    unit: "a2d/1",
    outcome,
  });
  const syncing = after([
    [0, PLAN],
    ...Array.from({ length: 96 }, () => [1, downloaded("already here")] as const),
    [10, downloaded("downloaded")],
  ]);
  expect(syncing.totals(10_000)).toMatchObject({
    units: { done: 1, planned: 4 },
    fraction: 0.25,
    secondsLeft: 30,
  });
});

test("Progress of which nothing is known has no time left", () => {
  const progress = after([[1, { kind: "archive", path: "a.zip", read: 5, bytes: null, total: 9 }]]);
  expect(progress.totals(2000)).toMatchObject({ fraction: null, secondsLeft: null, casesRead: 5 });
  expect(totalsLine(new Progress(0).totals(90_000))).toBe("progress: 1:30 so far");
});

test("barLines draws a bar for each work and the sum, cut to the width; totalsLine the sum alone", () => {
  const progress = after([
    [0, { kind: "found", archives: 2, bytes: 10 * MB }],
    [0, { kind: "archive", path: "x/b\u001b.zip", read: 0, bytes: 0, total: 5 * MB }],
    [10, { kind: "archive", path: "x/b\u001b.zip", read: 500, bytes: 2.5 * MB, total: 5 * MB }],
  ]);
  const sum = progress.totals(10_000);
  expect(barLines(progress.tasks(10_000), sum, 79)).toEqual([
    "b␛.zip               [######------]  50% 0:10 left, 500 cases, 50 cases/s",
    "total                [###---------]  25% 0:30 left, 0 of 2 archives, 500 cases…",
  ]);
  expect(totalsLine(sum)).toBe("progress: 25%, 0:30 left, 0 of 2 archives, 500 cases read, 50 cases/s");
});

test("barLines gives at most eight works a line of their own", () => {
  const progress = after(
    Array.from({ length: 64 }, (_, at) => [
      0,
      { kind: "download", unit: `a2d/${at}`, bytes: 1, total: null },
    ]),
  );
  const lines = barLines(progress.tasks(0), progress.totals(0), 80);
  expect(lines).toHaveLength(10);
  expect(lines[8]).toBe("and 56 more");
});
