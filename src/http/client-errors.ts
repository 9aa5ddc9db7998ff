/** Answers to what is no request at all: the parser gave up, so the connection ends (docs/faults.md, "H6", "H7"). */
import type { Socket } from "node:net";
import { MAX_URL_BYTES } from "./limits.ts";

interface ParserError extends Error {
  readonly code?: string | undefined;
  /** The bytes that were parsed last. */
  readonly rawPacket?: unknown;
}

/** Connections that have their answer; what still comes in is dropped. */
const answered = new WeakSet<Socket>();
/**
 * How long what a client still sends is read on. A socket closed with unread bytes is reset, and the client may never
 * see the answer that it was sent.
 */
const LINGER_MS = 1_000;

export function answerClientError(error: ParserError, socket: Socket): void {
  if (answered.has(socket)) return;
  // half a request that we have not read on is not the client's delay; an idle socket has a time-out of its own
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
    "Allow: GET",
    "Vary: Accept, Authorization",
    "Access-Control-Allow-Origin: *",
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

/** Whether it is the request line that has no end. */
function isLongLine(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet) || !/^[A-Z]+ /.test(packet.toString("latin1", 0, 16))) return false;
  const end = packet.indexOf("\n");
  return end < 0 ? packet.length > MAX_URL_BYTES : end > MAX_URL_BYTES;
}
