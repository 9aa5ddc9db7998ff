/**
 * A thread that listens to signals, because the main thread may be busy with one long statement of SQLite.
 *
 * Node offers signal listeners to the main thread only. Their internals work in any thread and are reached by a flag that
 * Node has for its own tests. If a later Node removes it, `watchSignals` fails, and the main thread listens.
 */
import { Worker } from "node:worker_threads";

export type EndingSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** Time for the main thread to end after the second signal, and to remove unfinished files. */
const GRACE_MS = 500;
/** MB; the thread has only a few objects. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 } as const;

/**
 * Calls `onSignal` for each signal from now on. If the process does not end after the second one, the system ends it;
 * at the third it ends in any case.
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

/** The code of the thread, passed as source text: it cannot use other names of this module. */
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
    // without a listener, the system ends the process
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
