/**
 * The reader processes, and the questions that wait for one.
 *
 * The driver runs a statement to its end, whatever else happens to its thread; so a question past its deadline is ended
 * by ending its process, and a new one takes its place. A question that was underway when its reader ended otherwise is
 * asked once more.
 */
import { CaselawError } from "../../domain/errors.ts";
import { MAX_WAITING, RESTART_PAUSE_MS } from "../limits.ts";
import { FairQueue, type Waiting } from "./fair-queue.ts";
import type { Answer, Fault, Question } from "./protocol.ts";
import { costOf } from "./question-cost.ts";
import { READER_GONE, READER_MODULE, ReaderLink } from "./reader-link.ts";

export interface PoolOptions {
  readonly corpusPath: string;
  /** How many processes. */
  readonly readers: number;
  readonly deadlineMs: number;
  /** Another module than ours, for tests. */
  readonly readerModule?: URL | undefined;
  /** Told when a reader ended and is started anew, with the reason. */
  readonly onRestart: (reason: string) => void;
}

/** How a question is asked. */
export interface Asking {
  /** Bytes of the body that are not wanted again. */
  readonly from?: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
  /** Whose turn it is, compared by identity; absent: a connection with this question only. */
  readonly connection?: object;
}

/** An answer whose further pieces can be asked for. */
export interface Asked {
  readonly answer: Answer;
  /** Null when the reader no longer has them. */
  more(): Promise<Uint8Array | null>;
  /** The rest is not wanted. */
  drop(): void;
}

/** Thrown when there is no answer in time, or no reader. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

interface Job extends Waiting {
  readonly question: Question;
  readonly from: number;
  readonly resolve: (asked: Asked) => void;
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
  /** Why the corpus could not be opened the last time; null when it could. */
  #fault: Fault | null = null;
  #isClosed = false;

  private constructor(options: PoolOptions) {
    this.#options = options;
    // one reader is left for what is cheap, if there are several
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
  ask(question: Question, { from = 0, signal, connection = {} }: Asking = {}): Promise<Asked> {
    const { promise, resolve, reject } = Promise.withResolvers<Asked>();
    if (this.#isClosed) reject(new Unanswered("The service is stopping."));
    else if (this.#fault !== null && this.#ready.size === 0)
      reject(new Unanswered("The corpus cannot be read."));
    else {
      const late = (): void => this.#giveUp(job, "No reader was free in time.");
      const timer = setTimeout(late, this.#options.deadlineMs);
      const cost = costOf(question);
      const job: Job = { question, from, cost, connection, resolve, reject, timer, triesLeft: 2 };
      signal?.addEventListener("abort", () => this.#giveUp(job, "Nobody waits."), { once: true });
      this.#wait(job);
    }
    return promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#queue.clear()) this.#fail(job, new Unanswered("The service is stopping."));
    await Promise.all([...this.#all].map((link) => link.kill()));
  }

  /** Comes to why the corpus cannot be opened, or null. */
  async #start(): Promise<Fault | null> {
    const link = new ReaderLink(this.#options.readerModule ?? READER_MODULE, this.#options.corpusPath);
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
    if (this.#isClosed) return;
    if (!wasReady) return;
    const isOverdue = this.#overdue.has(link);
    this.#options.onRestart(isOverdue ? "a question took longer than the deadline" : "it ended by itself");
    void this.#start().then((fault) => this.#startAgain(fault));
  }

  #startAgain(fault: Fault | null): void {
    if (fault === null || this.#isClosed) return;
    this.#options.onRestart(fault.message);
    const again = (): void => {
      if (!this.#isClosed) void this.#start().then((next) => this.#startAgain(next));
    };
    setTimeout(again, RESTART_PAUSE_MS).unref();
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
      const { id, answer } = await link.ask(job.question, job.from);
      job.resolve({ answer, more: () => link.more(id), drop: () => link.drop(id) });
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

  /** Of a job that waits; one that runs is left to its deadline. */
  #giveUp(job: Job, reason: string): void {
    if (this.#queue.remove(job)) this.#fail(job, new Unanswered(reason));
  }

  #fail(job: Job, error: Unanswered): void {
    clearTimeout(job.timer);
    job.reject(error);
  }
}
