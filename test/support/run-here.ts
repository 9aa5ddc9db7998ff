/** Runs the program in this process: as a user would, but for the start of a process. */
import { runProgram } from "../../src/cli/program.ts";

export interface RanHere {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param signal stops the run; one that never does when absent */
export async function runHere(
  args: readonly string[],
  signal: AbortSignal = new AbortController().signal,
): Promise<RanHere> {
  const printed = { stdout: "", stderr: "" };
  const output = (name: keyof typeof printed) => ({
    isTerminal: false,
    columns: 80,
    write: async (text: string) => {
      printed[name] += text;
    },
  });
  const code = await runProgram(args, {
    environment: {},
    stdout: output("stdout"),
    stderr: output("stderr"),
    listen: async () => signal,
  });
  return { code, ...printed };
}
