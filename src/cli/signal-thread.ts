/**
 * A thread that listens to signals in the main thread's place, which may be in one long statement of SQLite.
 *
 * Node offers listeners to the main thread alone. What they are made of works in any thread, and is reached by a flag that
 * Node keeps for its own tests: where a later Node has it no more, `watchSignals` fails, and the main thread listens.
 */
import { Worker } from "node:worker_threads";

export type EndingSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** Time that the main thread has to end after the second signal, and to take away what is to be taken away. */
const GRACE_MS = 500;
/** MB; it holds a few objects. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 } as const;

/**
 * From now on signals are told to `onSignal`. After the second one the process ends as the signal has it if it has not
 * ended by itself, and at the third in any case.
 *
 * @throws when a thread cannot listen in this Node
 */
export async function watchSignals(
  numbers: Readonly<Record<EndingSignal, number>>,
  onSignal: (signal: EndingSignal) => void,
): Promise<void> {
  const thread = new Worker(`(${listen})()`, {
    name: "signals",
    eval: true,
    execArgv: ["--expose-internals", "--no-warnings"],
    workerData: { numbers, graceMs: GRACE_MS },
    resourceLimits: RESOURCE_LIMITS,
  });
  thread.unref();
  await new Promise<void>((resolve, reject) => {
    thread.once("error", reject).once("message", () => resolve());
  });
  thread.on("error", () => undefined).on("message", onSignal);
}

/** What the thread runs, handed over as its source: it can name nothing of this module. */
function listen(): void {
  const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
  const { createRequire } = process.getBuiltinModule("node:module");
  const { internalBinding } = createRequire(process.execPath)("internal/test/binding");
  const { Signal } = internalBinding("signal_wrap");
  const handles: { close: () => void }[] = [];
  let isFirst = true;
  const note = (signal: string): void => {
    parentPort?.postMessage(signal);
    if (isFirst) {
      isFirst = false;
      return;
    }
    // nobody listens any more, so that the system ends the process
    for (const handle of handles) handle.close();
    setTimeout(() => process.kill(process.pid, signal), workerData.graceMs);
  };
  for (const [signal, number] of Object.entries(workerData.numbers)) {
    const handle = new Signal();
    handle.onsignal = () => note(signal);
    if (handle.start(number) !== 0) throw new Error(signal);
    handles.push(handle);
  }
  parentPort?.postMessage("ready");
}
