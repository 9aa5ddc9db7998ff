/**
 * Makes segments of the index of words in another thread, which is started with the first one.
 *
 * A transaction cannot wait for a promise, so the writer's thread sleeps until a segment is made.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from "node:worker_threads";
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

/** Rows as the thread gets them. */
export interface SentRows extends PackedRows {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type SegmentAnswer =
  | { readonly parts: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly error: string };

/** Seconds that the writer's thread sleeps at most; a segment takes one. It does not hear of the end of the other thread while it sleeps. */
const MAX_SECONDS = 600;

interface StartedThread {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly end: Promise<void>;
}

export class ThreadedSegmentMaker implements SegmentMaker, AsyncDisposable {
  readonly #start: typeof startThread;
  readonly #maxSeconds: number;
  readonly #answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #thread: StartedThread | null = null;
  /** Numbers of segments that were begun, and of answers that were received. */
  #begun = 0;
  #received = 0;
  #failure: unknown = null;

  constructor(start: typeof startThread = startThread, maxSeconds: number = MAX_SECONDS) {
    this.#start = start;
    this.#maxSeconds = maxSeconds;
  }

  /** @throws Error if the thread has ended or does not answer */
  begin(rows: PackedRows): void {
    this.#thread ??= this.#startThread();
    if (this.#received < this.#begun) this.#receive();
    if (this.#failure !== null) throw this.#failure;
    const bytes = new Uint8Array(rows.bytes);
    this.#thread.port.postMessage({ ...rows, bytes } satisfies SentRows, [bytes.buffer]);
    this.#begun++;
  }

  /** @throws Error if the thread cannot make the segment, has ended or does not answer */
  finish(): Iterable<Uint8Array> {
    const answer = this.#receive();
    if ("error" in answer) throw new Error(`cannot make a segment of the index: ${answer.error}`);
    return freedOneByOne(answer.parts);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#thread?.port.close();
    await this.#thread?.end;
  }

  #startThread(): StartedThread {
    const { port1, port2 } = new MessageChannel();
    const task: SegmentTask = { answered: this.#answered, port: port2 };
    const worker = this.#start("segment-thread", task, [port2]);
    worker.on("error", (error) => {
      this.#failure ??= error;
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    worker.once("exit", () => {
      this.#failure ??= new Error("the thread that makes segments of the index has ended");
      resolve();
    });
    return { worker, port: port1, end: promise };
  }

  #receive(): SegmentAnswer {
    if (this.#failure !== null) throw this.#failure;
    if (this.#thread === null || this.#received === this.#begun) throw new Error("no segment was begun");
    // in short waits: a process that was stopped meanwhile does not use up the time
    for (let second = 0; Atomics.wait(this.#answered, 0, this.#received, 1_000) === "timed-out"; second++) {
      if (second < this.#maxSeconds) continue;
      this.#failure = new Error("the thread that makes segments of the index does not answer");
      void this.#thread.worker.terminate();
      throw this.#failure;
    }
    this.#received++;
    return receiveMessageOnPort(this.#thread.port)?.message;
  }
}

/** Frees each part when the next one is asked for: otherwise it waits for a collection. */
function* freedOneByOne(parts: readonly Uint8Array<ArrayBuffer>[]): Generator<Uint8Array, void, undefined> {
  for (const part of parts) {
    yield part;
    part.buffer.transfer(0);
  }
}
