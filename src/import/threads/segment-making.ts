/**
 * Lets another thread make the segments of the index of words for the writer. It is started with the first segment.
 *
 * A transaction cannot wait for a promise, so the writer's thread sleeps until a segment is made.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from "node:worker_threads";
import type { PackedRows } from "../../store/segments/index-rows.ts";
import type { SegmentMaking as Making } from "../../store/write/index-writer.ts";
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
export type SegmentAnswer = { readonly made: Uint8Array<ArrayBuffer> } | { readonly error: string };

export class SegmentMaking implements Making, AsyncDisposable {
  readonly #answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #thread: { readonly worker: Worker; readonly port: MessagePort; readonly end: Promise<void> } | null = null;
  /** Number of answers that were received. */
  #received = 0;

  begin(rows: PackedRows): void {
    const { buffer } = rows.bytes;
    this.#thread ??= this.#start();
    this.#thread.worker.postMessage(
      rows satisfies ToSegmentThread,
      buffer instanceof ArrayBuffer ? [buffer] : [],
    );
  }

  finish(): Buffer {
    if (this.#thread === null) throw new Error("no segment of the index was begun");
    Atomics.wait(this.#answered, 0, this.#received++);
    const answer: SegmentAnswer = receiveMessageOnPort(this.#thread.port)?.message;
    if ("error" in answer) throw new Error(`cannot make a segment of the index: ${answer.error}`);
    const { buffer, byteOffset, byteLength } = answer.made;
    return Buffer.from(buffer, byteOffset, byteLength);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#thread === null) return;
    const { worker, port, end } = this.#thread;
    this.#thread = null;
    worker.postMessage(null satisfies ToSegmentThread);
    port.close();
    await end;
  }

  #start() {
    const { port1, port2 } = new MessageChannel();
    const task = { answered: this.#answered, port: port2 } satisfies SegmentTask;
    const worker = startThread("segment-thread", task, [port2]);
    const { promise, resolve } = Promise.withResolvers<void>();
    worker.once("exit", () => resolve());
    return { worker, port: port1, end: promise };
  }
}
