/**
 * The log of a run on stderr: a line for each finished archive; on a terminal, bars for current downloads and archives;
 * elsewhere, a line with the progress every 30 seconds.
 *
 * With `--log-format json` each event is a JSON object on a line. All have `time` (ISO 8601) and `event`; the other keys
 * by event:
 *
 * - `plan`: `listed`, `units` (to download), `bytes` and `unknown` (units of unknown size), `free` (bytes)
 * - `downloaded`: `unit`, `outcome` (`downloaded`, `already here`, `already imported`, `missing`, `failed`)
 * - `imported`: the archive's part of the report (report-schema)
 * - `progress`, every 30 seconds: `units_done`, `units`, `bytes_downloaded`, `archives_done`, `archives`, `cases_read`,
 *   `seconds`, `seconds_left`; null where unknown
 * - `note`: `message`
 * - `warning`: `message`; a problem that does not change the exit code
 * - `fault`: `message`; a problem that makes the exit code 3
 * - `summary`: the report's `total`
 * - `error`: `message`, `hint`; it ended the run (print-error)
 *
 * With `--quiet` only problems are printed.
 */

import { isHere } from "../../domain/bulk-file.ts";
import { isJsonObject } from "../../domain/json.ts";
import type { ArchiveReport } from "../../import/report.ts";
import type { ProgressEvent, RunOptions } from "../../import/run.ts";
import { CLOCK, type Clock } from "../clock.ts";
import type { Context } from "../context.ts";
import { escapeLine } from "../escape-for-terminal.ts";
import { inSnakeCase } from "../settings/report-file.ts";
import { Progress, type Totals } from "./progress.ts";
import { barLines, totalsLine } from "./progress-lines.ts";
import { archiveLine, faultLines, planLine } from "./run-lines.ts";

/** Clear a line; go to the line above. Written to terminals only. */
const CLEAR_LINE = "\r\u001b[2K";
const LINE_UP = "\u001b[1A";
/** Often enough for bars that move. */
const DRAW_MS = 200;
const LOG_MS = 30_000;

export class RunLog {
  readonly #context: Context;
  readonly #mode: RunOptions["mode"];
  readonly #clock: Clock;
  readonly #progress: Progress;
  readonly #ticking: Disposable | null;
  /** Lines of the terminal that the bars occupy. */
  #drawn = 0;

  constructor(context: Context, mode: RunOptions["mode"], clock: Clock = CLOCK) {
    const { settings, stderr, environment } = context;
    this.#context = context;
    this.#mode = mode;
    this.#clock = clock;
    this.#progress = new Progress(clock.now());
    const hasBars = stderr.isTerminal && environment.TERM !== "dumb" && settings.logFormat === "text";
    if (settings.quiet) this.#ticking = null;
    else if (hasBars) this.#ticking = clock.every(DRAW_MS, () => this.#draw());
    else this.#ticking = clock.every(LOG_MS, () => this.#logProgress());
  }

  report(event: ProgressEvent): void {
    const { logFormat, quiet } = this.#context.settings;
    this.#progress.note(event, this.#clock.now());
    if (event.kind === "archive" || event.kind === "download" || event.kind === "found") return;
    if (logFormat === "json") {
      if (!quiet || faultsOf(event).length > 0) this.reportJson(flat(event));
    } else {
      for (const line of quiet ? faultsOf(event) : linesOf(event, this.#mode)) this.#print(line);
    }
  }

  /** One line of JSON: the kind as `event`, the other keys in snake_case. */
  reportJson({ kind, ...event }: { readonly kind: string; readonly message?: string }): void {
    const fields = inSnakeCase(event);
    const line = { time: new Date().toISOString(), event: kind, ...(isJsonObject(fields) ? fields : {}) };
    void this.#context.stderr.write(`${JSON.stringify(line)}\n`);
  }

  /** A line in the requested format; printed also with `--quiet`. */
  reportFault(message: string): void {
    if (this.#context.settings.logFormat === "json") this.reportJson({ kind: "fault", message });
    else this.#print(`caselaw: ${escapeLine(message)}`);
  }

  /** Removes the bars; resolves when all lines so far are written. */
  async finish(): Promise<void> {
    this.#ticking?.[Symbol.dispose]();
    await this.#context.stderr.write(this.#cleared());
  }

  #print(line: string): void {
    void this.#context.stderr.write(`${this.#cleared()}${line}\n`);
  }

  /** The control sequence that removes the bars from the terminal. */
  #cleared(): string {
    if (this.#drawn === 0) return "";
    const above = this.#drawn - 1;
    this.#drawn = 0;
    return CLEAR_LINE + (LINE_UP + CLEAR_LINE).repeat(above);
  }

  #draw(): void {
    const { stderr } = this.#context;
    const now = this.#clock.now();
    const lines = barLines(this.#progress.tasks(now), this.#progress.totals(now), stderr.columns - 1);
    const text = this.#cleared() + lines.join("\n");
    this.#drawn = lines.length;
    void stderr.write(text);
  }

  #logProgress(): void {
    const totals = this.#progress.totals(this.#clock.now());
    if (this.#context.settings.logFormat === "json")
      this.reportJson({ kind: "progress", ...figuresOf(totals) });
    else this.#print(totalsLine(totals));
  }
}

function figuresOf({ units, bytesDownloaded, archives, casesRead, seconds, secondsLeft }: Totals): object {
  return {
    unitsDone: units?.done ?? null,
    units: units?.planned ?? null,
    bytesDownloaded,
    archivesDone: archives.done,
    archives: archives.found,
    casesRead,
    seconds: Math.round(seconds),
    secondsLeft: secondsLeft === null ? null : Math.round(secondsLeft),
  };
}

/** The event as JSON has it: the keys of an archive's report next to the kind, not below it. */
function flat(event: ProgressEvent): { readonly kind: string } {
  return event.kind === "imported" ? { kind: event.kind, ...event.report } : event;
}

function linesOf(event: ProgressEvent, mode: RunOptions["mode"]): string[] {
  switch (event.kind) {
    case "archive":
    case "download":
    case "found":
      return [];
    case "imported":
      return importedLines(event.report, mode);
    case "downloaded":
      return isHere(event.outcome) ? [] : [escapeLine(`${event.unit}: ${event.outcome}`)];
    case "plan":
      return [planLine(event)];
    case "note":
      return [escapeLine(event.message)];
    case "warning":
      return [`caselaw: ${escapeLine(event.message)}`];
  }
}

function importedLines(report: ArchiveReport, mode: RunOptions["mode"]): string[] {
  const line = report.status === "failed" ? [] : [escapeLine(archiveLine(report, mode))];
  return [...line, ...faultLines(report).map((fault) => `caselaw: ${escapeLine(fault)}`)];
}

function faultsOf(event: ProgressEvent): string[] {
  if (event.kind === "warning") return linesOf(event, "import");
  if (event.kind !== "imported") return [];
  return faultLines(event.report).map((fault) => `caselaw: ${escapeLine(fault)}`);
}
