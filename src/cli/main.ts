#!/usr/bin/env node
/**
 * The program `caselaw`: refuses an old Node, listens to signals, runs, exits. The only place that exits.
 *
 * It must parse on an older Node, so that the refusal is seen: no new syntax here, everything else is imported after it.
 */
const MIN_NODE = 24;

if (Number(process.versions.node.split(".")[0]) < MIN_NODE) {
  process.stderr.write(
    `caselaw: Cannot run on Node ${process.versions.node}: Node ${MIN_NODE} or newer is needed\n`,
  );
  process.exit(1);
}

const { errorStream, outputStream } = await import("./output.ts");
const { printError } = await import("./print-error.ts");
const { runProgram } = await import("./program.ts");
const { listenToSignals } = await import("./stop.ts");

const world = {
  environment: process.env,
  stdout: outputStream(process.stdout),
  stderr: errorStream(process.stderr),
  signal: listenToSignals(process, (code) => process.exit(code)),
};
process.once("uncaughtException", async (error) => {
  const detail = process.argv.includes("--debug") ? "debug" : "line";
  await printError(error, world.stderr, { format: "text", detail });
  process.exit(1);
});
// Everything printed is awaited, so nothing is lost by not waiting for idle connections and threads.
process.exit(await runProgram(process.argv.slice(2), world));
