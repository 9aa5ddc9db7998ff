/**
 * Progress on stderr: on a terminal lines that are redrawn, elsewhere a line every 30 seconds; with `--log-format json` an
 * object with `event: "progress"`. Nothing with `--quiet`.
 */
import type { Context } from "../context.ts";
import { eventLine } from "./messages.ts";

/** Clear a line; go to the line above. Written to terminals only. */
const CLEAR_LINE = "\r\u001b[2K";
const LINE_UP = "\u001b[1A";
/** Often enough for bars that move. */
const DRAW_MS = 200;
const LOG_MS = 30_000;

export interface Shown {
  readonly drawn: readonly string[];
  readonly line: string;
  readonly json: object;
}

export abstract class LiveLines {
  protected readonly context: Pick<Context, "stderr" | "settings" | "environment">;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  /** Lines of the terminal that are drawn now. */
  #drawn = 0;

  constructor(context: Pick<Context, "stderr" | "settings" | "environment">) {
    const { settings, stderr, environment } = context;
    this.context = context;
    if (settings.quiet) return;
    const isDrawn = stderr.isTerminal && environment.TERM !== "dumb";
    const form = settings.logFormat === "json" ? "json" : isDrawn ? "drawn" : "line";
    this.#timer = setInterval(() => this.#show(form), form === "drawn" ? DRAW_MS : LOG_MS).unref();
  }

  /** The state; null as long as nothing is known. @param seconds since the start */
  protected abstract shown(seconds: number): Shown | null;

  /** Prints a line above the drawn ones. */
  protected print(line: string): void {
    void this.context.stderr.write(`${this.#cleared()}${line}\n`);
  }

  /** Removes the drawn lines; resolves when all output so far is written. */
  async finish(): Promise<void> {
    clearInterval(this.#timer);
    await this.context.stderr.write(this.#cleared());
  }

  #show(form: keyof Shown): void {
    const state = this.shown((performance.now() - this.#startedAt) / 1000);
    if (state === null) return;
    if (form === "line") this.print(state.line);
    else if (form === "json") void this.context.stderr.write(eventLine("progress", state.json));
    else {
      const text = this.#cleared() + state.drawn.join("\n");
      this.#drawn = state.drawn.length;
      void this.context.stderr.write(text);
    }
  }

  /** The control sequence that removes the lines from the terminal. */
  #cleared(): string {
    if (this.#drawn === 0) return "";
    const above = this.#drawn - 1;
    this.#drawn = 0;
    return CLEAR_LINE + (LINE_UP + CLEAR_LINE).repeat(above);
  }
}

export class ExportProgress extends LiveLines {
  #now: { readonly cases: number; readonly total: number } | null = null;

  note(progress: { readonly cases: number; readonly total: number }): void {
    this.#now = progress;
  }

  protected override shown(since: number): Shown | null {
    if (this.#now === null) return null;
    const { cases, total } = this.#now;
    const seconds = Math.round(since);
    const line = `${cases.toLocaleString("en")} of ${total.toLocaleString("en")} cases, ${seconds} s`;
    return { drawn: [line], line, json: { cases, total, seconds } };
  }

  [Symbol.dispose](): void {
    void this.finish();
  }
}
