/** The web process's connection to one reader process. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { CorpusLocation } from "../../domain/corpus-source.ts";
import type { Answer, Fault, FromReader, Question, ToReader } from "./protocol.ts";

/** Development runs the TypeScript source, a published package the compiled module. */
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf("."));
export const READER_MODULE = new URL(`./reader-process${EXTENSION}`, import.meta.url);

/** Thrown to callers that wait for a reader that has ended. */
export const READER_GONE = new Error("The reader process ended");

type Resolvers<T> = Pick<PromiseWithResolvers<T>, "resolve" | "reject">;

/** An answer of which further chunks can be requested. */
export interface ChunkedAnswer {
  readonly head: Answer;
  /** The next chunk; null if the reader has discarded it or has ended. */
  more(): Promise<Uint8Array | null>;
  /** Discards the other chunks. */
  drop(): void;
}

export class ReaderLink {
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
