/**
 * What a run tells on stderr while it goes on: a line for each finished archive, and on a terminal one that changes.
 *
 * With `--log-format json` each event is a JSON object in a line of its own. `--quiet` leaves what went wrong.
 */
import type { ArchiveReport } from "../pipeline/report.ts";
import type { ProgressEvent } from "../pipeline/run.ts";
import type { Context } from "./context.ts";
import { inSnakeCase } from "./report-file.ts";
import { archiveLine, faultLines, planLine } from "./run-lines.ts";
import { visibleLine } from "./visible.ts";
import { shorten } from "./wrap.ts";

/** Takes the cursor back and clears the line: written to terminals only. */
const CLEAR_LINE = "\r\u001b[2K";

export class RunLog {
  readonly #context: Context;
  #isLineOpen = false;

  constructor(context: Context) {
    this.#context = context;
  }

  tell(event: ProgressEvent): void {
    const { logFormat, quiet } = this.#context.settings;
    if (event.kind === "archive" || event.kind === "download") {
      if (logFormat === "text" && !quiet) this.#draw(event);
    } else if (logFormat === "json") {
      if (!quiet || faultsOf(event).length > 0) this.tellJson(flat(event));
    } else {
      for (const line of quiet ? faultsOf(event) : linesOf(event)) this.#print(line);
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
    else this.#print(`caselaw: ${visibleLine(message)}`);
  }

  /** Clears the line that changes; everything told so far is handed on then. */
  async finish(): Promise<void> {
    await this.#context.stderr.write(this.#isLineOpen ? CLEAR_LINE : "");
    this.#isLineOpen = false;
  }

  #print(line: string): void {
    const clear = this.#isLineOpen ? CLEAR_LINE : "";
    this.#isLineOpen = false;
    void this.#context.stderr.write(`${clear}${line}\n`);
  }

  #draw(event: ProgressEvent): void {
    const { stderr } = this.#context;
    if (!stderr.isTerminal) return;
    this.#isLineOpen = true;
    void stderr.write(CLEAR_LINE + shorten(linesOf(event)[0] ?? "", stderr.columns - 1));
  }
}

/** An archive's report stands beside the kind, not below it. */
function flat(event: ProgressEvent): { readonly kind: string } {
  return event.kind === "imported" ? { kind: event.kind, ...event.report } : event;
}

function linesOf(event: ProgressEvent): string[] {
  switch (event.kind) {
    case "archive":
      return [visibleLine(`${event.path}: ${event.read} cases read`)];
    case "download": {
      const part = event.total === null ? "" : ` of ${event.total}`;
      return [visibleLine(`${event.unit}: ${event.bytes}${part} bytes`)];
    }
    case "imported":
      return importedLines(event.report);
    case "downloaded":
      return event.outcome.endsWith("already") ? [] : [visibleLine(`${event.unit}: ${event.outcome}`)];
    case "plan":
      return [planLine(event)];
    case "note":
      return [visibleLine(event.message)];
  }
}

function importedLines(report: ArchiveReport): string[] {
  const line = report.status === "failed" ? [] : [visibleLine(archiveLine(report))];
  return [...line, ...faultLines(report).map((fault) => `caselaw: ${visibleLine(fault)}`)];
}

function faultsOf(event: ProgressEvent): string[] {
  if (event.kind !== "imported") return [];
  return faultLines(event.report).map((fault) => `caselaw: ${visibleLine(fault)}`);
}
