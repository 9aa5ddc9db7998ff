/**
 * The reader processes, and the questions that wait for one.
 *
 * The SQLite driver cannot interrupt a statement. So the process of a question past its deadline is killed, and a new one is
 * started. A question whose reader ended for another reason is tried once more.
 */

import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { CorpusLocation } from "../../domain/corpus-source.ts";
import { errorOf, type Fault } from "../../domain/errors.ts";
import { MODULE_EXTENSION } from "../../domain/thread-module.ts";
import { MAX_WAITING, RESTART_PAUSE_MS } from "../limits.ts";
import { costOf, FairQueue, type Waiting } from "./fair-queue.ts";
import type { Answer, FromReader, Question, ToReader } from "./protocol.ts";

interface PoolOptions {
  readonly corpus: CorpusLocation;
  readonly readers: number;
  readonly deadlineMs: number;
  readonly readerModule: URL;
  /** Called with the reason when a reader has ended and is started again. */
  readonly onRestart: (reason: string) => void;
}

interface AnswerOptions {
  readonly signal?: AbortSignal;
  /** Connections take turns, compared by identity; by default a connection with this question only. */
  readonly connection?: object;
}

/** Thrown when there is no answer in time, or no reader. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

interface Job extends Waiting {
  readonly question: Question;
  readonly resolve: (answer: ChunkedAnswer) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
  triesLeft: number;
}

export class ReaderPool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #ready = new Set<ReaderLink>();
  readonly #all = new Set<ReaderLink>();
  readonly #queue: FairQueue<Job>;
  /** Why the last reader could not open the corpus; null if it could. */
  #fault: Fault | null = null;
  #isClosed = false;

  private constructor(options: PoolOptions) {
    this.#options = options;
    // one of several readers is reserved for cheap questions
    const costlyRunning = Math.max(1, options.readers - 1);
    this.#queue = new FairQueue({ waiting: MAX_WAITING, costlyRunning });
  }

  static async open(options: PoolOptions): Promise<ReaderPool> {
    const pool = new ReaderPool(options);
    const starts = Array.from({ length: options.readers }, () => pool.#start());
    const faults = await Promise.all(starts);
    const fault = faults.find((result) => result !== null) ?? null;
    if (fault === null) return pool;
    await pool[Symbol.asyncDispose]();
    throw errorOf(fault);
  }

  answer(question: Question, { signal, connection = {} }: AnswerOptions = {}): Promise<ChunkedAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ChunkedAnswer>();
    if (this.#isClosed) reject(new Unanswered("The service is stopping."));
    else if (this.#fault !== null && this.#ready.size === 0)
      reject(new Unanswered("The corpus cannot be read."));
    else {
      const late = (): void => this.#giveUp(job, "No reader was free in time.");
      const timer = setTimeout(late, this.#options.deadlineMs);
      const cost = costOf(question);
      const job: Job = { question, cost, connection, resolve, reject, timer, triesLeft: 2 };
      signal?.addEventListener("abort", () => this.#giveUp(job, "The client is gone."), { once: true });
      this.#wait(job);
    }
    return promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#queue.clear()) this.#fail(job, "The service is stopping.");
    await Promise.all([...this.#all].map((link) => link.kill()));
  }

  /** Starts a reader. @returns why it cannot open the corpus, or null */
  async #start(): Promise<Fault | null> {
    const link = new ReaderLink(this.#options.readerModule, this.#options.corpus);
    this.#all.add(link);
    void link.gone.then(() => this.#ended(link));
    const fault = await link.started;
    this.#fault = fault;
    if (fault === null) {
      this.#ready.add(link);
      this.#dispatch();
    } else await link.kill();
    return fault;
  }

  #ended(link: ReaderLink): void {
    this.#all.delete(link);
    const wasReady = this.#ready.delete(link);
    if (this.#isClosed || !wasReady) return;
    this.#options.onRestart(
      link.isOverdue ? "a question took longer than the deadline" : "it ended by itself",
    );
    void this.#restart();
  }

  /** Starts a reader again and again until one can open the corpus. */
  async #restart(): Promise<void> {
    while (!this.#isClosed) {
      const fault = await this.#start();
      if (fault === null || this.#isClosed) return;
      this.#options.onRestart(fault.message);
      await pause(RESTART_PAUSE_MS, undefined, { ref: false });
    }
  }

  #wait(job: Job): void {
    if (this.#queue.add(job)) this.#dispatch();
    else this.#fail(job, "Too many requests wait.");
  }

  #dispatch(): void {
    for (const link of this.#ready) {
      if (link.isBusy) continue;
      const job = this.#queue.take();
      if (job === null) return;
      void this.#run(job, link);
    }
  }

  async #run(job: Job, link: ReaderLink): Promise<void> {
    clearTimeout(job.timer);
    const deadline = setTimeout(() => {
      link.isOverdue = true;
      void link.kill();
    }, this.#options.deadlineMs);
    const answer = await link.answer(job.question);
    clearTimeout(deadline);
    this.#queue.release(job);
    if (answer !== null) job.resolve(answer);
    else if (link.isOverdue) this.#fail(job, "The answer took too long.");
    else if (--job.triesLeft === 0 || this.#isClosed) this.#fail(job, "No reader could answer.");
    else this.#wait(job);
    this.#dispatch();
  }

  /** Rejects a job that waits. A running job has its own deadline. */
  #giveUp(job: Job, reason: string): void {
    if (this.#queue.remove(job)) this.#fail(job, reason);
  }

  #fail(job: Job, reason: string): void {
    clearTimeout(job.timer);
    job.reject(new Unanswered(reason));
  }
}

export const READER_MODULE = new URL(`./reader-process${MODULE_EXTENSION}`, import.meta.url);

/** An answer of which further chunks can be requested. */
export interface ChunkedAnswer {
  readonly head: Answer;
  /** The next chunk; null if the reader has discarded it or has ended. */
  more(): Promise<Uint8Array | null>;
  drop(): void;
}

class ReaderLink {
  readonly #child: ChildProcess;
  /** Those who wait for the reply to a question or for a chunk of its answer; null when the reader has ended. */
  readonly #waiting = new Map<number, (reply: FromReader | null) => void>();
  readonly #gone = Promise.withResolvers<void>();
  readonly #started = Promise.withResolvers<Fault | null>();
  #isGone = false;
  #lastId = 0;
  /** A reader answers one question at a time. */
  isBusy = false;
  isOverdue = false;
  readonly gone = this.#gone.promise;
  /** Null once the corpus is open, otherwise why it cannot be opened. */
  readonly started = this.#started.promise;

  constructor(module: URL, corpus: CorpusLocation) {
    this.#child = fork(module, [], {
      serialization: "advanced",
      // Node reports on stderr why a process crashed
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      execArgv: [],
    });
    this.#child.on("message", (message: FromReader) => this.#take(message));
    this.#child.on("error", () => this.#end());
    this.#child.on("exit", () => this.#end());
    this.#send({ kind: "open", corpus });
  }

  /** Null if the reader has ended before its answer. */
  async answer(question: Question): Promise<ChunkedAnswer | null> {
    const id = ++this.#lastId;
    this.isBusy = true;
    const reply = await this.#ask({ kind: "question", id, question });
    this.isBusy = false;
    if (reply?.kind !== "answer") return null;
    return {
      head: reply.answer,
      more: async () => {
        const next = await this.#ask({ kind: "more", id });
        return next?.kind === "chunk" ? next.chunk : null;
      },
      drop: () => this.#send({ kind: "drop", id }),
    };
  }

  /** Ends the process at once: a running statement cannot be interrupted in another way. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.gone;
  }

  async #ask(message: Extract<ToReader, { kind: "question" | "more" }>): Promise<FromReader | null> {
    if (this.#isGone) return null;
    const { promise, resolve } = Promise.withResolvers<FromReader | null>();
    this.#waiting.set(message.id, resolve);
    this.#send(message);
    return promise;
  }

  #send(message: ToReader): void {
    // if the channel is closed, the process's end is reported
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #take(message: FromReader): void {
    if (message.kind === "ready") this.#started.resolve(null);
    else if (message.kind === "unusable") this.#started.resolve(message.fault);
    else {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    }
  }

  #end(): void {
    this.#isGone = true;
    this.#started.resolve({ code: "unavailable", message: "The reader process ended", at: {} });
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
    this.#gone.resolve();
  }
}
