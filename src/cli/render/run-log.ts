/**
 * What a run tells on stderr while it goes on: a line for each finished archive; on a terminal bars for what is under way,
 * elsewhere a line every 30 seconds that says how far the run is.
 *
 * With `--log-format json` each event is a JSON object in a line of its own. All have `time` (ISO 8601) and `event`; the
 * other keys by event:
 *
 * - `plan`: `listed`, `units` (to be fetched), `bytes` and `unknown` (units whose size is not told), `free` (bytes)
 * - `downloaded`: `unit`, `outcome` (`downloaded`, `already here`, `already imported`, `missing`, `failed`)
 * - `imported`: the archive's part of the report (report-schema)
 * - `progress`, every 30 seconds: `units_done`, `units`, `bytes_downloaded`, `archives_done`, `archives`, `cases_read`,
 *   `seconds`, `seconds_left`; null where nobody knows
 * - `note`: `message`
 * - `warning`: `message`; something that is not as it should be, and leaves the exit code as it is
 * - `fault`: `message`; something that makes the exit code 3
 * - `summary`: the report's `total`
 * - `error`: `message`, `hint`; the run ended by it (print-error)
 *
 * `--quiet` leaves what went wrong.
 */

import { isHere } from "../../domain/bulk-file.ts";
import type { ArchiveReport } from "../../import/report.ts";
import type { ProgressEvent, RunOptions } from "../../import/run.ts";
import { CLOCK, type Clock } from "../clock.ts";
import type { Context } from "../context.ts";
import { inSnakeCase } from "../settings/report-file.ts";
import { escapeLine } from "./escape-for-terminal.ts";
import { Progress, type Sum } from "./progress.ts";
import { barLines, sumLine } from "./progress-lines.ts";
import { archiveLine, faultLines, planLine } from "./run-lines.ts";

/** Clear a line, and go to the one above: written to terminals only. */
const CLEAR_LINE = "\r\u001b[2K";
const LINE_UP = "\u001b[1A";
/** Bars are drawn anew so often that they move, and no oftener. */
const DRAW_MS = 200;
const TELL_MS = 30_000;

export class RunLog {
  readonly #context: Context;
  readonly #mode: RunOptions["mode"];
  readonly #clock: Clock;
  readonly #progress: Progress;
  readonly #ticking: Disposable | null;
  /** Lines of the terminal that the bars take. */
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
    else this.#ticking = clock.every(TELL_MS, () => this.#tellProgress());
  }

  tell(event: ProgressEvent): void {
    const { logFormat, quiet } = this.#context.settings;
    this.#progress.note(event, this.#clock.now());
    if (event.kind === "archive" || event.kind === "download" || event.kind === "found") return;
    if (logFormat === "json") {
      if (!quiet || faultsOf(event).length > 0) this.tellJson(flat(event));
    } else {
      for (const line of quiet ? faultsOf(event) : linesOf(event, this.#mode)) this.#print(line);
    }
  }

  /** One line of JSON: the kind as `event`, the other keys in snake_case. */
  tellJson({ kind, ...event }: { readonly kind: string }): void {
    const line = Object.assign({ time: new Date().toISOString(), event: kind }, inSnakeCase(event));
    void this.#context.stderr.write(`${JSON.stringify(line)}\n`);
  }

  /** A line of its own, in the form that is asked for; said also when quiet. */
  tellFault(message: string): void {
    if (this.#context.settings.logFormat === "json")
      this.tellJson(Object.assign({ kind: "fault" }, { message }));
    else this.#print(`caselaw: ${escapeLine(message)}`);
  }

  /** Takes the bars away; everything told so far is handed on then. */
  async finish(): Promise<void> {
    this.#ticking?.[Symbol.dispose]();
    await this.#context.stderr.write(this.#cleared());
  }

  #print(line: string): void {
    void this.#context.stderr.write(`${this.#cleared()}${line}\n`);
  }

  /** What takes the bars off the terminal. */
  #cleared(): string {
    if (this.#drawn === 0) return "";
    const above = this.#drawn - 1;
    this.#drawn = 0;
    return CLEAR_LINE + (LINE_UP + CLEAR_LINE).repeat(above);
  }

  #draw(): void {
    const { stderr } = this.#context;
    const now = this.#clock.now();
    const lines = barLines(this.#progress.works(now), this.#progress.sum(now), stderr.columns - 1);
    const text = this.#cleared() + lines.join("\n");
    this.#drawn = lines.length;
    void stderr.write(text);
  }

  #tellProgress(): void {
    const sum = this.#progress.sum(this.#clock.now());
    if (this.#context.settings.logFormat === "json") this.tellJson({ kind: "progress", ...figuresOf(sum) });
    else this.#print(sumLine(sum));
  }
}

function figuresOf({ units, bytesDownloaded, archives, casesRead, seconds, secondsLeft }: Sum): object {
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

/** An archive's report stands beside the kind, not below it. */
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
