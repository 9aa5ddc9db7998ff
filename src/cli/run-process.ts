/** Runs the program with the arguments, environment, streams and signals of the process. Sets the umask. */

import { errorStream, outputStream } from "./output.ts";
import { runProgram } from "./program.ts";
import { printError } from "./render/print-error.ts";
import { UMASK } from "./settings/file-modes.ts";
import { listenToSignals } from "./stop.ts";

/** @param exit ends the process at once, with this code */
export async function runProcess(exit: (code: number) => void): Promise<void> {
  process.umask(UMASK);
  const io = {
    environment: process.env,
    stdout: outputStream(process.stdout),
    stderr: errorStream(process.stderr),
    listen: () => listenToSignals(exit),
  };
  process.once("uncaughtException", async (error) => {
    const detail = process.argv.includes("--debug") ? "debug" : "line";
    await printError(error, io.stderr, { format: "text", detail });
    exit(1);
  });
  // all output was awaited, so idle connections and threads need not be
  exit(await runProgram(process.argv.slice(2), io));
}
