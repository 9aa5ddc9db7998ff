/**
 * The reader processes, and the questions that wait for one.
 *
 * The SQLite driver cannot interrupt a statement. So the process of a question past its deadline is killed, and a new one is
 * started. A question whose reader ended for another reason is tried once more.
 */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { CorpusLocation } from "../../domain/corpus-source.ts";
import { CaselawError } from "../../domain/errors.ts";
import { MAX_WAITING, RESTART_PAUSE_MS } from "../limits.ts";
import { costOf, FairQueue, type Waiting } from "./fair-queue.ts";
import type { Answer, Fault, FromReader, Question, ToReader } from "./protocol.ts";

interface PoolOptions {
  readonly corpus: CorpusLocation;
  /** Number of processes. */
  readonly readers: number;
  readonly deadlineMs: number;
  /** What each process runs. */
  readonly readerModule: URL;
  /** Called with the reason when a reader has ended and is started again. */
  readonly onRestart: (reason: string) => void;
}

interface AnswerOptions {
  /** Aborted when no one waits for the answer any more. */
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
  readonly #overdue = new WeakSet<ReaderLink>();
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

  /** @throws CaselawError as `openCorpus`: the corpus cannot be opened */
  static async open(options: PoolOptions): Promise<ReaderPool> {
    const pool = new ReaderPool(options);
    const starts = Array.from({ length: options.readers }, () => pool.#start());
    const faults = await Promise.all(starts);
    const fault = faults.find((one) => one !== null) ?? null;
    if (fault === null) return pool;
    await pool[Symbol.asyncDispose]();
    throw new CaselawError(fault.code, fault.message, { hint: fault.hint });
  }

  /** @throws Unanswered */
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
    for (const job of this.#queue.clear()) this.#fail(job, new Unanswered("The service is stopping."));
    await Promise.all([...this.#all].map((link) => link.kill()));
  }

  /** Starts a reader. @returns why it cannot open the corpus, or null */
  async #start(): Promise<Fault | null> {
    const link = new ReaderLink(this.#options.readerModule, this.#options.corpus);
    this.#all.add(link);
    link.gone.addEventListener("abort", () => this.#ended(link), { once: true });
    const fault = await link.started.catch(
      (): Fault => ({ code: "unavailable", message: READER_GONE.message }),
    );
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
    const isOverdue = this.#overdue.has(link);
    this.#options.onRestart(isOverdue ? "a question took longer than the deadline" : "it ended by itself");
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
    else this.#fail(job, new Unanswered("Too many requests wait."));
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
      this.#overdue.add(link);
      void link.kill();
    }, this.#options.deadlineMs);
    try {
      job.resolve(await link.answer(job.question));
    } catch {
      if (this.#overdue.has(link)) this.#fail(job, new Unanswered("The answer took too long."));
      else this.#retry(job);
    } finally {
      clearTimeout(deadline);
      this.#queue.done(job);
      this.#dispatch();
    }
  }

  #retry(job: Job): void {
    job.triesLeft--;
    if (job.triesLeft === 0 || this.#isClosed) this.#fail(job, new Unanswered("No reader could answer."));
    else this.#wait(job);
  }

  /** Rejects a job that waits. A running job has its own deadline. */
  #giveUp(job: Job, reason: string): void {
    if (this.#queue.remove(job)) this.#fail(job, new Unanswered(reason));
  }

  #fail(job: Job, error: Unanswered): void {
    clearTimeout(job.timer);
    job.reject(error);
  }
}

/** Development runs the TypeScript source, a published package the compiled module. */
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf("."));
export const READER_MODULE = new URL(`./reader-process${EXTENSION}`, import.meta.url);

/** Thrown to callers that wait for a reader that has ended. */
const READER_GONE = new Error("The reader process ended");

type Resolvers<T> = Pick<PromiseWithResolvers<T>, "resolve" | "reject">;

/** An answer of which further chunks can be requested. */
export interface ChunkedAnswer {
  readonly head: Answer;
  /** The next chunk; null if the reader has discarded it or has ended. */
  more(): Promise<Uint8Array | null>;
  /** Discards the other chunks. */
  drop(): void;
}

/** The web process's connection to one reader process. */
class ReaderLink {
  readonly #child: ChildProcess;
  readonly #answers = new Map<number, Resolvers<Answer>>();
  readonly #chunks = new Map<number, Resolvers<Uint8Array | null>>();
  readonly #gone = new AbortController();
  readonly #start = Promise.withResolvers<Fault | null>();
  #lastId = 0;

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

  /** Whether a question is running: a reader answers one at a time. */
  get isBusy(): boolean {
    return this.#answers.size > 0;
  }

  /** Aborted when the process has ended. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Null once the corpus is open, otherwise why it cannot be opened; rejects with `READER_GONE`. */
  get started(): Promise<Fault | null> {
    return this.#start.promise;
  }

  /** Rejects with `READER_GONE`. */
  async answer(question: Question): Promise<ChunkedAnswer> {
    const id = ++this.#lastId;
    const { promise, ...resolvers } = Promise.withResolvers<Answer>();
    this.#answers.set(id, resolvers);
    this.#send({ kind: "question", id, question });
    return {
      head: await promise,
      more: () => this.#more(id),
      drop: () => this.#send({ kind: "drop", id }),
    };
  }

  async #more(id: number): Promise<Uint8Array | null> {
    if (this.gone.aborted) return null;
    const { promise, ...resolvers } = Promise.withResolvers<Uint8Array | null>();
    this.#chunks.set(id, resolvers);
    this.#send({ kind: "more", id });
    return promise;
  }

  /** Ends the process at once: a running statement cannot be interrupted in another way. */
  async kill(): Promise<void> {
    if (this.gone.aborted) return;
    const ended = once(this.gone, "abort");
    this.#child.kill("SIGKILL");
    await ended;
  }

  #send(message: ToReader): void {
    // if the channel is closed, the process's end is reported
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #take(message: FromReader): void {
    if (message.kind === "ready") this.#start.resolve(null);
    else if (message.kind === "unusable") this.#start.resolve(message.fault);
    else if (message.kind === "answer") resolveOne(this.#answers, message.id, message.answer);
    else resolveOne(this.#chunks, message.id, message.chunk);
  }

  #end(): void {
    if (this.gone.aborted) return;
    this.#start.promise.catch(() => {}); // there may be no caller that waits for it
    this.#start.reject(READER_GONE);
    for (const { reject } of this.#answers.values()) reject(READER_GONE);
    for (const { resolve } of this.#chunks.values()) resolve(null);
    this.#answers.clear();
    this.#chunks.clear();
    this.#gone.abort();
  }
}

function resolveOne<T>(waiting: Map<number, Resolvers<T>>, id: number, value: T): void {
  waiting.get(id)?.resolve(value);
  waiting.delete(id);
}
