/** Lines about a run: its plan, each archive, its faults, its totals. */
import { basename, dirname, join } from "node:path";
import type { ArchiveReport, ArchiveStatus, RunReport } from "../../import/report.ts";
import type { ProgressEvent, RunOptions } from "../../import/run.ts";

export type PlanEvent = Extract<ProgressEvent, { kind: "plan" }>;

/** A dry run reports what it would do. */
type RunMode = RunOptions["mode"];

/** Problems of one archive that are printed; the report has all. */
const MAX_PROBLEMS = 5;
const STATUSES: readonly ArchiveStatus[] = ["imported", "unchanged", "superseded", "incomplete", "failed"];

export function planLine({ units, bytes, unknown, free }: Omit<PlanEvent, "listed">): string {
  return `to download: ${sizeOf(units, bytes, unknown)}; ${inBytes(free)} free`;
}

/** `8 units of unknown size`, `8 units, 1.5 MB`, `8 units, 1.5 MB and 2 of unknown size`. */
function sizeOf(units: number, bytes: number, unknown: number): string {
  if (units === 0) return "nothing";
  if (unknown === units) return `${counted(units, "unit")} of unknown size`;
  const rest = unknown === 0 ? "" : ` and ${unknown} of unknown size`;
  return `${counted(units, "unit")}, ${inBytes(bytes)}${rest}`;
}

export function archiveLine(report: ArchiveReport, mode: RunMode): string {
  const { status } = report;
  const outcome = status === "imported" && mode === "dry run" ? "would import" : status;
  return status === "unchanged" || status === "superseded"
    ? `${archiveName(report)}: ${outcome}`
    : `${archiveName(report)}: ${outcome}, ${countsLine(report)}`;
}

/** Unit and file name, for a volume with its folder; the path of an archive without a unit. */
function archiveName({ path, source, unit }: ArchiveReport): string {
  if (unit === null || unit === path || (source !== "bulk" && source !== "static")) return path;
  const name = source === "bulk" ? basename(path) : join(basename(dirname(path)), basename(path));
  return `${unit} (${name})`;
}

/** A line for each fault of an archive; most archives have none. */
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
 * The totals of a run, a few lines.
 *
 * @param downloads the number of units by outcome; empty for a run without downloads
 */
export function summaryLines(
  { archives, total }: RunReport,
  downloads: ReadonlyMap<string, number>,
  mode: RunMode,
): string[] {
  const units = [...downloads].map(([outcome, number]) => `${number} ${outcome}`);
  const statuses = STATUSES.map((status) => ({
    status,
    number: archives.filter((archive) => archive.status === status).length,
  }));
  const counts = statuses
    .filter(({ number }) => number > 0)
    .map(({ status, number }) =>
      status === "imported" && mode === "dry run" ? `${number} to import` : `${number} ${status}`,
    );
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

/** `1 record`, `2 records`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
