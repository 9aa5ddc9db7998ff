/**
 * The threads of a run that validate, read and parse archives: one reader, and as many parsers as fit the machine.
 *
 * They are started when they are first needed, each parser only for an archive that is large enough: starting a thread costs
 * a tenth of a second. They are asked to end and never terminated, so that they close their database and archives.
 */
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from "node:worker_threads";
import type { Checksum, ValidatedArchive } from "../../domain/bulk-file.ts";
import type { BodyForm } from "../../domain/casebody.ts";
import type { VolumeContext } from "../../sources/read-case.ts";
import type { MemoryShares } from "../memory.ts";
import { startThread } from "./start-thread.ts";
import {
  type Answer,
  type ArchiveTask,
  faultOf,
  type ParsedChunk,
  type ParserFault,
  type ParserPorts,
  type Question,
  type ReadEnd,
  type RecordBatch,
  type ToReader,
} from "./thread-messages.ts";

/** Packed bytes of an archive that make one more parser worth its start. */
const BYTES_A_PARSER = 2 * 2 ** 20;

/** A parsed chunk with the port in which its batch waits. */
type WaitingChunk = ParsedChunk & { readonly port: MessagePort };

/** The messages of the threads by archive, in the order of arrival, and the error that ended one of the threads. */
interface Inbox {
  readonly messages: Map<number, (WaitingChunk | ReadEnd)[]>;
  failure: { readonly error: unknown } | null;
  wake: () => void;
}

/** An archive that is read, perhaps while another one is still written. */
export interface Reading {
  /**
   * Its records in its order. One archive at a time, in the order of `begin`.
   *
   * @throws CaselawError `corrupt` when the archive cannot be read to its end, after the batches before the fault
   */
  batches(): AsyncGenerator<RecordBatch>;
}

export class ReadingThreads implements AsyncDisposable {
  readonly #maxParsers: number;
  readonly #aheadBytes: number;
  #reader: Worker | null = null;
  /** One for each thread: when it has ended. */
  #ends: Promise<void>[] = [];
  /** One for each parser: where its batches wait. */
  #ports: MessagePort[] = [];
  #closing: Promise<unknown> | null = null;
  #parsers = 0;
  /** New threads have a new one. */
  #inbox: Inbox = newInbox();
  #begun = 0;

  /** @param jobs maximum number of parsers; default: as many as fit the machine */
  constructor(shares: MemoryShares, jobs: number = availableParallelism() - 1) {
    this.#maxParsers = Math.min(Math.max(jobs, 1), shares.parsers);
    this.#aheadBytes = shares.aheadBytes;
  }

  /**
   * Validates an archive, also while another one is read.
   *
   * @param zip as of `Archive.validate`
   * @throws CaselawError `corrupt`, `not_found` or `unavailable`
   */
  validate(path: string, zip: Checksum | null = null): Promise<ValidatedArchive> {
    return this.#ask({ about: "validity", path, zip });
  }

  /** Bodies of the archive's first records; see `sampleBodies`. */
  sampleBodies(path: string, volume: VolumeContext | null): Promise<ReadonlyMap<BodyForm, string[]>> {
    return this.#ask({ about: "bodies", path, volume });
  }

  async #ask<T>(question: Question): Promise<T> {
    await this.#closed();
    const [reader, inbox, ends] = [this.#startReader(), this.#inbox, this.#ends];
    const { port1, port2 } = new MessageChannel();
    reader.postMessage({ kind: "question", question, port: port2 } satisfies ToReader, [port2]);
    const answer = await new Promise<Answer<T> | null>((resolve) => {
      port1.once("message", resolve);
      port1.once("close", () => resolve(null));
    });
    port1.close();
    if (answer === null) {
      await ends[0];
      throw inbox.failure?.error ?? new Error("the reader thread ended before it answered");
    }
    if (!answer.ok) throw faultOf(answer.fault);
    return answer.value;
  }

