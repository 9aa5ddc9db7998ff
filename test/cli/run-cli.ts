/** Runs the program as its users do: a child process, nothing of the tests' own environment but the path. */
import { childEnvironment } from "../support/child-environment.ts";
import { type Ended, type RunOptions, runChild } from "../support/children.ts";

export type { Ended, RunOptions as CliOptions };

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;

/** @param options its `environment` is added to what a child has of the tests' own */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const environment = { ...childEnvironment(), ...options.environment };
  return runChild(process.execPath, [MAIN, ...args], { ...options, environment });
}
