/**
 * Makes segments of the index of words in another thread, which is started with the first one.
 *
 * A transaction cannot wait for a promise, so the writer's thread sleeps until a segment is made.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { PackedRows } from "../../store/segments/index-rows.ts";
import type { SegmentMaker } from "../../store/segments/segment-builder.ts";
import { startThread } from "./start-thread.ts";

/** What the thread is started with. */
export interface SegmentTask {
  /** Number of answers. */
  readonly answered: Int32Array<SharedArrayBuffer>;
  /** For rows and answers. */
  readonly port: MessagePort;
}

export type SegmentAnswer =
  | { readonly parts: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly error: string };

/** A segment takes a second. A thread that has ended does not answer, and a thread that sleeps does not hear of its end. */
const MAX_WAIT_MS = 600_000;

export class ThreadedSegmentMaker implements SegmentMaker, Disposable {
  readonly #start: typeof startThread;
  readonly #maxWaitMs: number;
  readonly #answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  /** Numbers of segments that were begun, and of answers that were received. */
  #begun = 0;
  #received = 0;
  #port: MessagePort | null = null;
  #failure: unknown = null;

  constructor(start: typeof startThread = startThread, maxWaitMs: number = MAX_WAIT_MS) {
    this.#start = start;
    this.#maxWaitMs = maxWaitMs;
  }

  begin(rows: PackedRows): void {
    this.#port ??= this.#startThread();
    if (this.#received < this.#begun) this.#receive(this.#port);
    if (this.#failure !== null) throw this.#failure;
    const bytes = new Uint8Array(rows.bytes);
    this.#port.postMessage({ ...rows, bytes } satisfies PackedRows, [bytes.buffer]);
    this.#begun++;
  }

  finish(): readonly Uint8Array[] {
    if (this.#port === null) throw new Error("no segment was begun");
    const answer = this.#receive(this.#port);
    if ("error" in answer) throw new Error(`cannot make a segment of the index: ${answer.error}`);
    return answer.parts;
  }

  [Symbol.dispose](): void {
    this.#port?.close();
  }

  #startThread(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const task: SegmentTask = { answered: this.#answered, port: port2 };
    this.#start("segment-thread", task, [port2]).on("error", (error) => {
      this.#failure ??= error;
    });
    return port1;
  }

  #receive(port: MessagePort): SegmentAnswer {
    if (this.#failure !== null) throw this.#failure;
    if (Atomics.wait(this.#answered, 0, this.#received, this.#maxWaitMs) === "timed-out") {
      this.#failure = new Error("the thread that makes segments of the index does not answer");
      throw this.#failure;
    }
    this.#received++;
    return receiveMessageOnPort(port)?.message;
  }
}