  /**
   * Begins to read an archive: it is read after those before it, as far as the bound on memory allows.
   *
   * @param bytes of the archive, which decide the number of parsers
   */
  async begin(task: ArchiveTask, bytes: number): Promise<Reading> {
    await this.#closed();
    let [archive, inbox] = [this.#order(task, bytes), this.#inbox];
    const again = async (): Promise<number> => {
      await this.#closed();
      // the threads were replaced, because an archive before it was not read to its end
      if (inbox !== this.#inbox) [archive, inbox] = [this.#order(task, bytes), this.#inbox];
      return archive;
    };
    return { batches: () => this.#batches(again) };
  }

  #order(task: ArchiveTask, bytes: number): number {
    const archive = this.#begun++;
    this.#start(Math.ceil(bytes / BYTES_A_PARSER));
    this.#send({ kind: "read", archive, task });
    return archive;
  }

  async *#batches(begun: () => Promise<number>): AsyncGenerator<RecordBatch> {
    const early = new Map<number, WaitingChunk>();
    let end: ReadEnd | null = null;
    let isDone = false;
    const archive = await begun();
    try {
      for (let next = 0; end === null || next < end.chunks; ) {
        const chunk = early.get(next);
        if (chunk === undefined) {
          const message = await this.#receive(archive);
          if (message.kind === "end") end = message;
          else early.set(message.sequence, message);
          continue;
        }
        early.delete(next++);
        yield takeBatch(chunk);
        this.#send({ kind: "taken", weight: chunk.weight });
        // signals and downloads are served also while batches wait
        await setImmediate();
      }
      isDone = true;
      this.#inbox.messages.delete(archive);
    } finally {
      // the chunks of an archive that is not read to its end end with their threads
      if (!isDone) await this[Symbol.asyncDispose]();
    }
    if (end.fault !== null) throw faultOf(end.fault);
  }

  /** Ends the threads once all questions are answered; the next archive gets new threads. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#send({ kind: "close" });
    this.#reader = null;
    this.#closing = Promise.all(this.#ends);
    await this.#closing;
    this.#closing = null;
    for (const port of this.#ports.splice(0)) port.close();
    this.#ends = [];
    this.#parsers = 0;
    this.#inbox = newInbox();
  }

  /** Waits while threads end. */
  async #closed(): Promise<void> {
    while (this.#closing !== null) await this.#closing;
  }

  #startReader(): Worker {
    this.#reader ??= this.#listenTo(startThread("reader-thread", this.#aheadBytes));
    return this.#reader;
  }

  #start(wanted: number): void {
    const parsers = Math.min(Math.max(wanted, 1), this.#maxParsers);
    const reader = this.#startReader();
    for (; this.#parsers < parsers; this.#parsers++) {
      const [chunks, batches] = [new MessageChannel(), new MessageChannel()];
      const ports: ParserPorts = { reader: chunks.port1, writer: batches.port1 };
      this.#ports.push(batches.port2);
      this.#listenTo(startThread("parser-thread", ports, [ports.reader, ports.writer]), batches.port2);
      reader.postMessage({ kind: "parser", port: chunks.port2 } satisfies ToReader, [chunks.port2]);
    }
  }

  #listenTo(thread: Worker, port: MessagePort | null = null): Worker {
    const inbox = this.#inbox;
    thread.on("message", (message: ParsedChunk | ReadEnd | ParserFault) => {
      if (message.kind === "fault") inbox.failure ??= { error: faultOf(message.fault) };
      else if (message.kind === "end") messagesOf(inbox, message.archive).push(message);
      else if (port !== null) messagesOf(inbox, message.archive).push({ ...message, port });
      inbox.wake();
    });
    thread.on("error", (error) => {
      inbox.failure ??= { error };
      inbox.wake();
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    thread.once("exit", (code) => {
      // an exit without an error event, which a dependency may cause; a thread that was asked to end exits with 0
      if (code !== 0) inbox.failure ??= { error: new Error(`a reading thread ended with code ${code}`) };
      inbox.wake();
      resolve();
    });
    this.#ends.push(promise);
    return thread;
  }

  #send(order: ToReader): void {
    this.#reader?.postMessage(order);
  }

  /** The next message about an archive; throws the error that ended a thread. */
  async #receive(archive: number): Promise<WaitingChunk | ReadEnd> {
    const inbox = this.#inbox;
    for (;;) {
      if (inbox.failure !== null) throw inbox.failure.error;
      const message = messagesOf(inbox, archive).shift();
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => {
        inbox.wake = resolve;
      });
    }
  }
}

function newInbox(): Inbox {
  return { messages: new Map(), failure: null, wake: () => {} };
}

/** A parser's batches wait in the order in which they are taken. */
function takeBatch({ port }: WaitingChunk): RecordBatch {
  const received = receiveMessageOnPort(port);
  if (received === undefined) throw new Error("no batch for a parsed chunk");
  return received.message;
}

function messagesOf({ messages }: Inbox, archive: number): (WaitingChunk | ReadEnd)[] {
  const known = messages.get(archive);
  if (known !== undefined) return known;
  const none: (WaitingChunk | ReadEnd)[] = [];
  messages.set(archive, none);
  return none;
}
