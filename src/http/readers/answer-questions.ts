/**
 * The work of a reader process: one question after the other, its answer made whole at once and handed over piece by
 * piece, as the client takes it. So no statement and no transaction stays open for a slow client, and the web process
 * never holds more than a piece.
 */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import type { Corpus } from "../../corpus/open-corpus.ts";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import { HeldAnswers } from "../held-answers.ts";
import { buildResponse, type MadeAnswer, refusalOf } from "./build-response.ts";
import type { Fault, FromReader, Question, ToReader } from "./protocol.ts";

/** The part of `process` that a reader needs. */
export interface Channel {
  on(event: "message", listener: (message: ToReader) => void): unknown;
  on(event: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
  send?(message: FromReader, handle: undefined, options: undefined, callback: () => void): boolean;
}

type Open = (path: string) => Corpus;

/** Answers on a channel until it closes. Never throws: what goes wrong is told over the channel. */
export function answerQuestions(channel: Channel, open: Open): void {
  // with a callback, a web process that is gone is no error: the closed channel ends this one
  const tell = (message: FromReader): void => void channel.send?.(message, undefined, undefined, () => {});
  const reader = new Reader(tell, open);
  // Ctrl-C reaches the whole group of processes; the web process decides when its readers end
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) channel.on(signal, () => {});
  channel.on("message", (message) => reader.take(message));
}

class Reader {
  readonly #tell: (message: FromReader) => void;
  readonly #open: Open;
  readonly #held: HeldAnswers;
  #path = "";
  #corpus: Corpus | null = null;
  /** Which file the corpus was when it was opened. */
  #file = "";

  constructor(tell: (message: FromReader) => void, open: Open) {
    this.#tell = tell;
    this.#open = open;
    this.#held = new HeldAnswers((id) => tell({ kind: "lost", id }));
  }

  take(message: ToReader): void {
    if (message.kind === "open") this.#start(message.corpusPath);
    else if (message.kind === "ask") this.#answer(message.id, message.question, message.from);
    else if (message.kind === "drop") this.#held.drop(message.id);
    else this.#more(message.id);
  }

  #start(path: string): void {
    this.#path = path;
    try {
      this.#opened();
      this.#tell({ kind: "ready" });
    } catch (error) {
      this.#tell({ kind: "unusable", fault: faultOf(error) });
    }
  }

  #answer(id: number, question: Question, from: number): void {
    const { pieces, ...head } = this.#ask(question);
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const hash = createHash("sha256");
    for (const piece of pieces) hash.update(piece);
    const rest = skipBytes(pieces, from);
    const piece = rest.shift() ?? new Uint8Array();
    this.#held.hold(id, rest);
    this.#tell({
      kind: "answer",
      id,
      answer: { ...head, tag: hash.digest("base64url").slice(0, 27), bytes, piece },
    });
  }

  #more(id: number): void {
    const piece = this.#held.next(id);
    this.#tell(piece === null ? { kind: "lost", id } : { kind: "piece", id, piece });
  }

  #ask(question: Question): MadeAnswer {
    try {
      return this.#askOpened(question);
    } catch (error) {
      return refusalOf(error, question);
    }
  }

  /** A corpus that is read without locks is opened again when it was changed; the question then gets the new state. */
  #askOpened(question: Question): MadeAnswer {
    try {
      return buildResponse(this.#opened(), question);
    } catch (error) {
      if (!(error instanceof CaselawError) || error.code !== "conflict") throw error;
      this.#close();
      return buildResponse(this.#opened(), question);
    }
  }

  /** The corpus; opened again when another file took its name. */
  #opened(): Corpus {
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

function skipBytes(pieces: readonly Buffer[], from: number): Buffer[] {
  let left = from;
  return pieces.flatMap((piece) => {
    const skipped = Math.min(left, piece.length);
    left -= skipped;
    return skipped === piece.length && piece.length > 0 ? [] : [piece.subarray(skipped)];
  });
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof CaselawError)) return { code: "unavailable", message: messageOf(error) };
  const { code, message, hint } = error;
  return hint === undefined ? { code, message } : { code, message, hint };
}
