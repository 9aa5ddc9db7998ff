/**
 * The bzip2 format, of one stream or many in a row: its blocks are decoded in threads.
 *
 * A block begins at any bit, and its length is not written. So everything that begins like a block is decoded in advance. Afterwards the
 * order is followed: a block begins where the block before it ends; what only looks like a block is dropped.
 */
import { type FileHandle, open } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { systemCodeOf } from "../domain/errors.ts";
import { startThreadModule } from "../domain/thread-module.ts";
import type { DecodedBlock, ToBzip2Thread } from "./bzip2-thread.ts";
import { BLOCK_MAGIC, Bzip2Window, END_MAGIC } from "./bzip2-window.ts";
import { archiveFault, asArchiveFault } from "./fault.ts";
import { WRITE_RUNS } from "./write-runs.wasm.ts";

export interface Bzip2Options {
  /** Threads at most; each takes some 20 MB. Default: one for each processor, but no more than two. */
  readonly jobs?: number;
  /** Called with the number of packed bytes that are decoded, from the beginning of the file. */
  readonly onRead?: (packedBytes: number) => void;
}

/**
 * Decodes a file. Each chunk is the decoder's own memory and valid until the next one is requested.
 *
 * @throws CaselawError `corrupt` when the file is not bzip2, is damaged, cut short or followed by other bytes, after all bytes
 *   that could be decoded before; the message has the byte of the file at which the damaged part begins, counted from 0.
 *   `not_found` or `unavailable` when the system cannot read it.
 */
export async function* readBzip2(path: string, options: Bzip2Options = {}): AsyncGenerator<Buffer> {
  try {
    await using file = await open(path);
    yield* decodeFile(path, file, options);
  } catch (error) {
    throw systemCodeOf(error) === undefined ? error : asArchiveFault(path, null, error);
  }
}

async function* decodeFile(
  path: string,
  file: FileHandle,
  { jobs = Math.min(availableParallelism(), 2), onRead }: Bzip2Options,
): AsyncGenerator<Buffer> {
  await using threads = new Bzip2Threads(Math.max(jobs, 1));
  const window = new Bzip2Window(file);
  const runs = new RunWriter();
  const blocks = new BlockQueue(window, threads, 2 * Math.max(jobs, 1));
  const fault = (bit: number, reason: string) =>
    archiveFault(path, null, `bzip2 at byte ${Math.floor(bit / 8)}: ${reason}`);
  const cutShort = (bit: number) => fault(bit, "it ends in the middle");

  for (let start = 0; ; ) {
    const header = (await window.bytes(start, start + HEADER_BYTES)).toString("latin1");
    if (header === "" && start > 0) return;
    if (header === "") throw fault(0, "it is empty");
    if ("BZh".startsWith(header)) throw cutShort(start * 8);
    if (!/^BZh[1-9]$/.test(header))
      throw fault(start * 8, start === 0 ? "no bzip2 stream begins here" : "other bytes follow the stream");

    let bit = (start + HEADER_BYTES) * 8;
    let streamCrc = 0;
    for (;;) {
      const { magic, crc, isComplete } = await readMagic(window, bit);
      if (!isComplete) throw cutShort(bit);
      if (magic === "end" && crc !== streamCrc) throw fault(bit, "the checksum of the stream does not match");
      if (magic === "end") break;
      if (magic === null) throw fault(bit, "neither a block nor the end of the stream is here");
      const { result, end, text } = await blocks.take(bit);
      if (result === "cut") throw cutShort(bit);
      if (result === "damaged") throw fault(bit, "the block is damaged");
      const isIntact = yield* runs.write(text, crc);
      // freed at once, before the collector would free it
      text.buffer.transfer(0);
      if (!isIntact) throw fault(bit, "the checksum of the block does not match");
      streamCrc = (((streamCrc << 1) | (streamCrc >>> 31)) ^ crc) >>> 0;
      bit = end;
      window.forget(Math.floor(bit / 8));
      onRead?.(Math.floor(bit / 8));
    }
    start = Math.ceil((bit + MAGIC_BITS + CRC_BITS) / 8);
    onRead?.(start);
  }
}

const HEADER_BYTES = 4;
const MAGIC_BITS = 48;
const CRC_BITS = 32;

/** The magic number at a bit, and the checksum that follows: of the block, or of the stream at its end. */
async function readMagic(window: Bzip2Window, bit: number) {
  const bytes = Math.ceil((bit + MAGIC_BITS + CRC_BITS) / 8) - Math.floor(bit / 8);
  const start = Math.floor(bit / 8);
  const isComplete = (await window.bytes(start, start + bytes)).length === bytes;
  const [high = 0, low = 0, crcHigh = 0, crcLow = 0] = await window.bits(bit, 24, 24, 16, 16);
  const is = (magic: readonly number[]): boolean => high === magic[0] && low === magic[1];
  const magic = is(BLOCK_MAGIC) ? "block" : is(END_MAGIC) ? "end" : null;
  return { magic, crc: ((crcHigh << 16) | crcLow) >>> 0, isComplete };
}

