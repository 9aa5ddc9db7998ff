/** Runs the program in this process: as a user would, but for the start of a process. */
import { runProgram } from "../../src/cli/program.ts";

export interface RanHere {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunHereOptions {
  /** Where it runs; the folder of the tests when absent. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Stops the run. */
  readonly signal?: AbortSignal;
}

export async function runHere(
  args: readonly string[],
  { folder, environment = {}, signal = new AbortController().signal }: RunHereOptions = {},
): Promise<RanHere> {
  const printed = { stdout: "", stderr: "" };
  const output = (name: keyof typeof printed) => ({
    isTerminal: false,
    columns: 80,
    write: async (text: string) => {
      printed[name] += text;
    },
  });
  const before = process.cwd();
  if (folder !== undefined) process.chdir(folder);
  try {
    const code = await runProgram(args, {
      environment,
      stdout: output("stdout"),
      stderr: output("stderr"),
      listen: async () => signal,
    });
    return { code, ...printed };
  } finally {
    process.chdir(before);
  }
}
