/** The web process's end of one reader process. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Answer, Fault, FromReader, Question, ToReader } from "./protocol.ts";

/** Development runs the TypeScript itself, a published package what was compiled from it. */
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf("."));
export const READER_MODULE = new URL(`./reader-process${EXTENSION}`, import.meta.url);

/** Thrown to whoever waits for a reader that ended. */
export const READER_GONE = new Error("The reader process ended");

interface Waiting<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

export class ReaderLink {
  readonly #child: ChildProcess;
  readonly #answers = new Map<number, Waiting<Answer>>();
  readonly #pieces = new Map<number, Waiting<Uint8Array | null>>();
  readonly #gone = new AbortController();
  readonly #start = Promise.withResolvers<Fault | null>();
  #lastId = 0;

  constructor(module: URL, corpusPath: string) {
    this.#child = fork(module, [], {
      serialization: "advanced",
      // what Node itself has to say of a process that ends badly is worth reading
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      execArgv: [],
    });
    this.#child.on("message", (message: FromReader) => this.#take(message));
    this.#child.on("error", () => this.#end());
    this.#child.on("exit", () => this.#end());
    this.#send({ kind: "open", corpusPath });
  }

  /** Whether a question runs: a reader answers one at a time. */
  get isBusy(): boolean {
    return this.#answers.size > 0;
  }

  /** Aborted when the process has ended. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Null once the corpus is open, else why it cannot be; rejects with `READER_GONE`. */
  get started(): Promise<Fault | null> {
    return this.#start.promise;
  }

  /**
   * @param from bytes of the body that are not wanted again
   * @returns the answer and its id for `more` and `drop`; rejects with `READER_GONE`
   */
  async ask(question: Question, from: number): Promise<{ id: number; answer: Answer }> {
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<Answer>();
    this.#answers.set(id, waiting);
    this.#send({ kind: "ask", id, question, from });
    return { id, answer: await waiting.promise };
  }

  /** The next piece of an answer; null when the reader let it go, or is gone. */
  async more(id: number): Promise<Uint8Array | null> {
    if (this.gone.aborted) return null;
    const waiting = Promise.withResolvers<Uint8Array | null>();
    this.#pieces.set(id, waiting);
    this.#send({ kind: "more", id });
    return waiting.promise;
  }

  drop(id: number): void {
    this.#send({ kind: "drop", id });
  }

  /** Ends the process at once: a statement that runs cannot be interrupted otherwise. */
  async kill(): Promise<void> {
    if (this.gone.aborted) return;
    const ended = once(this.gone, "abort");
    this.#child.kill("SIGKILL");
    await ended;
  }

  #send(message: ToReader): void {
    // a closed channel is noticed by the process's end
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #take(message: FromReader): void {
    if (message.kind === "ready") this.#start.resolve(null);
    else if (message.kind === "unusable") this.#start.resolve(message.fault);
    else if (message.kind === "answer") reindexOutdatedCases(this.#answers, message.id, message.answer);
    else reindexOutdatedCases(this.#pieces, message.id, message.kind === "piece" ? message.piece : null);
  }

  #end(): void {
    if (this.gone.aborted) return;
    this.#start.promise.catch(() => {}); // nobody may wait for it any more
    this.#start.reject(READER_GONE);
    for (const waiting of this.#answers.values()) waiting.reject(READER_GONE);
    for (const waiting of this.#pieces.values()) waiting.resolve(null);
    this.#answers.clear();
    this.#pieces.clear();
    this.#gone.abort();
  }
}

function reindexOutdatedCases<T>(waiting: Map<number, Waiting<T>>, id: number, value: T): void {
  waiting.get(id)?.resolve(value);
  waiting.delete(id);
}
