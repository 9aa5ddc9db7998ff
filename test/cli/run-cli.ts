/** Runs the program as its users do: a child process, nothing of the tests' own environment but the path. */
import { join } from "node:path";
import { childEnvironment } from "../support/child-environment.ts";
import { type Ended, type RunOptions, runChild } from "../support/children.ts";

export type { Ended, RunOptions as CliOptions };

const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");

/** @param options its `environment` is added to what a child has of the tests' own */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const environment = { ...childEnvironment(), ...options.environment };
  return runChild(process.execPath, [MAIN, ...args], { ...options, environment });
}