/** Packed bytes that a block has at most, as in decode-bzip2.as.ts. */
const MOST_BLOCK_INPUT = 2_400_000;

/** Blocks that are decoded in advance, in the order of the file. */
class BlockQueue {
  readonly #window: Bzip2Window;
  readonly #threads: Bzip2Threads;
  readonly #mostBlocks: number;
  readonly #blocks: { readonly bit: number; readonly decoded: Promise<DecodedBlock> }[] = [];
  /** The bit of the first block that is not in `#blocks`; null if it is not known. */
  #next: number | null = null;

  constructor(window: Bzip2Window, threads: Bzip2Threads, mostBlocks: number) {
    this.#window = window;
    this.#threads = threads;
    this.#mostBlocks = mostBlocks;
  }

  /** @param bit of the file at which the block begins; `end` of the result is also a bit of the file */
  async take(bit: number): Promise<DecodedBlock> {
    // magic numbers within the block before are there by chance
    while ((this.#blocks[0]?.bit ?? bit) < bit) this.#blocks.shift();
    if (this.#blocks[0]?.bit !== bit) {
      this.#blocks.length = 0;
      this.#next = bit;
    }
    while (this.#next !== null && this.#blocks.length < this.#mostBlocks) {
      const from: number = this.#next;
      this.#next = await this.#window.findBlock(from + 1, MOST_BLOCK_INPUT);
      this.#blocks.push({
        bit: from,
        decoded: this.#threads.decode(...(await this.#input(from, this.#next))),
      });
    }
    const block = await this.#blocks.shift()?.decoded;
    // the input ended at a magic number within the block
    const isPart = block === undefined || block.result === "cut";
    const { end, ...decoded } = isPart
      ? await this.#threads.decode(...(await this.#input(bit, null)))
      : block;
    return { ...decoded, end: bit - (bit % 8) + end };
  }

  /** @param next bit at which the next block begins, or null */
  async #input(bit: number, next: number | null): Promise<[packed: Buffer, from: number]> {
    const start = Math.floor(bit / 8);
    const most = start + MOST_BLOCK_INPUT;
    const to = next === null ? most : Math.min(most, Math.ceil((next + MAGIC_BITS) / 8));
    return [await this.#window.bytes(start, to), bit % 8];
  }
}

/** Of JavaScript's objects, in MB: the memory of the WebAssembly is not counted. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 } as const;

interface Thread {
  readonly worker: Worker;
  /** The blocks that are not decoded yet, in their order. */
  readonly waiting: PromiseWithResolvers<DecodedBlock>[];
  readonly ended: Promise<void>;
}

/** The threads that decode the blocks of one file. They are started when they are first needed, and asked to end. */
class Bzip2Threads implements AsyncDisposable {
  readonly #jobs: number;
  readonly #threads: Thread[] = [];

  constructor(jobs: number) {
    this.#jobs = jobs;
  }

  /**
   * Decodes a block in the thread with the fewest waiting blocks.
   *
   * @param packed is copied
   * @param from bit at which the block's magic number begins
   */
  decode(packed: Uint8Array, from: number): Promise<DecodedBlock> {
    let thread = this.#threads.toSorted((a, b) => a.waiting.length - b.waiting.length)[0];
    if (thread === undefined || (thread.waiting.length > 0 && this.#threads.length < this.#jobs))
      thread = this.#start();
    const block = Promise.withResolvers<DecodedBlock>();
    // who awaits the block gets the error; some blocks are not awaited
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

  /** Ends the threads once their blocks are decoded. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const { worker } of this.#threads) worker.postMessage(null satisfies ToBzip2Thread);
    await Promise.all(this.#threads.map(({ ended }) => ended));
  }
}

interface Exports extends Readonly<Record<"TEXT" | "OUTPUT", { readonly value: number }>> {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly start: () => void;
  readonly begin: (bytes: number) => void;
  readonly write: () => number;
  readonly isWritten: () => number;
  readonly crc: () => number;
}

declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Exports };
};

/** The WebAssembly that writes out the runs of a block (write-runs.as.ts), for one file. */
class RunWriter {
  readonly #exports = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(WRITE_RUNS, "base64")))
    .exports;
  readonly #memory = Buffer.from(this.#exports.memory.buffer);

  constructor() {
    this.#exports.start();
  }

  /**
   * Yields the bytes of a block in chunks of at most 1 MiB, each valid until the next one is requested: a block of runs has up to
   * 46 MB.
   *
   * @returns whether the checksum is that of the bytes; the last chunk is yielded only if it is
   */
  *write(text: Uint8Array, crc: number): Generator<Buffer, boolean> {
    const { TEXT, OUTPUT, begin, write, isWritten } = this.#exports;
    this.#memory.set(text, TEXT.value);
    begin(text.length);
    for (;;) {
      const bytes = write();
      const isEnd = isWritten() !== 0;
      if (isEnd && this.#exports.crc() >>> 0 !== crc) return false;
      yield this.#memory.subarray(OUTPUT.value, OUTPUT.value + bytes);
      if (isEnd) return true;
    }
  }
}
