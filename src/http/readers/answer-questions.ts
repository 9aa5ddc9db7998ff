/**
 * The work of a reader process: it answers one question after the other. An answer is complete in memory before its first
 * chunk is sent, so no statement and no transaction stays open for a slow client. The other chunks are sent when the client
 * reads on, so the web process has one chunk in memory.
 */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import type { Corpus } from "../../corpus/open-corpus.ts";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import { MAX_BUFFERED_BYTES } from "../limits.ts";
import { AnswerBuffer, sizeOf } from "./answer-buffer.ts";
import { type BuiltResponse, buildResponse, refusalOf } from "./build-response.ts";
import type { Fault, FromReader, Question, ToReader } from "./protocol.ts";

/** The part of `process` that a reader needs. */
export interface Channel {
  on(event: "message", listener: (message: ToReader) => void): unknown;
  on(event: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
  send?(message: FromReader, handle: undefined, options: undefined, callback: () => void): boolean;
}

type Open = (path: string) => Corpus;

/** Answers the questions of a channel until it closes. Never throws: errors are sent over the channel. */
export function answerQuestions(channel: Channel, open: Open): void {
  // the callback ignores that the web process has ended: then the channel closes, and this process ends too
  const send = (message: FromReader): void => void channel.send?.(message, undefined, undefined, () => {});
  const reader = new Reader(send, open);
  // Ctrl-C signals every process of the group; the web process decides when its readers end
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) channel.on(signal, () => {});
  channel.on("message", (message) => reader.take(message));
}

class Reader {
  readonly #send: (message: FromReader) => void;
  readonly #open: Open;
  readonly #buffer: AnswerBuffer;
  #path = "";
  #corpus: Corpus | null = null;
  /** Device and inode of the open corpus. */
  #file = "";

  constructor(send: (message: FromReader) => void, open: Open) {
    this.#send = send;
    this.#open = open;
    this.#buffer = new AnswerBuffer(MAX_BUFFERED_BYTES, (id) => send({ kind: "lost", id }));
  }

  take(message: ToReader): void {
    if (message.kind === "open") this.#start(message.corpusPath);
    else if (message.kind === "question") this.#answer(message.id, message.question, message.from);
    else if (message.kind === "drop") this.#buffer.drop(message.id);
    else this.#sendNext(message.id);
  }

  #start(path: string): void {
    this.#path = path;
    try {
      this.#openCorpus();
      this.#send({ kind: "ready" });
    } catch (error) {
      this.#send({ kind: "unusable", fault: faultOf(error) });
    }
  }

  #answer(id: number, question: Question, from: number): void {
    const { chunks, ...head } = this.#build(question);
    const hash = createHash("sha256");
    for (const chunk of chunks) hash.update(chunk);
    const tag = hash.digest("base64url").slice(0, 27);
    const [chunk = new Uint8Array(), ...others] = skipBytes(chunks, from);
    this.#buffer.add(id, others);
    this.#send({ kind: "answer", id, answer: { ...head, tag, bytes: sizeOf(chunks), chunk } });
  }

  #sendNext(id: number): void {
    const chunk = this.#buffer.next(id);
    this.#send(chunk === null ? { kind: "lost", id } : { kind: "chunk", id, chunk });
  }

  #build(question: Question): BuiltResponse {
    try {
      return this.#buildFromCurrent(question);
    } catch (error) {
      return refusalOf(error, question);
    }
  }

  /** A corpus that is read without locks is opened again after a change. The answer then shows the new state. */
  #buildFromCurrent(question: Question): BuiltResponse {
    try {
      return buildResponse(this.#openCorpus(), question);
    } catch (error) {
      if (!(error instanceof CaselawError) || error.code !== "conflict") throw error;
      this.#close();
      return buildResponse(this.#openCorpus(), question);
    }
  }

  /** The corpus; opened again if another file has replaced it. */
  #openCorpus(): Corpus {
    const { dev, ino } = statSync(this.#path, { throwIfNoEntry: false }) ?? { dev: 0, ino: 0 };
    const file = `${dev} ${ino}`;
    if (this.#corpus !== null && this.#file === file) return this.#corpus;
    this.#close();
    const corpus = this.#open(this.#path);
    this.#corpus = corpus;
    this.#file = file;
    return corpus;
  }

  #close(): void {
    this.#corpus?.[Symbol.dispose]();
    this.#corpus = null;
  }
}

function skipBytes(chunks: readonly Buffer[], from: number): Buffer[] {
  let left = from;
  return chunks.flatMap((chunk) => {
    const skipped = Math.min(left, chunk.length);
    left -= skipped;
    return skipped === chunk.length && chunk.length > 0 ? [] : [chunk.subarray(skipped)];
  });
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof CaselawError)) return { code: "unavailable", message: messageOf(error) };
  const { code, message, hint } = error;
  return hint === undefined ? { code, message } : { code, message, hint };
}
