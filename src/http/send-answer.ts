/**
 * Sends JSON and pages with cache headers that depend on the caller (docs/interface.md, "Methods, headers and errors";
 * docs/faults.md, "H11").
 */
import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { type Page, rootOf, wholePage } from "../pages/page.ts";
import { FILE_KINDS } from "../v1/page-formats.ts";
import { RETRY_AFTER_SECONDS } from "./limits.ts";
import { bodyOf, type Part } from "./readers/answer-body.ts";
import { HTML_TYPE, JSON_TYPE, type Question, stackOf } from "./readers/protocol.ts";
import { type ChunkedAnswer, Unanswered } from "./readers/reader-pool.ts";
import type { ServiceContext } from "./service-context.ts";

const TAG_CHARS = 27;
export const OUTSIDE = "The range does not lie within the file.";
/** One for all requests: an abort without a reason creates an error with a stack for every answer. */
const CLIENT_GONE = new Error("The client is gone");

export async function sendAnswer(
  question: Question,
  context: ServiceContext,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const connection = reply.request.raw.socket;
  const answer = await context.pool.answer(question, { signal: goneSignal(reply), connection });
  const { status, headers, tag, fault, requests } = answer.head;
  context.metrics.engineRequests.inc(requests.count);
  context.metrics.engineSeconds.inc(requests.seconds);
  if (fault !== null) context.onFault(fault);
  const isKnown = status === 200 && isNotModified(tag, reply);
  for (const [name, value] of Object.entries(headers))
    if (!isKnown || name.startsWith("X-")) reply.header(name, value);
  if (!isKnown) return sendBytes(answer, reply);
  answer.drop();
  return reply.code(304).send();
}

const NOTHING: Part = { start: 0, end: 0 };

/** Sends the body, or of Parquet the part in the header `Range`: its readers read the end first, then the columns they need. */
function sendBytes(answer: ChunkedAnswer, reply: FastifyReply): FastifyReply {
  const { status, headers, bytes, chunk } = answer.head;
  const { method, headers: requestHeaders } = reply.request;
  const hasRanges = status === 200 && headers["Content-Type"] === FILE_KINDS.parquet.type;
  if (hasRanges) reply.header("Accept-Ranges", "bytes");
  // Range is defined for GET only; If-Range matches no weak tag (RFC 9110, section 13.1.5)
  const mayBePart = hasRanges && method === "GET" && requestHeaders["if-range"] === undefined;
  const part = mayBePart ? partOf(requestHeaders.range ?? "", bytes) : null;
  if (part === "outside") {
    answer.drop();
    return sendRefusal(reply.header("Content-Range", `bytes */${bytes}`), 416, OUTSIDE);
  }
  if (part !== null) {
    const { start, end } = part;
    reply.header("Content-Range", `bytes ${start}-${end - 1}/${bytes}`).header("Content-Length", end - start);
    return reply.code(206).send(bodyOf(answer, part));
  }
  // of a long body HEAD reads no further chunk
  const sent = method === "HEAD" && chunk.length < bytes ? NOTHING : null;
  return reply.code(status).header("Content-Length", bytes).send(bodyOf(answer, sent));
}

/** Null: the complete body, also for several ranges and for what is no range. */
function partOf(range: string, bytes: number): Part | "outside" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (first === "" && last === "") return null;
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes : Math.min(bytes, Number(last) + 1);
  if (start >= bytes) return "outside";
  return end <= start ? null : { start, end };
}

export function sendValue(value: object, reply: FastifyReply): FastifyReply {
  return sendText(JSON.stringify(value), JSON_TYPE, reply);
}

export function sendText(text: string, type: string, reply: FastifyReply): FastifyReply {
  if (isNotModified(tagOf(text), reply)) return reply.code(304).send();
  return sendBody(reply, 200, type, text);
}

/** Sends a page that needs no corpus; the headers of a page are set. */
export function sendPage(page: Page, { baseUrl }: ServiceContext, reply: FastifyReply): FastifyReply {
  const { status, html } = wholePage(page, rootOf(baseUrl));
  return sendBody(reply, status, HTML_TYPE, html);
}

export function sendRefusal(reply: FastifyReply, status: number, detail: string): FastifyReply {
  return sendBody(reply, status, JSON_TYPE, JSON.stringify({ detail }));
}

/** For what only callers with credentials may read. */
export function refuseStranger(reply: FastifyReply): FastifyReply {
  reply.header("WWW-Authenticate", "Token");
  return sendRefusal(reply, 401, "Authentication credentials were not provided.");
}

function sendBody(reply: FastifyReply, status: number, type: string, text: string): FastifyReply {
  return reply.code(status).header("Content-Type", type).send(Buffer.from(text, "utf8"));
}

/** Says after how many seconds a client may repeat its request. */
export function retryLater(reply: FastifyReply): void {
  reply.header("Retry-After", RETRY_AFTER_SECONDS);
}

/** Status and message for an error that a route has thrown; anything but a missing answer is logged. */
export function failureOf(
  error: unknown,
  { onFault }: ServiceContext,
  reply: FastifyReply,
): readonly [500 | 503, string] {
  if (error instanceof Unanswered) {
    retryLater(reply);
    return [503, error.message];
  }
  onFault(stackOf(error));
  return [500, "Internal server error."];
}

/** Sets the cache headers of an answer; true if the caller has it already. The tag is weak because answers are compressed. */
function isNotModified(tag: string, reply: FastifyReply): boolean {
  const { request } = reply;
  // what is sent is a draft, and its answer has its words
  if (request.hasCredentials || request.method === "POST") {
    reply.header("Cache-Control", "private, no-store");
    return false;
  }
  const etag = `W/"${tag}"`;
  reply.header("ETag", etag).header("Cache-Control", "no-cache");
  const known = request.headers["if-none-match"] ?? "";
  if (known.trim() === "*") return true;
  return [...known.matchAll(/(?:W\/)?"([^"]*)"/g)].some(([, value]) => value === tag);
}

function tagOf(body: string): string {
  return createHash("sha256").update(body, "utf8").digest("base64url").slice(0, TAG_CHARS);
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort(CLIENT_GONE));
  return gone.signal;
}
