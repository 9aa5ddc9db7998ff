/**
 * Limits the unfinished requests of one connection.
 *
 * A client may send many requests before it reads an answer. Node emits all requests of a chunk of 64 KiB at once, so
 * one connection could fill every queue. Here later requests wait, and the socket is paused until they have started.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { MAX_OPEN_REQUESTS, MAX_URL_BYTES } from "./limits.ts";

/** Passes on at most `MAX_OPEN_REQUESTS` unfinished requests of a connection, in their order. */
export function limitRequests(handler: RequestListener): RequestListener {
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

/** Responds to bytes that the HTTP parser rejects, and closes the connection (docs/faults.md, "H6", "H7"). */
interface ParserError extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: unknown;
}

/** Connections that have their answer; further bytes are ignored. */
const answered = new WeakSet<Socket>();
/** How long further bytes are read. Closing a socket with unread bytes resets it, and the client may lose the answer. */
const LINGER_MS = 1_000;

export function answerClientError(error: ParserError, socket: Socket): void {
  if (answered.has(socket)) return;
  // while the socket is paused, the delay is not the client's; an idle socket has a separate time-out
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.isPaused()) return;
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  answered.add(socket);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  const [status, reason, detail] = answerOf(error);
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Allow: GET, HEAD, OPTIONS",
    "Vary: Accept, Authorization",
    "Access-Control-Allow-Origin: *",
    "Access-Control-Expose-Headers: *",
    "X-Content-Type-Options: nosniff",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

function answerOf({ code, rawPacket }: ParserError): readonly [number, string, string] {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return [408, "Request Timeout", "The request took too long."];
  if (code !== "HPE_HEADER_OVERFLOW") return [400, "Bad Request", "The request is malformed."];
  return isLongLine(rawPacket)
    ? [414, "URI Too Long", `The URL is longer than ${MAX_URL_BYTES} bytes.`]
    : [431, "Request Header Fields Too Large", "The headers are too large."];
}

function isLongLine(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet) || !/^[A-Z]+ /.test(packet.toString("latin1", 0, 16))) return false;
  const end = packet.indexOf("\n");
  return end < 0 ? packet.length > MAX_URL_BYTES : end > MAX_URL_BYTES;
}
