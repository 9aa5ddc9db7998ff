/** What a command gets: output, signal, settings. */
import type { Command, OptionValues } from "commander";
import { CaselawError } from "../domain/errors.ts";
import { OUTPUT_CLOSED, type Output, Stopped } from "./process.ts";
import type { Settings } from "./settings/settings.ts";

/** The environment and streams of the process, passed in by `runProcess`. */
export interface ProcessIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Results. */
  readonly stdout: Output;
  /** Everything else. */
  readonly stderr: Output;
  /**
   * Starts to listen to signals of the system; the returned signal is aborted with a `Stopped`. A command that only
   * reads does not call this, so that the system ends it at once, and no thread is started for it.
   */
  readonly listen: () => Promise<AbortSignal>;
}

export interface Context extends ProcessIo {
  readonly args: readonly string[];
  readonly settings: Settings;
  /** The options of the command itself, by commander's names. */
  readonly options: OptionValues;
}

/** Returns the exit code; nothing is 0. What it throws is printed and decides the code. */
type Action<Arguments extends unknown[]> = (
  context: Context,
  ...values: Arguments
) => Promise<number | undefined>;

/** Makes the action of a command: reads the settings, then runs it with the arguments of the command. */
export type Runner = <Arguments extends unknown[]>(
  action: Action<Arguments>,
) => (this: Command, ...values: Arguments) => Promise<void>;

/** Adds arguments, options and action to a command; subcommands that `args` do not name may be left out. */
export type Declare = (command: Command, run: Runner, args: readonly string[]) => void | Promise<void>;

/** Prints an answer: a line of JSON with `--json`, else the lines. */
export async function printAnswer(
  { options, stdout }: Pick<Context, "options" | "stdout">,
  answer: object,
  lines: () => readonly string[],
): Promise<void> {
  const printed = options.json === true ? [JSON.stringify(answer)] : lines();
  await stdout.write(printed.map((line) => `${line}\n`).join(""));
}

/** The exit code of an error (docs/interface.md, "Exit codes"). */
export const EXIT = { done: 0, failed: 1, wrongUse: 2, faulty: 3, nothingFound: 4, conflict: 75 } as const;

export function exitCodeOf(error: unknown): number {
  if (error === OUTPUT_CLOSED) return EXIT.done;
  if (error instanceof Stopped) return error.exitCode;
  if (!(error instanceof CaselawError)) return EXIT.failed;
  if (error.code === "conflict") return EXIT.conflict;
  return error.code === "invalid" ? EXIT.wrongUse : EXIT.failed;
}
