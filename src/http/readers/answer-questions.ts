/**
 * The work of a reader process: it answers one question after the other. An answer is complete in memory before its first
 * chunk is sent, so no statement and no transaction stays open for a slow client. The other chunks are sent when the client
 * reads on, so the web process has one chunk in memory.
 */
import { createHash } from "node:crypto";
import type { Corpus } from "../../corpus/corpus.ts";
import type { CorpusLocation } from "../../domain/corpus-source.ts";
import { CaselawError, faultOf, messageOf } from "../../domain/errors.ts";
import { MAX_BUFFERED_BYTES } from "../limits.ts";
import { type BuiltResponse, buildResponse, refusalOf } from "./build-response.ts";
import type { FromReader, Question, ToReader } from "./protocol.ts";
import { readSentDraft } from "./sent-draft.ts";

export interface Channel {
  on(event: "message", listener: (message: ToReader) => void): unknown;
  on(event: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
  send?(message: FromReader, handle: undefined, options: undefined, callback: () => void): boolean;
}

/** Prepares to open a corpus; the result opens it, again if it is called again. */
type Prepare = (location: CorpusLocation) => Promise<() => Corpus>;

/** Answers the questions of a channel until it closes. Never throws: errors are sent over the channel. */
export function answerQuestions(channel: Channel, prepare: Prepare): void {
  // the callback ignores that the web process has ended: then the channel closes, and this process ends too
  const send = (message: FromReader): void => void channel.send?.(message, undefined, undefined, () => {});
  const reader = new Reader(send, prepare);
  // Ctrl-C signals every process of the group; the web process decides when its readers end
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) channel.on(signal, () => {});
  channel.on("message", (message) => reader.take(message));
}

class Reader {
  readonly #send: (message: FromReader) => void;
  readonly #prepare: Prepare;
  readonly #buffer = new AnswerBuffer(MAX_BUFFERED_BYTES);
  #open: (() => Corpus) | null = null;
  #corpus: Corpus | null = null;

  constructor(send: (message: FromReader) => void, prepare: Prepare) {
    this.#send = send;
    this.#prepare = prepare;
  }

  take(message: ToReader): void {
    if (message.kind === "open") void this.#start(message.corpus);
    else if (message.kind === "question") void this.#answer(message.id, message.question);
    else if (message.kind === "drop") this.#buffer.drop(message.id);
    else this.#send({ kind: "chunk", id: message.id, chunk: this.#buffer.next(message.id) });
  }

  async #start(location: CorpusLocation): Promise<void> {
    try {
      this.#open = await this.#prepare(location);
      this.#openCorpus();
      this.#send({ kind: "ready" });
    } catch (error) {
      const known = error instanceof CaselawError ? error : new CaselawError("unavailable", messageOf(error));
      this.#send({ kind: "unusable", fault: faultOf(known) });
    }
  }

  async #answer(id: number, question: Question): Promise<void> {
    const { chunks, ...head } = await this.#build(question);
    const hash = createHash("sha256");
    for (const chunk of chunks) hash.update(chunk);
    const tag = hash.digest("base64url").slice(0, 27);
    const [chunk = new Uint8Array(), ...rest] = chunks;
    const bytes = sizeOf(chunks);
    this.#buffer.add(id, rest);
    this.#send({ kind: "answer", id, answer: { ...head, tag, bytes, chunk } });
  }

  async #build(question: Question): Promise<BuiltResponse> {
    try {
      const ready =
        question.kind === "check" ? { ...question, ...(await readSentDraft(question)) } : question;
      try {
        return buildResponse(this.#openCorpus(), ready);
      } catch (error) {
        // a corpus that is read without locks is opened again after a change: the answer then shows the new state
        if (!(error instanceof CaselawError) || error.code !== "conflict") throw error;
        this.#close();
        return buildResponse(this.#openCorpus(), ready);
      }
    } catch (error) {
      return refusalOf(error, question);
    }
  }

  /** The corpus; opened again if another one has replaced it. */
  #openCorpus(): Corpus {
    if (this.#corpus?.isReplaced() === true) this.#close();
    if (this.#open === null) throw new Error("A question came before the corpus was open");
    this.#corpus ??= this.#open();
    return this.#corpus;
  }

  #close(): void {
    this.#corpus?.[Symbol.dispose]();
    this.#corpus = null;
  }
}

/**
 * The remaining chunks of answers that clients have not read yet. Above the limit, the chunks that have waited longest are
 * discarded.
 */
export class AnswerBuffer {
  readonly #maxBytes: number;
  /** In order of use, the longest unused first. */
  readonly #chunksById = new Map<number, Buffer[]>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Keeps the chunks of an answer. The newest answer is kept whatever its size, because it is read next. */
  add(id: number, chunks: Buffer[]): void {
    if (chunks.length === 0) return;
    this.#chunksById.set(id, chunks);
    this.#bytes += sizeOf(chunks);
    for (const [oldest] of this.#chunksById) {
      if (this.#bytes <= this.#maxBytes || oldest === id) return;
      this.drop(oldest);
    }
  }

  /** The next chunk of an answer; null if no rest of it is kept. */
  next(id: number): Buffer | null {
    const chunks = this.#chunksById.get(id);
    const chunk = chunks?.shift();
    if (chunks === undefined || chunk === undefined) return null;
    this.#bytes -= chunk.length;
    this.#chunksById.delete(id);
    if (chunks.length > 0) this.#chunksById.set(id, chunks);
    return chunk;
  }

  drop(id: number): void {
    this.#bytes -= sizeOf(this.#chunksById.get(id) ?? []);
    this.#chunksById.delete(id);
  }
}

function sizeOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}
