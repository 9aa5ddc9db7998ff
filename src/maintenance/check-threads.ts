/**
 * Runs the tasks of a verification: in this thread for a small corpus, else in several.
 *
 * Each thread has a snapshot of its own. All must be of the same state, so while an import commits between two of them, all are
 * opened again.
 */
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { startThread } from "../import/threads/start-thread.ts";
import { type Fault, faultOf } from "../import/threads/thread-messages.ts";
import type { VerifySnapshot } from "../store/maintenance/verify-corpus.ts";
import { type CheckTask, runTask, type TaskResult } from "./check-tasks.ts";

export type ToCheckThread =
  /** The task null opens a snapshot. */
  { readonly kind: "run"; readonly task: CheckTask | null } | { readonly kind: "close" };

export type FromCheckThread =
  | { readonly kind: "opened"; readonly state: string }
  | { readonly kind: "done"; readonly result: TaskResult }
  | { readonly kind: "fault"; readonly fault: Fault };

/** A smaller corpus takes one thread some ten seconds. */
const MIN_BYTES = 64 * 2 ** 20;
/** Each takes some 150 MB. */
const MAX_THREADS = 4;
/** An import commits every few seconds, and opening takes some milliseconds. */
const MAX_OPENED = 20;

type Run = (task: CheckTask) => Promise<TaskResult>;

/** The snapshot of this thread, and what runs the tasks. */
export class CheckThreads implements AsyncDisposable {
  readonly snapshot: VerifySnapshot;
  readonly #threads: readonly CheckThread[];
  readonly #idle: Run[];
  readonly #waiting: ((run: Run) => void)[] = [];
  readonly #running = new Set<Promise<TaskResult>>();
  /** Stops all tasks when one of them fails. */
  readonly #stop = new AbortController();

  private constructor(snapshot: VerifySnapshot, threads: readonly CheckThread[], signal: AbortSignal | null) {
    this.snapshot = snapshot;
    this.#threads = threads;
    const stopped = AbortSignal.any([this.#stop.signal, ...(signal === null ? [] : [signal])]);
    const here: Run = (task) => runTask(snapshot, task, stopped);
    this.#idle = threads.length === 0 ? [here] : threads.map((thread) => (task) => thread.run(task, stopped));
  }

  /**
   * @param openSnapshot returns null if the corpus cannot be opened, and so does `open` then
   * @param wanted number of threads; null: as many as fit the corpus and the machine
   */
  static async open(
    path: string,
    openSnapshot: () => VerifySnapshot | null,
    { wanted, signal }: { readonly wanted: number | null; readonly signal: AbortSignal | null },
  ): Promise<CheckThreads | null> {
    let snapshot = openSnapshot();
    if (snapshot === null) return null;
    const threads = Array.from({ length: wanted ?? threadsFor(path) }, () => new CheckThread(path));
    try {
      for (let opened = 1; opened <= MAX_OPENED && threads.length > 0; opened++) {
        if (await areOfState(threads, snapshot)) return new CheckThreads(snapshot, threads.splice(0), signal);
        snapshot[Symbol.dispose]();
        snapshot = openSnapshot();
        if (snapshot === null) return null;
      }
      return new CheckThreads(snapshot, [], signal);
    } finally {
      await closeAll(threads);
    }
  }

  /** Number of tasks that run at the same time. */
  get size(): number {
    return Math.max(this.#threads.length, 1);
  }

  /** Runs a task after those before it. @throws what ended it or another task; the reason of the signal */
  run(task: CheckTask): Promise<TaskResult> {
    const running = this.#run(task);
    this.#running.add(running);
    const forget = (): void => void this.#running.delete(running);
    running.then(forget, forget);
    return running;
  }

  /** Stops the tasks that still run. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#running);
    await closeAll(this.#threads);
    this.snapshot[Symbol.dispose]();
  }

  async #run(task: CheckTask): Promise<TaskResult> {
    const run = this.#idle.pop() ?? (await new Promise<Run>((resolve) => this.#waiting.push(resolve)));
    try {
      this.#stop.signal.throwIfAborted();
      return await run(task);
    } catch (error) {
      this.#stop.abort(error);
      throw error;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(run);
      else next(run);
    }
  }
}

function threadsFor(path: string): number {
  const isLarge = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= MIN_BYTES;
  const threads = Math.min(availableParallelism(), MAX_THREADS);
  return isLarge && threads > 1 ? threads : 0;
}

/** Opens a snapshot in each thread. False also for a corpus that is too damaged for it, which this thread reports. */
async function areOfState(threads: readonly CheckThread[], snapshot: VerifySnapshot): Promise<boolean> {
  try {
    const states = await Promise.all(threads.map((thread) => thread.open()));
    return states.every((state) => state === snapshot.state);
  } catch {
    return false;
  }
}

async function closeAll(threads: readonly CheckThread[]): Promise<void> {
  await Promise.all(threads.map((thread) => thread.close()));
}

/** A thread, which is asked one thing at a time. */
class CheckThread {
  readonly #thread: Worker;
  readonly #ended: Promise<void>;
  #isEnded = false;
  #answer: PromiseWithResolvers<FromCheckThread> | null = null;

  constructor(path: string) {
    this.#thread = startThread("check-thread", path, [], import.meta.url);
    this.#thread.on("message", (message: FromCheckThread) => this.#answer?.resolve(message));
    this.#thread.on("error", (error) => this.#answer?.reject(error));
    this.#ended = new Promise((resolve) => {
      this.#thread.once("exit", () => {
        this.#isEnded = true;
        this.#answer?.reject(new Error("a thread of the verification ended before it answered"));
        resolve();
      });
    });
  }

  /** Opens a snapshot in the thread, and returns its state. */
  async open(): Promise<string> {
    const answer = await this.#ask({ kind: "run", task: null });
    return answer.kind === "opened" ? answer.state : "";
  }

  async run(task: CheckTask, signal: AbortSignal): Promise<TaskResult> {
    signal.throwIfAborted();
    const { promise, reject } = Promise.withResolvers<never>();
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    try {
      const answer = await Promise.race([this.#ask({ kind: "run", task }), promise]);
      if (answer.kind !== "done") throw new Error(`a thread of the verification answered "${answer.kind}"`);
      return answer.result;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  async close(): Promise<void> {
    this.#answer = null;
    this.#thread.postMessage({ kind: "close" } satisfies ToCheckThread);
    await this.#ended;
  }

  async #ask(question: ToCheckThread): Promise<FromCheckThread> {
    if (this.#isEnded) throw new Error("a thread of the verification has ended");
    this.#answer = Promise.withResolvers();
    this.#thread.postMessage(question);
    const answer = await this.#answer.promise;
    if (answer.kind === "fault") throw faultOf(answer.fault);
    return answer;
  }
}
