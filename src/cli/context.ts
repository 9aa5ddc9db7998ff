/** What a command works with. */
import type { Command } from "commander";
import type { Output } from "./output.ts";
import type { Settings } from "./settings/settings.ts";

/** The surroundings of the program, handed in by `main`. */
export interface ProcessIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Results. */
  readonly stdout: Output;
  /** Everything else. */
  readonly stderr: Output;
  /**
   * For whatever has something to finish: the signal is aborted with a `Stopped` when the run is to end. A command that
   * only answers does not listen, so that the system ends it at once, and no thread is started for it.
   */
  readonly listen: () => Promise<AbortSignal>;
}

export interface Context extends ProcessIo {
  /** What follows the program's name, as it was given. */
  readonly args: readonly string[];
  readonly settings: Settings;
}

/** Comes to the exit code; what it throws is told and decides the code. */
export type Action = (context: Context) => Promise<number>;

/** Lets a command be run: reads its settings first, then does the action. */
export type Runner = (command: Command, action: Action) => Promise<void>;

/** Gives a command its arguments, options and action; those of subcommands that `args` do not name may be left out. */
export type Declare = (command: Command, run: Runner, args: readonly string[]) => void;
