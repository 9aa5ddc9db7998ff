/**
 * The log of a run on stderr: a line for each finished archive; on a terminal, bars for current downloads and archives;
 * elsewhere, a line with the progress every 30 seconds.
 *
 * With `--log-format json` each event is a JSON object on a line. All have `time` (ISO 8601) and `event`; the other keys
 * by event:
 *
 * - `plan`: `listed`, `units` (to download), `bytes` and `unknown` (units of unknown size), `free` (bytes), `files` (`path`, `bytes`) whose
 *   size is listed
 * - `downloaded`: `unit`, `outcome` (`downloaded`, `already here`, `already imported`, `missing`, `failed`)
 * - `imported`: the archive's part of the report (docs/operations.md, "The report file")
 * - `progress`, every 30 seconds: `units_done`, `units`, `bytes_downloaded`, `archives_done`, `archives`, `cases_read`,
 *   `seconds`, `seconds_left`; null where unknown
 * - `note`: `message`
 * - `warning`: `message`; a problem that does not change the exit code
 * - `fault`: `message`; a problem that makes the exit code 3
 * - `summary`: the report's `total`
 * - `error`: `message`, `hint`; it ended the run (messages)
 *
 * With `--quiet` only problems are printed.
 */

import { basename, dirname, join } from "node:path";
import { isHere } from "../../domain/bulk-file.ts";
import type { ArchiveReport, ArchiveStatus, RunReport } from "../../import/report.ts";
import type { ProgressEvent, RunOptions } from "../../import/run.ts";
import { inSnakeCase } from "../settings/outputs.ts";
import { counted, escapeLine, inBytes } from "../terminal-text.ts";
import { LiveLines, type Shown } from "./live-lines.ts";
import { eventLine } from "./messages.ts";
import { type PlanEvent, Progress } from "./progress.ts";

export class RunLog extends LiveLines {
  readonly #mode: RunOptions["mode"];
  readonly #progress = new Progress();

  constructor(context: LiveLines["context"], mode: RunOptions["mode"]) {
    super(context);
    this.#mode = mode;
  }

  protected override shown(seconds: number): Shown {
    return this.#progress.shown(seconds, this.context.stderr.columns - 1);
  }

  report(event: ProgressEvent): void {
    const { logFormat, quiet } = this.context.settings;
    this.#progress.note(event);
    if (event.kind === "archive" || event.kind === "download" || event.kind === "found") return;
    if (logFormat === "json") {
      // the keys of an archive's report are next to the kind, not below it
      const { kind, ...fields } = event.kind === "imported" ? { kind: event.kind, ...event.report } : event;
      if (!quiet || faultsOf(event).length > 0) this.reportJson(kind, fields);
    } else {
      for (const line of quiet ? faultsOf(event) : linesOf(event, this.#mode)) this.print(line);
    }
  }

  reportJson(event: string, fields: object): void {
    void this.context.stderr.write(eventLine(event, inSnakeCase(fields)));
  }

  /** A line in the requested format; printed also with `--quiet`. */
  reportFault(message: string): void {
    if (this.context.settings.logFormat === "json") this.reportJson("fault", { message });
    else this.print(`caselaw: ${escapeLine(message)}`);
  }

  /** The totals of a run, a few lines; of a dry run also its plan. */
  summary({ archives, total }: RunReport): string {
    const { plan, outcomes } = this.#progress;
    const isDry = this.#mode === "dry run";
    const units = [...outcomes].map(([outcome, number]) => `${number} ${outcome}`);
    const counts = STATUSES.flatMap((status) => {
      const { length } = archives.filter((archive) => archive.status === status);
      return length === 0 ? [] : [`${length} ${status === "imported" && isDry ? "to import" : status}`];
    });
    const lines = [
      ...(isDry ? ["Dry run: nothing was written"] : []),
      ...(isDry && plan !== null ? planLines(plan) : []),
      ...(units.length === 0 ? [] : [`Units: ${units.join(", ")}`]),
    ];
    if (archives.length > 0) {
      lines.push(`Archives: ${counts.join(", ")}`, `Cases: ${countsLine(total)}`);
      if (total.hashDifferences > 0)
        lines.push(`Cases that differ from their hash: ${total.hashDifferences}`);
      lines.push(`${inBytes(total.bytes)} in ${total.seconds.toFixed(1)} s`);
    }
    return `${lines.length === 0 ? "Nothing to do" : lines.join("\n")}\n`;
  }
}

/** @param mode a dry run reports what it would do */
function linesOf(event: ProgressEvent, mode: RunOptions["mode"]): string[] {
  switch (event.kind) {
    case "imported": {
      const line = event.report.status === "failed" ? [] : [escapeLine(archiveLine(event.report, mode))];
      return [...line, ...faultsOf(event)];
    }
    case "downloaded":
      return isHere(event.outcome) ? [] : [escapeLine(`${event.unit}: ${event.outcome}`)];
    case "plan":
      return planLines(event).map(escapeLine);
    case "note":
      return [escapeLine(event.message)];
    default:
      return faultsOf(event);
  }
}

function faultsOf(event: ProgressEvent): string[] {
  const faults =
    event.kind === "warning" ? [event.message] : event.kind === "imported" ? faultLines(event.report) : [];
  return faults.map((fault) => `caselaw: ${escapeLine(fault)}`);
}

/** Problems of one archive that are printed; the report has all. */
const MAX_PROBLEMS = 5;
const STATUSES: readonly ArchiveStatus[] = ["imported", "unchanged", "superseded", "incomplete", "failed"];

/** The sum, and each file whose size is listed. */
function planLines(plan: PlanEvent): string[] {
  return [planLine(plan), ...(plan.files ?? []).map(({ path, bytes }) => `  ${path}: ${inBytes(bytes)}`)];
}

export function planLine({ units, bytes, unknown, free }: Omit<PlanEvent, "listed" | "files">): string {
  return `to download: ${sizeOf(units, bytes, unknown)}; ${inBytes(free)} free`;
}

/** `8 units of unknown size`, `8 units, 1.5 MB`, `8 units, 1.5 MB and 2 of unknown size`. */
function sizeOf(units: number, bytes: number, unknown: number): string {
  if (units === 0) return "nothing";
  if (unknown === units) return `${counted(units, "unit")} of unknown size`;
  const rest = unknown === 0 ? "" : ` and ${unknown} of unknown size`;
  return `${counted(units, "unit")}, ${inBytes(bytes)}${rest}`;
}

export function archiveLine(report: ArchiveReport, mode: RunOptions["mode"]): string {
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

function faultLines({ path, error, rejected, rejects, status, problems }: ArchiveReport): string[] {
  const failure = error === null ? [] : [error.includes(path) ? error : `${path}: ${error}`];
  const refused =
    rejected === 0 || status === "unchanged"
      ? []
      : [`${path}: ${counted(rejected, "record")} rejected${rejects === null ? "" : `, see ${rejects}`}`];
  const left = problems.length - MAX_PROBLEMS;
  const known = problems.slice(0, MAX_PROBLEMS).map((problem) => `${path}: ${problem}`);
  const more = left > 0 ? [`${path}: ${counted(left, "more problem")}, see --report`] : [];
  return [...failure, ...refused, ...known, ...more];
}

function countsLine(counts: Omit<RunReport["total"], "archives" | "failed" | "bytes" | "seconds">): string {
  const { read, added, changed, unchanged, removed, rejected } = counts;
  return `${read} read: ${added} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed, ${rejected} rejected`;
}
