/**
 * Makes the segments of the index of words in another thread.
 *
 * A transaction cannot wait for a promise, so the writer's thread sleeps until a segment is made.
 */
import { once } from "node:events";
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type TransferListItem,
  type Worker,
} from "node:worker_threads";
import type { PackedRows } from "../../store/segments/index-rows.ts";
import type { SegmentMaker } from "../../store/write/index-writer.ts";
import { startThread } from "./start-thread.ts";

/** What the thread is started with. */
export interface SegmentTask {
  /** Number of answers. */
  readonly answered: Int32Array<SharedArrayBuffer>;
  /** For answers. */
  readonly port: MessagePort;
}

/** Null ends the thread. */
export type ToSegmentThread = PackedRows | null;
export type SegmentAnswer =
  | { readonly made: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly error: string };

/** A segment takes a second. A thread that has ended does not answer, and a thread that sleeps does not hear of its end. */
const MAX_WAIT_MS = 600_000;

const startSegmentThread = (task: SegmentTask, transferred: TransferListItem[]): Worker =>
  startThread("segment-thread", task, transferred);

export class ThreadedSegmentMaker implements SegmentMaker, AsyncDisposable {
  readonly #answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #maxWaitMs: number;
  readonly #port: MessagePort;
  readonly #worker: Worker;
  readonly #end: Promise<void>;
  /** Number of answers that were received. */
  #received = 0;
  #failure: unknown = null;

  private constructor(start: typeof startSegmentThread, maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = start({ answered: this.#answered, port: port2 }, [port2]);
    this.#worker.on("error", (error) => {
      this.#failure ??= error;
    });
    this.#end = new Promise((resolve) => {
      this.#worker.once("exit", () => {
        this.#failure ??= new Error("the thread that makes segments of the index has ended");
        resolve();
      });
    });
  }

  /** @throws Error if the thread cannot be started */
  static async start(start = startSegmentThread, maxWaitMs = MAX_WAIT_MS): Promise<ThreadedSegmentMaker> {
    const maker = new ThreadedSegmentMaker(start, maxWaitMs);
    const isReady = once(maker.#worker, "message");
    // the error of the thread is thrown below
    isReady.catch(() => {});
    await Promise.race([isReady, maker.#end]).catch(() => maker.#end);
    if (maker.#failure !== null) throw maker.#failure;
    return maker;
  }

  begin(rows: PackedRows): void {
    if (this.#failure !== null) throw this.#failure;
    const { buffer } = rows.bytes;
    this.#worker.postMessage(rows satisfies ToSegmentThread, buffer instanceof ArrayBuffer ? [buffer] : []);
  }

  finish(): readonly Uint8Array[] {
    if (this.#failure !== null) throw this.#failure;
    const state = Atomics.wait(this.#answered, 0, this.#received, this.#maxWaitMs);
    if (state === "timed-out") {
      this.#failure = new Error("the thread that makes segments of the index does not answer");
      throw this.#failure;
    }
    this.#received++;
    const answer: SegmentAnswer = receiveMessageOnPort(this.#port)?.message;
    if ("error" in answer) throw new Error(`cannot make a segment of the index: ${answer.error}`);
    return answer.made;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#worker.postMessage(null satisfies ToSegmentThread);
    this.#port.close();
    await this.#end;
  }
}
