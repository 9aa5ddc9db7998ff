/** Runs the program as its users do: a child process, nothing of the tests' own environment but the path. */
import { childEnvironment } from "../support/child-environment.ts";
import { type Ended, type RunOptions, runChild } from "../support/children.ts";

export type { Ended };

export interface CliOptions extends RunOptions {
  /** Of the shell that starts it, in octal digits. */
  readonly umask?: string;
}

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;

/** @param options its `environment` is added to what a child has of the tests' own */
export function runCli(args: readonly string[], { umask, ...options }: CliOptions = {}): Promise<Ended> {
  const environment = { ...childEnvironment(), ...options.environment };
  const command = [process.execPath, MAIN, ...args];
  const [program = "", ...given] =
    umask === undefined ? command : ["/bin/sh", "-c", `umask ${umask}; exec "$@"`, "sh", ...command];
  return runChild(program, given, { ...options, environment });
}
