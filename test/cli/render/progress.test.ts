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

function after(...events: readonly ProgressEvent[]): Progress {
  const progress = new Progress(0);
  for (const event of events) progress.note(event);
  return progress;
}

test("Progress has the bytes of each download, also of one that goes on from before", () => {
  const download = (unit: string, bytes: number): ProgressEvent => ({
    kind: "download",
    unit,
    bytes,
    total: 10 * MB,
  });
  const progress = after(
    PLAN,
    download("a2d/1", 0),
    download("a2d/2", 6 * MB),
    download("a2d/1", 4 * MB),
    download("a2d/2", 8 * MB),
  );
  expect(progress.tasks()).toMatchObject([
    { name: "a2d/1", bytes: 4 * MB, total: 10 * MB, read: null },
    { name: "a2d/2", bytes: 8 * MB, total: 10 * MB, read: null },
  ]);
  expect(progress.totals(4000).bytesDownloaded).toBe(6 * MB);
});

test("Progress has the time left of an import by bytes, that of a sync by units still to be looked at", () => {
  const importing = after({ kind: "found", archives: 2, bytes: 10 * MB }, report("a.zip", 4 * MB, 100), {
    kind: "archive",
    path: "x/b.zip",
    read: 50,
    bytes: MB,
    total: 6 * MB,
  });
  expect(importing.totals(10_000)).toMatchObject({ fraction: 0.5, secondsLeft: 10, casesRead: 150 });
  const downloaded = (outcome: UnitOutcome): ProgressEvent => ({
    kind: "downloaded",
    unit: "a2d/1",
    outcome,
  });
  const syncing = after(
    PLAN,
    ...Array.from({ length: 96 }, () => downloaded("already here")),
    downloaded("downloaded"),
  );
  expect(syncing.totals(10_000)).toMatchObject({
    units: { done: 1, planned: 4 },
    fraction: 0.25,
    secondsLeft: 30,
  });
});

test("Progress of which nothing is known has no time left", () => {
  const progress = after({ kind: "archive", path: "a.zip", read: 5, bytes: 0, total: 9 });
  expect(progress.totals(2000)).toMatchObject({ fraction: null, secondsLeft: null, casesRead: 5 });
  expect(totalsLine(new Progress(0).totals(90_000))).toBe("progress: 1:30 so far");
});

test("barLines draws a bar for each work and the sum, cut to the width; totalsLine the sum alone", () => {
  const progress = after(
    { kind: "found", archives: 2, bytes: 10 * MB },
    { kind: "archive", path: "x/b\u001b.zip", read: 0, bytes: 0, total: 5 * MB },
    { kind: "archive", path: "x/b\u001b.zip", read: 500, bytes: 2.5 * MB, total: 5 * MB },
  );
  const sum = progress.totals(10_000);
  expect(barLines(progress.tasks(), sum, 79)).toEqual([
    "b␛.zip               [######------]  50% 500 cases",
    "total                [###---------]  25% 0:30 left, 0 of 2 archives, 500 cases…",
  ]);
  expect(totalsLine(sum)).toBe("progress: 25%, 0:30 left, 0 of 2 archives, 500 cases read, 50 cases/s");
});

test("barLines gives at most eight works a line of their own", () => {
  const downloads = Array.from({ length: 64 }, (_, at): ProgressEvent => {
    return { kind: "download", unit: `a2d/${at}`, bytes: 1, total: null };
  });
  const progress = after(...downloads);
  const lines = barLines(progress.tasks(), progress.totals(0), 80);
  expect(lines).toHaveLength(10);
  expect(lines[8]).toBe("and 56 more");
});
