/** The threads that decode the blocks of one bzip2 file. They are started when they are first needed, and asked to end. */
import type { Worker } from "node:worker_threads";
import { startThreadModule } from "../domain/thread-module.ts";
import type { DecodedBlock, ToBzip2Thread } from "./bzip2-thread.ts";

/** Of JavaScript's objects, in MB: the memory of the WebAssembly is not counted. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 } as const;

interface Thread {
  readonly worker: Worker;
  /** The blocks that it has to decode, in their order. */
  readonly waiting: PromiseWithResolvers<DecodedBlock>[];
  readonly ended: Promise<void>;
}

export class Bzip2Threads implements AsyncDisposable {
  readonly #jobs: number;
  readonly #threads: Thread[] = [];

  constructor(jobs: number) {
    this.#jobs = jobs;
  }

  /**
   * Decodes a block in the thread that has the fewest of them.
   *
   * @param packed is copied
   * @param from bit at which the block's magic number begins
   */
  decode(packed: Uint8Array, from: number): Promise<DecodedBlock> {
    let thread = this.#threads.toSorted((a, b) => a.waiting.length - b.waiting.length)[0];
    if (thread === undefined || (thread.waiting.length > 0 && this.#threads.length < this.#jobs))
      thread = this.#start();
    const block = Promise.withResolvers<DecodedBlock>();
    // the error is that of whoever awaits the block; nobody awaits some of them
    block.promise.catch(() => {});
    thread.waiting.push(block);
    const copy = new Uint8Array(packed);
    thread.worker.postMessage({ packed: copy, from } satisfies ToBzip2Thread, [copy.buffer]);
    return block.promise;
  }

  #start(): Thread {
    const worker = startThreadModule("bzip2-thread", import.meta.url, { resourceLimits: RESOURCE_LIMITS });
    const waiting: Thread["waiting"] = [];
    const fail = (error: unknown): void => {
      for (const { reject } of waiting) reject(error);
    };
    worker.on("message", (block: DecodedBlock) => waiting.shift()?.resolve(block));
    worker.once("error", fail);
    const ended = Promise.withResolvers<void>();
    worker.once("exit", (code) => {
      fail(new Error(`a thread that decodes bzip2 ended with code ${code}`));
      ended.resolve();
    });
    const thread = { worker, waiting, ended: ended.promise };
    this.#threads.push(thread);
    return thread;
  }

  /** Ends the threads once the blocks that they have are decoded. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const { worker } of this.#threads) worker.postMessage(null satisfies ToBzip2Thread);
    await Promise.all(this.#threads.map(({ ended }) => ended));
  }
}
