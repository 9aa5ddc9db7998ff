/** The lines that tell of a run: its plan, each archive, its faults, its sum. */
import type { ArchiveReport, ArchiveStatus, RunReport } from "../pipeline/report.ts";
import type { ProgressEvent } from "../pipeline/run.ts";

export type PlanEvent = Extract<ProgressEvent, { kind: "plan" }>;

/** Problems of one archive that are told; all of them stand in the report. */
const MAX_PROBLEMS = 5;
const STATUSES: readonly ArchiveStatus[] = ["imported", "unchanged", "superseded", "incomplete", "failed"];

export function planLine({ units, bytes, unknown, free }: PlanEvent): string {
  const untold = unknown === 0 ? "" : ` and ${unknown} of unknown size`;
  return `to fetch: ${counted(units, "unit")}, ${inBytes(bytes)}${untold}; ${inBytes(free)} free`;
}

export function archiveLine({ path, status, ...counts }: ArchiveReport): string {
  return status === "unchanged" || status === "superseded"
    ? `${path}: ${status}`
    : `${path}: ${status}, ${countsLine(counts)}`;
}

/** What went wrong with an archive; none for most. */
export function faultLines({ path, error, rejected, rejects, status, problems }: ArchiveReport): string[] {
  const failure = error === null ? [] : [error.includes(path) ? error : `${path}: ${error}`];
  const refused =
    rejected === 0 || status === "unchanged"
      ? []
      : [`${path}: ${counted(rejected, "record")} rejected${rejects === null ? "" : `, see ${rejects}`}`];
  const left = problems.length - MAX_PROBLEMS;
  const known = problems.slice(0, MAX_PROBLEMS).map((problem) => `${path}: ${problem}`);
  const others = left > 0 ? [`${path}: ${counted(left, "more problem")}, see --report`] : [];
  return [...failure, ...refused, ...known, ...others];
}

/**
 * The sum of a run, a few lines.
 *
 * @param fetched how many units ended each way; empty for a run without downloads
 */
export function summaryLines({ archives, total }: RunReport, fetched: ReadonlyMap<string, number>): string[] {
  const units = [...fetched].map(([outcome, number]) => `${number} ${outcome}`);
  const statuses = STATUSES.map((status) => ({
    status,
    number: archives.filter((archive) => archive.status === status).length,
  }));
  const counts = statuses
    .filter(({ number }) => number > 0)
    .map(({ status, number }) => `${number} ${status}`);
  const lines = units.length === 0 ? [] : [`Units: ${units.join(", ")}`];
  if (archives.length === 0) return lines;
  return [
    ...lines,
    `Archives: ${counts.join(", ")}`,
    `Cases: ${countsLine(total)}`,
    ...(total.hashDifferences === 0 ? [] : [`Cases that differ from their hash: ${total.hashDifferences}`]),
    `${inBytes(total.bytes)} in ${total.seconds.toFixed(1)} s`,
  ];
}

export function inBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`;
}

function countsLine(counts: Omit<RunReport["total"], "archives" | "failed" | "bytes" | "seconds">): string {
  const { read, added, changed, unchanged, removed, rejected } = counts;
  return `${read} read: ${added} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed, ${rejected} rejected`;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
