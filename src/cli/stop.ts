/**
 * Stops a run by signal: the first one asks it to end after its batch, a second one ends it at once (docs/faults.md, "D5"). The
 * functions given to `atExit` run then too, unless the main thread is busy with one long statement (docs/faults.md, "P3").
 */
import type { EndingSignal } from "./signal-thread.ts";

const NUMBERS: Readonly<Record<EndingSignal, number>> = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
/** The exit code of a signal is this plus its number. */
const SIGNALLED = 128;

/** Why a run ended early; the reason of the abort signal. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("stopped");
    this.exitCode = exitCode;
  }
}

/**
 * Listens to SIGINT, SIGTERM and SIGHUP. The returned signal is aborted with a `Stopped` as its reason.
 *
 * @param exit ends the process at once, with this code
 */
export async function listenToSignals(exit: (code: number) => void): Promise<AbortSignal> {
  const controller = new AbortController();
  const stop = (signal: EndingSignal): void => {
    const code = SIGNALLED + NUMBERS[signal];
    if (controller.signal.aborted) exit(code);
    else controller.abort(new Stopped(code));
  };
  try {
    // loaded late: most commands only read and do not listen
    const { watchSignals } = await import("./signal-thread.ts");
    await watchSignals(NUMBERS, stop);
  } catch {
    process.on("SIGINT", stop).on("SIGTERM", stop).on("SIGHUP", stop);
  }
  return controller.signal;
}

/**
 * Calls a function when the process ends, unless SIGKILL ends it.
 *
 * @param clean synchronous
 * @returns cancels this when disposed
 */
export function atExit(clean: () => void): Disposable {
  process.once("exit", clean);
  return { [Symbol.dispose]: () => void process.off("exit", clean) };
}
