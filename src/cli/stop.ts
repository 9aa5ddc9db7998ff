/**
 * Stopping by signal: the first one asks the run to end after its batch, a second one ends it at once (docs/faults.md, "D5"), but
 * for what `atExit` was told to take away.
 */

/** Exit codes by signal: 128 and the signal's number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Why a run ended early; the reason of the abort signal. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("stopped");
    this.exitCode = exitCode;
  }
}

/** What is needed of the process. */
export interface SignalSource {
  on(signal: keyof typeof EXIT_CODES, listener: () => void): unknown;
}

/**
 * Returns the signal that a run is given; its reason is a `Stopped`.
 *
 * @param exit ends the process at once, with this code
 */
export function listenToSignals(source: SignalSource, exit: (code: number) => void): AbortSignal {
  const controller = new AbortController();
  const stop = (code: number): void => {
    if (controller.signal.aborted) exit(code);
    else controller.abort(new Stopped(code));
  };
  source.on("SIGINT", () => stop(EXIT_CODES.SIGINT));
  source.on("SIGTERM", () => stop(EXIT_CODES.SIGTERM));
  source.on("SIGHUP", () => stop(EXIT_CODES.SIGHUP));
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
