/** A thread that runs tasks of a verification, one at a time, on a snapshot of its own. */
import { parentPort, workerData } from "node:worker_threads";
import { CaselawError } from "../domain/errors.ts";
import { asFault } from "../import/threads/thread-messages.ts";
import { VerifySnapshot } from "../store/maintenance/verify-corpus.ts";
import { type CheckTask, runTask } from "./check-tasks.ts";
import type { FromCheckThread, ToCheckThread } from "./check-threads.ts";

const path: unknown = workerData;
if (parentPort === null || typeof path !== "string") {
  throw new Error("the thread of checks was not started as a thread");
}
const main = parentPort;
const corpus = path;
const stop = new AbortController();
let snapshot: VerifySnapshot | null = null;
let isRunning = false;

main.on("message", (message: ToCheckThread) => {
  if (message.kind === "close") {
    stop.abort();
    if (!isRunning) close();
  } else void answer(message.task);
});

async function answer(task: CheckTask | null): Promise<void> {
  isRunning = true;
  try {
    main.postMessage(task === null ? open() : await run(task));
  } catch (error) {
    // nobody waits for the answer of a thread that was asked to end
    if (error instanceof CaselawError)
      main.postMessage({ kind: "fault", fault: asFault(error) } satisfies FromCheckThread);
    else if (!stop.signal.aborted) throw error;
  } finally {
    isRunning = false;
    if (stop.signal.aborted) close();
  }
}

function open(): FromCheckThread {
  snapshot?.[Symbol.dispose]();
  snapshot = new VerifySnapshot(corpus);
  return { kind: "opened", state: snapshot.state };
}

async function run(task: CheckTask): Promise<FromCheckThread> {
  if (snapshot === null) throw new Error("the thread of checks has no snapshot");
  return { kind: "done", result: await runTask(snapshot, task, stop.signal) };
}

function close(): void {
  snapshot?.[Symbol.dispose]();
  main.close();
}
