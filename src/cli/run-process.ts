/** Runs the program with what the process gives: arguments, environment, output, signals. Sets the umask. */

import { errorStream, outputStream } from "./output.ts";
import { runProgram } from "./program.ts";
import { printError } from "./render/print-error.ts";
import { UMASK } from "./settings/file-modes.ts";
import { listenToSignals } from "./stop.ts";

/** @param exit ends the process at once, with this code */
export async function runProcess(exit: (code: number) => void): Promise<void> {
  process.umask(UMASK);
  const world = {
    environment: process.env,
    stdout: outputStream(process.stdout),
    stderr: errorStream(process.stderr),
    listen: () => listenToSignals(exit),
  };
  process.once("uncaughtException", async (error) => {
    const detail = process.argv.includes("--debug") ? "debug" : "line";
    await printError(error, world.stderr, { format: "text", detail });
    exit(1);
  });
  // Everything printed is awaited, so nothing is lost by not waiting for idle connections and threads.
  exit(await runProgram(process.argv.slice(2), world));
}
