/**
 * The threads that read and parse archives, as long as a run lasts: one reader, and as many parsers as fit the machine.
 *
 * They are started when they are first needed, each parser only for an archive that gives it something to do: a thread costs
 * a tenth of a second. They are asked to end and never terminated, so that they close what they hold: a database, an archive.
 */
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { MessageChannel, type Worker } from "node:worker_threads";
import type { MemoryShares } from "../memory.ts";
import { startThread } from "./start-thread.ts";
import {
  type ArchiveTask,
  faultOf,
  type ParsedPiece,
  type ParserFault,
  type ReadEnd,
  type RecordBatch,
  type ToReader,
} from "./thread-messages.ts";

/** Bytes of an archive, packed, for which one parser more is worth its start. */
const BYTES_A_PARSER = 2 * 2 ** 20;

/** What the threads sent, in the order of arrival, and what ended one of them. */
interface Inbox {
  readonly messages: (ParsedPiece | ReadEnd)[];
  failure: { readonly error: unknown } | null;
  wake: () => void;
}

export class ReadingThreads implements AsyncDisposable {
  readonly #maxParsers: number;
  readonly #aheadBytes: number;
  #reader: Worker | null = null;
  #gone: Promise<void>[] = [];
  #parsers = 0;
  #inbox: Inbox = newInbox();

  /** @param jobs parsers at most; absent: as many as fit the machine */
  constructor(shares: MemoryShares, jobs: number = availableParallelism() - 1) {
    this.#maxParsers = Math.min(Math.max(jobs, 1), shares.parsers);
    this.#aheadBytes = shares.aheadBytes;
  }

  /**
   * The records of an archive in its order. One archive at a time.
   *
   * @param bytes of the archive, by which the number of parsers goes
   * @throws CaselawError `corrupt` when the archive cannot be read to its end, after the batches before the fault
   */
  async *read(task: ArchiveTask, bytes: number): AsyncGenerator<RecordBatch> {
    const early = new Map<number, ParsedPiece>();
    let end: ReadEnd | null = null;
    let isDone = false;
    try {
      this.#start(Math.ceil(bytes / BYTES_A_PARSER));
      this.#tell({ kind: "read", task });
      for (let next = 0; end === null || next < end.pieces; ) {
        const piece = early.get(next);
        if (piece === undefined) {
          const message = await this.#receive();
          if (message.kind === "end") end = message;
          else early.set(message.sequence, message);
          continue;
        }
        early.delete(next++);
        yield piece.batch;
        this.#tell({ kind: "taken", weight: piece.weight });
        // a signal is heard, and a download goes on, also while batches are waiting
        await setImmediate();
      }
      isDone = true;
    } finally {
      // pieces of an archive that was left half-way are on their way still
      if (!isDone) await this[Symbol.asyncDispose]();
    }
    if (end.fault !== null) throw faultOf(end.fault);
  }

  /** Ends the threads; an archive that is asked for afterwards gets new ones. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#tell({ kind: "close" });
    await Promise.all(this.#gone);
    this.#reader = null;
    this.#gone = [];
    this.#parsers = 0;
    this.#inbox = newInbox();
  }

  #start(wanted: number): void {
    const parsers = Math.min(Math.max(wanted, 1), this.#maxParsers);
    if (this.#reader === null) {
      this.#reader = this.#hear(startThread("reader-thread", this.#aheadBytes));
    }
    for (; this.#parsers < parsers; this.#parsers++) {
      const { port1, port2 } = new MessageChannel();
      this.#hear(startThread("parser-thread", port1, [port1]));
      this.#reader.postMessage({ kind: "parser", port: port2 } satisfies ToReader, [port2]);
    }
  }

  #hear(thread: Worker): Worker {
    const inbox = this.#inbox;
    thread.on("message", (message: ParsedPiece | ReadEnd | ParserFault) => {
      if (message.kind === "fault") inbox.failure ??= { error: faultOf(message.fault) };
      else inbox.messages.push(message);
      inbox.wake();
    });
    thread.on("error", (error) => {
      inbox.failure ??= { error };
      inbox.wake();
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    thread.once("exit", (code) => {
      // an exit without an error event, which a dependency may cause; a thread that was asked to end leaves 0
      if (code !== 0) inbox.failure ??= { error: new Error(`a reading thread ended with code ${code}`) };
      inbox.wake();
      resolve();
    });
    this.#gone.push(promise);
    return thread;
  }

  #tell(order: ToReader): void {
    this.#reader?.postMessage(order);
  }

  /** The next message; throws what ended a thread. */
  async #receive(): Promise<ParsedPiece | ReadEnd> {
    const inbox = this.#inbox;
    for (;;) {
      if (inbox.failure !== null) throw inbox.failure.error;
      const message = inbox.messages.shift();
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => {
        inbox.wake = resolve;
      });
    }
  }
}

function newInbox(): Inbox {
  return { messages: [], failure: null, wake: () => {} };
}
