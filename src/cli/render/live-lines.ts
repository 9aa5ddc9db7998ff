/**
 * Progress on stderr: on a terminal lines that are redrawn, elsewhere a line every 30 seconds; with `--log-format json` an
 * object with `event: "progress"`. Nothing with `--quiet`.
 */
import type { Context } from "../context.ts";
import { eventLine } from "./messages.ts";

/** The clock and timer; tests pass their own. */
export interface Clock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Calls `work` at this interval until it is disposed; does not keep the process alive. */
  every(milliseconds: number, work: () => void): Disposable;
}

export const CLOCK: Clock = {
  now: () => performance.now(),
  every: (milliseconds, work) => {
    const timer = setInterval(work, milliseconds);
    timer.unref();
    return { [Symbol.dispose]: () => clearInterval(timer) };
  },
};

/** Clear a line; go to the line above. Written to terminals only. */
const CLEAR_LINE = "\r\u001b[2K";
const LINE_UP = "\u001b[1A";
/** Often enough for bars that move. */
const DRAW_MS = 200;
const LOG_MS = 30_000;

/** The state in each form. */
interface Shown {
  readonly drawn: readonly string[];
  readonly line: string;
  readonly json: object;
}

type LiveContext = Pick<Context, "stderr" | "settings" | "environment">;

export class LiveLines {
  readonly #stderr: Context["stderr"];
  readonly #state: () => Shown | null;
  readonly #form: keyof Shown;
  readonly #ticking: Disposable | null;
  /** Lines of the terminal that are drawn now. */
  #drawn = 0;

  /** @param state null as long as nothing is known */
  constructor({ settings, stderr, environment }: LiveContext, state: () => Shown | null, clock: Clock) {
    const isDrawn = stderr.isTerminal && environment.TERM !== "dumb";
    this.#stderr = stderr;
    this.#state = state;
    this.#form = settings.logFormat === "json" ? "json" : isDrawn ? "drawn" : "line";
    const everyMs = this.#form === "drawn" ? DRAW_MS : LOG_MS;
    this.#ticking = settings.quiet ? null : clock.every(everyMs, () => this.#show());
  }

  /** Prints a line above them. */
  print(line: string): void {
    void this.#stderr.write(`${this.#cleared()}${line}\n`);
  }

  /** Removes the lines; resolves when all output so far is written. */
  async end(): Promise<void> {
    this.#ticking?.[Symbol.dispose]();
    await this.#stderr.write(this.#cleared());
  }

  #show(): void {
    const state = this.#state();
    if (state === null) return;
    if (this.#form === "line") this.print(state.line);
    else if (this.#form === "json") void this.#stderr.write(eventLine("progress", state.json));
    else {
      const text = this.#cleared() + state.drawn.join("\n");
      this.#drawn = state.drawn.length;
      void this.#stderr.write(text);
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

/** The progress of an export. */
export class ExportProgress implements Disposable {
  readonly #live: LiveLines;
  #now: { readonly cases: number; readonly total: number } | null = null;

  constructor(context: LiveContext, clock: Clock = CLOCK) {
    const startedAt = clock.now();
    const state = (): Shown | null => {
      if (this.#now === null) return null;
      const { cases, total } = this.#now;
      const seconds = Math.round((clock.now() - startedAt) / 1000);
      const line = `${cases.toLocaleString("en")} of ${total.toLocaleString("en")} cases, ${seconds} s`;
      return { drawn: [line], line, json: { cases, total, seconds } };
    };
    this.#live = new LiveLines(context, state, clock);
  }

  note(progress: { readonly cases: number; readonly total: number }): void {
    this.#now = progress;
  }

  [Symbol.dispose](): void {
    void this.#live.end();
  }
}
