/**
 * The progress of an export, on stderr: on a terminal a line that is redrawn, elsewhere a line every 30 seconds; with
 * `--log-format json` an object with `event: "progress"`, `cases`, `total`, `seconds`. Nothing with `--quiet`.
 */
import { CLOCK, type Clock } from "../clock.ts";
import type { Context } from "../context.ts";

const CLEAR_LINE = "\r\u001b[2K";
const DRAW_MS = 200;
const LOG_MS = 30_000;

export class ExportProgress implements Disposable {
  readonly #context: Pick<Context, "stderr" | "settings">;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #ticking: Disposable | null;
  readonly #form: "drawn" | "lines" | "json";
  #isDrawn = false;
  #now: { readonly cases: number; readonly total: number } | null = null;

  constructor(
    { settings, stderr, environment }: Pick<Context, "stderr" | "settings" | "environment">,
    clock: Clock = CLOCK,
  ) {
    this.#context = { settings, stderr };
    this.#clock = clock;
    this.#startedAt = clock.now();
    const isDrawn = stderr.isTerminal && environment.TERM !== "dumb";
    this.#form = settings.logFormat === "json" ? "json" : isDrawn ? "drawn" : "lines";
    const everyMs = this.#form === "drawn" ? DRAW_MS : LOG_MS;
    this.#ticking = settings.quiet ? null : clock.every(everyMs, () => this.#print());
  }

  note(progress: { readonly cases: number; readonly total: number }): void {
    this.#now = progress;
  }

  [Symbol.dispose](): void {
    this.#ticking?.[Symbol.dispose]();
    if (this.#isDrawn) void this.#context.stderr.write(CLEAR_LINE);
  }

  #print(): void {
    if (this.#now === null) return;
    const { cases, total } = this.#now;
    const seconds = Math.round((this.#clock.now() - this.#startedAt) / 1000);
    const line = `${cases.toLocaleString("en")} of ${total.toLocaleString("en")} cases, ${seconds} s`;
    this.#isDrawn = this.#form === "drawn";
    const event = { time: new Date().toISOString(), event: "progress", cases, total, seconds };
    const text = { drawn: CLEAR_LINE + line, lines: `${line}\n`, json: `${JSON.stringify(event)}\n` };
    void this.#context.stderr.write(text[this.#form]);
  }
}
