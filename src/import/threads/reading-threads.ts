/**
 * The threads of a run that validate, read and parse archives: one reader, and as many parsers as fit the machine.
 *
 * They are started when they are first needed, further parsers only for an archive that is large enough: starting a thread costs
 * a tenth of a second. They are asked to end and never terminated, so that they close their database and archives. How many there are, and
 * how much waits between them, follows from the memory that a run may take.
 */
import { availableParallelism, totalmem } from "node:os";
import { constrainedMemory } from "node:process";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type TransferListItem,
  type Worker,
} from "node:worker_threads";
import type { Checksum, ValidatedArchive } from "../../domain/bulk-file.ts";
import { errorOf } from "../../domain/errors.ts";
import { startThreadModule } from "../../domain/thread-module.ts";
import type {
  ArchiveTask,
  FromParser,
  FromReader,
  ParserStart,
  ReadEnd,
  RecordBatch,
  ToReader,
  ValidityAnswer,
} from "./thread-messages.ts";

/** Packed bytes of an archive that make one more parser worth its start. */
const BYTES_A_PARSER = 2 * 2 ** 20;

export class ReadingThreads implements AsyncDisposable {
  readonly #maxParsers: number;
  readonly #aheadBytes: number;
  readonly #newObjectsMb: number;
  #reader: Worker | null = null;
  /** For each thread, resolved when it has ended. */
  readonly #ends: Promise<void>[] = [];
  /** For each parser, the port in which its batches wait. */
  readonly #parsers: MessagePort[] = [];
  /** Messages of the reader that the writer has not handled. */
  readonly #read: FromReader[] = [];
  /** Numbers of archives that were begun, and whose batches were all taken. */
  #begun = 0;
  #ended = 0;
  #failure: { readonly error: unknown } | null = null;
  /** Shared with the parsers, which skip waiting chunks once it is 1. */
  readonly #stopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #wake: () => void = () => {};

  /** @param jobs maximum number of parsers; default: as many as fit the machine */
  constructor(shares: MemoryShares, jobs: number = availableParallelism() - 1) {
    this.#maxParsers = Math.min(Math.max(jobs, 1), shares.parsers);
    this.#aheadBytes = shares.aheadBytes;
    this.#newObjectsMb = shares.newObjectsMb;
  }

  /**
   * Validates an archive, also while another one is read.
   *
   * @param zip as of `Archive.validate`
   * @throws CaselawError `corrupt`, `not_found` or `unavailable`
   */
  async validate(path: string, zip: Checksum | null = null): Promise<ValidatedArchive> {
    const { port1, port2 } = new MessageChannel();
    this.#startReader().postMessage({ kind: "validate", path, zip, port: port2 } satisfies ToReader, [port2]);
    const answer = await new Promise<ValidityAnswer | null>((resolve) => {
      port1.once("message", resolve);
      port1.once("close", () => resolve(null));
    });
    port1.close();
    if (answer === null) {
      await this.#ends[0];
      throw this.#failure?.error ?? new Error("the reader thread ended before it answered");
    }
    if (!answer.ok) throw errorOf(answer.fault);
    return answer.archive;
  }

  /**
   * Begins to read an archive: it is read after those before it, as far as the bound on memory allows.
   *
   * @param bytes of the archive, which decide the number of parsers
   * @returns its records in its order; to be taken in the order of `begin`, one archive at a time
   * @throws CaselawError `corrupt` when the archive cannot be read to its end, after the batches before the fault
   */
  begin(task: ArchiveTask, bytes: number): AsyncGenerator<RecordBatch> {
    this.#startParsers(Math.ceil(bytes / BYTES_A_PARSER));
    this.#startReader().postMessage({ kind: "read", task } satisfies ToReader);
    return this.#batches(this.#begun++);
  }

  async *#batches(archive: number): AsyncGenerator<RecordBatch> {
    // its batches would be mistaken for those of another archive
    if (this.#ended > archive) throw new Error("An archive was taken after one that was begun later");
    if (this.#ended < archive) {
      // an archive before it was refused or is damaged, and the rest of its batches was not taken
      this.#reader?.postMessage({ kind: "skip", before: archive } satisfies ToReader);
      while (this.#ended < archive) await this.#next();
    }
    for (;;) {
      const next = await this.#next();
      if ("records" in next) yield next;
      if (next.fault !== null) throw errorOf(next.fault);
      if (!("records" in next)) return;
      // signals and downloads are served also while batches wait
      await setImmediate();
    }
  }

  /** The next batch of the archive that is taken, or its end. @throws the error that ended a thread */
  async #next(): Promise<RecordBatch | ReadEnd> {
    const message = await this.#whenThere(() => this.#read.shift());
    if (message.kind === "end") {
      this.#ended++;
      return message;
    }
    const port = this.#parsers[message.parser];
    const { message: batch } = await this.#whenThere(() => port && receiveMessageOnPort(port));
    this.#reader?.postMessage({ kind: "taken" } satisfies ToReader);
    return batch;
  }

