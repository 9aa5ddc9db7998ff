/** The log of `serve` on stderr: a line for each request and each problem; problems also with `--quiet`. */
import type { ServiceEvent } from "../../http/service.ts";
import type { Context } from "../context.ts";
import { escapeLine } from "../escape-for-terminal.ts";

export class ServeLog {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  report(event: ServiceEvent): void {
    const { stderr, settings } = this.#context;
    if (settings.quiet && event.kind === "request") return;
    const line = settings.logFormat === "json" ? jsonLine(event) : this.#textLine(event);
    void stderr.write(`${line}\n`);
  }

  #textLine(event: ServiceEvent): string {
    switch (event.kind) {
      case "request":
        return escapeLine(`${event.method} ${event.url} ${event.status} ${event.ms} ms ${event.client}`);
      case "reader restarted":
        return escapeLine(`caselaw: A reader was restarted: ${event.reason}`);
      case "fault": {
        const [first = "", ...stack] = event.message.split("\n");
        const shown = this.#context.args.includes("--debug") ? [first, ...stack] : [first];
        return shown.map((line) => `caselaw: ${escapeLine(line)}`).join("\n");
      }
    }
  }
}

function jsonLine({ kind, ...rest }: ServiceEvent): string {
  return JSON.stringify({ time: new Date().toISOString(), event: kind, ...rest });
}
