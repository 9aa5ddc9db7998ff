/** Messages on stderr: a line, or with `--log-format json` an object with `time` and `event` (docs/operations.md, "The log"). */
import { CaselawError, messageOf } from "../../domain/errors.ts";
import type { Context } from "../context.ts";
import { OUTPUT_CLOSED, type Output, Stopped } from "../process.ts";
import { escapeLine } from "../terminal-text.ts";

export type MessageContext = Pick<Context, "stderr" | "settings">;

export function eventLine(event: string, fields: object): string {
  return `${JSON.stringify({ time: new Date().toISOString(), event, ...fields })}\n`;
}

/** A message that does not change the exit code, such as a warning. */
export async function printMessage(
  event: string,
  fields: Readonly<Record<string, string>> & { readonly message: string },
  { stderr, settings }: MessageContext,
): Promise<void> {
  const isJson = settings.logFormat === "json";
  await stderr.write(isJson ? eventLine(event, fields) : `caselaw: ${escapeLine(fields.message)}\n`);
}

/** What the library calls by a parameter, in the words of the command line. */
const FLAGS: Readonly<Record<string, string>> = {
  ...{ corpusPath: "--db", dataFolder: "--data-dir", token: "CASELAW_TOKEN or --token-file" },
  ...{ columns: "--columns", edges: "--edges", flat: "--flat", partition: "--partition", since: "--since" },
  ...{ full_case: "--full-case", body_format: "--body-format", existing: "--force", mode: "--rebuild" },
  ...{ index: "--engine-index", urls: "--engine-url" },
  ...{ user: "CASELAW_ENGINE_USER", password: "CASELAW_ENGINE_PASSWORD" },
};

/** `\`columns\`` is `--columns`, and `\`existing: "replaced"\`` is `--force`. */
export function inFlags(text: string): string {
  return text.replaceAll(/`(\w+)(?:: "\w+")?`/g, (written, name) => FLAGS[name] ?? written);
}

/**
 * Prints an error: one line, and a second one with a hint where the user can act (docs/interface.md, "Common options").
 *
 * @param detail `debug` adds the stack
 */
export async function printError(
  error: unknown,
  stderr: Output,
  format: "text" | "json",
  detail: "line" | "debug" = "line",
): Promise<void> {
  if (error === OUTPUT_CLOSED) return;
  const lines = linesOf(error);
  const hint = error instanceof CaselawError && error.hint !== undefined ? inFlags(error.hint) : null;
  if (format === "json") await stderr.write(eventLine("error", { message: lines.join("; "), hint }));
  else {
    const hintLine = hint === null ? "" : `  ${escapeLine(hint)}\n`;
    await stderr.write(lines.map((line) => `caselaw: ${escapeLine(line)}\n`).join("") + hintLine);
  }
  if (detail === "debug") await stderr.write(`${stackOf(error)}\n`);
}

function linesOf(error: unknown): string[] {
  if (error instanceof Stopped) return ["stopped; run the command again to continue"];
  const parameters = error instanceof CaselawError ? error.parameters : undefined;
  if (parameters === undefined) return [inFlags(messageOf(error))];
  return Object.entries(parameters).flatMap(([name, messages]) =>
    messages.map((message) => `${name}: ${message}`),
  );
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  return error.cause === undefined ? stack : `${stack}\ncaused by ${stackOf(error.cause)}`;
}
