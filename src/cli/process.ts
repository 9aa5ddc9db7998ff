/**
 * The process: its streams, its signals, its heap and the modes of its files. Only the program sets these, not the library.
 *
 * Each write is awaited, so that a slow or closed reader is noticed at once.
 */
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";

/**
 * The modes of files and folders that the program creates, whatever the umask of the shell, timer or container.
 *
 * Files are 0644 and folders 0755: one account imports, others read. Only the owner can write, because a change of the
 * corpus changes what people read as law. For a private corpus, restrict the folder: the program keeps the mode of
 * folders that exist.
 */
export const UMASK = 0o022;

export interface Output {
  readonly isTerminal: boolean;
  /** Width in characters; 80 where it is unknown. */
  readonly columns: number;
  /** Resolves when the system has taken the text. */
  write(text: string): Promise<void>;
}

/** Thrown when the reader has closed the output, as `head` does: not an error (docs/faults.md, "D3"). */
export const OUTPUT_CLOSED = new Error("The output was closed by its reader");

const DEFAULT_COLUMNS = 80;

/**
 * Results.
 *
 * `write` rejects with `OUTPUT_CLOSED`, or with a CaselawError `unavailable` when the text cannot be written.
 */
export function outputStream(stream: NodeJS.WriteStream): Output {
  // each write has its own callback; without a listener the same error would also end the process
  stream.on("error", () => undefined);
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns || DEFAULT_COLUMNS,
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(asOutputError(error)) : resolve()));
      }),
  };
}

/** Messages: what cannot be written is lost, because there is nowhere to report it. */
export function errorStream(stream: NodeJS.WriteStream): Output {
  const output = outputStream(stream);
  return { ...output, write: (text) => output.write(text).catch(() => undefined) };
}

function asOutputError(error: Error): Error {
  const isClosed = ["EPIPE", "EOF", "ERR_STREAM_DESTROYED"].includes(systemCodeOf(error) ?? "");
  if (isClosed) return OUTPUT_CLOSED;
  return new CaselawError("unavailable", `Cannot write the output: ${messageOf(error)}`, { cause: error });
}

type EndingSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

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
 * Listens to SIGINT, SIGTERM and SIGHUP: the first one asks a run to end after its batch, a second one ends it at once
 * (docs/faults.md, "D5"). Locks are released then too, unless the main thread is busy with one long
 * statement (docs/faults.md, "P3").
 *
 * @param exit ends the process at once, with this code
 * @returns is aborted with a `Stopped` as its reason
 */
export async function listenToSignals(exit: (code: number) => void): Promise<AbortSignal> {
  const controller = new AbortController();
  const stop = (signal: EndingSignal): void => {
    const code = SIGNALLED + NUMBERS[signal];
    if (controller.signal.aborted) exit(code);
    else controller.abort(new Stopped(code));
  };
  try {
    await watchSignals(stop);
  } catch {
    process.on("SIGINT", stop).on("SIGTERM", stop).on("SIGHUP", stop);
  }
  return controller.signal;
}

/** Time for the main thread to end after the second signal, and to remove unfinished files. */
const GRACE_MS = 500;
/** MB; the thread has only a few objects. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 } as const;

/**
 * Starts a thread that listens, because the main thread may be busy with one long statement of SQLite. If the process does
 * not end after the second signal, the system ends it; at the third it ends in any case.
 *
 * Node offers signal listeners to the main thread only. Their internals work in any thread and are reached by a flag that
 * Node has for its own tests. If a later Node removes it, this fails, and the main thread listens.
 */
async function watchSignals(onSignal: (signal: EndingSignal) => void): Promise<void> {
  // loaded late: most commands only read and do not listen
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const thread = new Worker(`(${listen})()`, {
    name: "signals",
    eval: true,
    execArgv: ["--expose-internals", "--no-warnings"],
    workerData: { numbers: NUMBERS, graceMs: GRACE_MS },
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

/**
 * Keeps the memory of the main thread small, as the threads of a run do (import/threads/reading-threads). The heap grows by 40
 * percent of what is in use before V8 collects garbage: a sync over the lists of 40,000 volumes takes 260 MB instead of 420,
 * and 0.1 s more. The young generation does not grow: an import creates much short-lived data, for which V8 would use 80 MB, and V8
 * releases buffers only when it collects that generation. With a start at 4 MB instead of 1, an import of one gigantic line
 * exceeds its memory limit.
 */
export function limitHeap(): void {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString("--heap-growing-percent=40");
  setFlagsFromString("--semi-space-growth-factor=1");
}
