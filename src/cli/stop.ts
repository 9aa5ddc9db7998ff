/**
 * Stopping by signal: the first one asks the run to end after its batch, a second one ends it at once (docs/faults.md, "D5"). What
 * `atExit` was told to take away goes then too, unless the main thread is in one long statement (docs/faults.md, "P3").
 */
import type { EndingSignal } from "./signal-thread.ts";

const NUMBERS: Readonly<Record<EndingSignal, number>> = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
/** Of a signal: the exit code is this and its number. */
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
 * Returns the signal that a run is given; its reason is a `Stopped`. Whoever does not listen is ended by the system.
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
    // most commands only answer, and load nothing for this
    const { watchSignals } = await import("./signal-thread.ts");
    await watchSignals(NUMBERS, stop);
  } catch {
    process.on("SIGINT", stop).on("SIGTERM", stop).on("SIGHUP", stop);
  }
  return controller.signal;
}

/**
 * Has something done when the process ends, however it ends but by a kill.
 *
 * @param clean must not wait for anything
 * @returns what takes this back
 */
export function atExit(clean: () => void): Disposable {
  process.once("exit", clean);
  return { [Symbol.dispose]: () => void process.off("exit", clean) };
}
