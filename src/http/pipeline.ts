/**
 * Limits the unfinished requests of one connection.
 *
 * A client may send many requests before it reads an answer. Node emits all requests of a chunk of 64 KiB at once, so
 * one connection could fill every queue. Here later requests wait, and the socket is paused until they have started.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { MAX_OPEN_REQUESTS } from "./limits.ts";

/** Passes on at most `MAX_OPEN_REQUESTS` unfinished requests of a connection, in their order. */
export function fewAtATime(handler: RequestListener): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return (request, response) => {
    const { socket } = request;
    const pipeline = pipelines.get(socket) ?? new Pipeline(socket, handler);
    pipelines.set(socket, pipeline);
    pipeline.take({ request, response });
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

class Pipeline {
  readonly #socket: Socket;
  readonly #handler: RequestListener;
  readonly #waiting: Exchange[] = [];
  #open = 0;

  constructor(socket: Socket, handler: RequestListener) {
    this.#socket = socket;
    this.#handler = handler;
    // Node resumes the socket after each request, and when an answer was written
    socket.on("resume", () => {
      if (this.#waiting.length > 0) socket.pause();
    });
  }

  take(exchange: Exchange): void {
    if (this.#open < MAX_OPEN_REQUESTS) this.#start(exchange);
    else {
      this.#waiting.push(exchange);
      this.#socket.pause();
    }
  }

  #start({ request, response }: Exchange): void {
    this.#open++;
    response.once("close", () => this.#ended());
    this.#handler(request, response);
  }

  #ended(): void {
    this.#open--;
    if (this.#socket.destroyed) this.#waiting.length = 0;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#start(next);
    // while an answer is unfinished, Node may have paused the parser, which must then get no bytes
    else if (this.#open === 0) this.#socket.resume();
  }
}
