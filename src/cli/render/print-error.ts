/** Prints an error: one line, and a second one with a hint where the user can act (docs/interface.md, "Common options"). */
import { CaselawError, messageOf } from "../../domain/errors.ts";
import { escapeLine } from "../escape-for-terminal.ts";
import { OUTPUT_CLOSED, type Output } from "../output.ts";
import { Stopped } from "../stop.ts";

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

/** The format of an error, and how much of it is printed. */
export interface ErrorStyle {
  readonly format: "text" | "json";
  /** `debug` adds the stack. */
  readonly detail: "line" | "debug";
}

export async function printError(error: unknown, stderr: Output, style: ErrorStyle): Promise<void> {
  if (error === OUTPUT_CLOSED) return;
  const lines = linesOf(error);
  if (style.format === "json") {
    const hint = hintOf(error);
    const event = { time: new Date().toISOString(), event: "error", message: lines.join("; "), hint };
    await stderr.write(`${JSON.stringify(event)}\n`);
  } else {
    await stderr.write(lines.map((line) => `caselaw: ${escapeLine(line)}\n`).join("") + hintLine(error));
  }
  if (style.detail === "debug") await stderr.write(`${stackOf(error)}\n`);
}

/** A problem that does not change the exit code. */
export async function printWarning(
  message: string,
  stderr: Output,
  { logFormat }: { readonly logFormat: ErrorStyle["format"] },
): Promise<void> {
  const event = { time: new Date().toISOString(), event: "warning", message };
  await stderr.write(
    logFormat === "json" ? `${JSON.stringify(event)}\n` : `caselaw: ${escapeLine(message)}\n`,
  );
}

function linesOf(error: unknown): string[] {
  if (error instanceof Stopped) return ["stopped; run the command again to continue"];
  const parameters = error instanceof CaselawError ? error.parameters : undefined;
  if (parameters === undefined) return [inFlags(messageOf(error))];
  return Object.entries(parameters).flatMap(([name, messages]) =>
    messages.map((message) => `${name}: ${message}`),
  );
}

function hintOf(error: unknown): string | null {
  return error instanceof CaselawError && error.hint !== undefined ? inFlags(error.hint) : null;
}

function hintLine(error: unknown): string {
  const hint = hintOf(error);
  return hint === null ? "" : `  ${escapeLine(hint)}\n`;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  return error.cause === undefined ? stack : `${stack}\ncaused by ${stackOf(error.cause)}`;
}