  async #whenThere<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      if (this.#failure !== null) throw this.#failure.error;
      const message = look();
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Ends the threads once all validations are answered. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped[0] = 1;
    this.#reader?.postMessage({ kind: "close" } satisfies ToReader);
    await Promise.all(this.#ends);
    for (const port of this.#parsers) port.close();
  }

  #startReader(): Worker {
    if (this.#reader === null) {
      this.#reader = this.#listenTo(startThread("reader-thread", this.#newObjectsMb, this.#aheadBytes));
      // it loads its modules while the reader validates
      this.#startParsers(1);
    }
    return this.#reader;
  }

  #startParsers(count: number): void {
    const reader = this.#startReader();
    while (this.#parsers.length < Math.min(count, this.#maxParsers)) {
      const [chunks, batches] = [new MessageChannel(), new MessageChannel()];
      const ports = { reader: chunks.port1, writer: batches.port1 };
      this.#parsers.push(batches.port2);
      const start: ParserStart = { ...ports, stopped: this.#stopped };
      this.#listenTo(startThread("parser-thread", this.#newObjectsMb, start, Object.values(ports)));
      reader.postMessage({ kind: "parser", port: chunks.port2 } satisfies ToReader, [chunks.port2]);
    }
  }

  #listenTo(thread: Worker): Worker {
    const fail = (error: unknown): void => {
      this.#failure ??= { error };
      this.#wake();
    };
    thread.on("message", (message: FromReader | FromParser) => {
      if (message.kind === "fault") fail(errorOf(message.fault));
      else if (message.kind !== "parsed") this.#read.push(message);
      this.#wake();
    });
    thread.on("error", fail);
    const { promise, resolve } = Promise.withResolvers<void>();
    thread.once("exit", (code) => {
      // an exit without an error event, which a dependency may cause; a thread that was asked to end exits with 0
      if (code !== 0) fail(new Error(`a reading thread ended with code ${code}`));
      resolve();
    });
    this.#ends.push(promise);
    return thread;
  }
}

const HEAP_FLAGS = [
  // a heap grows by 40 percent before it is collected, not to four times what is in use: 20 MB less for 140,000 short cases
  "--heap-growing-percent=40",
  // V8's helpers share the processors with the threads of the import, which took 3 % more time with them
  "--no-parallel-scavenge",
  // objects that live until their chunk is sent are not put into the old space, which was marked 67 times instead of 3: 4 % less time
  "--no-allocation-site-pretenuring",
];

/**
 * Heap of a thread, in MB. Without this limit garbage makes it grow to 300 and more. A line of 64 MiB, the longest that is
 * read, needs some 700 once it is parsed.
 */
const OLD_OBJECTS_MB = 1024;

/**
 * @param name of the module in this folder that the thread runs, shown by the system's tools
 * @param newObjectsMb most new objects become garbage at once; V8 has this memory three times
 */
function startThread(
  name: "reader-thread" | "parser-thread",
  newObjectsMb: number,
  workerData: unknown,
  transferList: TransferListItem[] = [],
): Worker {
  for (const flag of [...HEAP_FLAGS, `--min-semi-space-size=${newObjectsMb}`]) setFlagsFromString(flag);
  const resourceLimits = {
    maxOldGenerationSizeMb: OLD_OBJECTS_MB,
    maxYoungGenerationSizeMb: 3 * newObjectsMb,
  };
  const options = { workerData, transferList, resourceLimits };
  return startThreadModule(name, import.meta.url, options);
}

/**
 * Default maximum of the resident bytes of an import, of all threads together: room for all threads where they help.
 *
 * @param memory of the machine or the container, in bytes
 */
export function defaultMemory(
  processors: number = availableParallelism(),
  memory: number = Math.min(totalmem(), constrainedMemory() || Number.POSITIVE_INFINITY),
): number {
  return (processors >= 4 && memory >= 2 ** 31 ? 520 : 450) * 2 ** 20;
}

/** Memory of each parser beyond the first. */
const PARSER_BYTES = 40 * 2 ** 20;
/** Memory of an import with one parser and all buffers at their full size. */
const FULL_BYTES = 400 * 2 ** 20;
/** The writer keeps up with four parsers. */
const MAX_PARSERS = 4;

interface MemoryShares {
  readonly parsers: number;
  /**
   * Chunks between reader and writer, so that the parsers go on while the writer commits. With 10 MB instead of 15, a set of CourtListener's
   * tables took 4 % longer and 27 MB less; with 30, as long and 50 MB more.
   */
  readonly aheadBytes: number;
  /** New objects of each thread, in MB. With 2 an import takes a tenth longer. */
  readonly newObjectsMb: number;
  /** Batches that wait for the shrink check. */
  readonly shrinkBufferBytes: number;
}

export function shareMemory(bytes: number = defaultMemory()): MemoryShares {
  const shrinkBufferBytes = Math.min(32 * 2 ** 20, bytes / 12);
  const isFull = bytes >= FULL_BYTES;
  const parsers = isFull ? Math.min(1 + Math.floor((bytes - FULL_BYTES) / PARSER_BYTES), MAX_PARSERS) : 1;
  const [ahead, newObjectsMb] = isFull ? [12, 8] : [4, 2];
  return { parsers, aheadBytes: ahead * 2 ** 20, newObjectsMb, shrinkBufferBytes };
}
