/**
 * Sends JSON and pages with cache headers that depend on the caller (docs/interface.md, "Methods, headers and errors";
 * docs/faults.md, "H11").
 */
import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { type Page, rootOf, wholePage } from "../pages/page.ts";
import { RETRY_AFTER_SECONDS } from "./limits.ts";
import { bodyOf } from "./readers/answer-body.ts";
import { HTML_TYPE, JSON_TYPE, type Question, stackOf } from "./readers/protocol.ts";
import { Unanswered } from "./readers/reader-pool.ts";
import type { ServiceContext } from "./service-context.ts";

const TAG_CHARS = 27;
/** One for all requests: an abort without a reason creates an error with a stack for every answer. */
const CLIENT_GONE = new Error("The client is gone");

export async function sendAnswer(
  question: Question,
  context: ServiceContext,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const connection = reply.request.raw.socket;
  const answer = await context.pool.answer(question, { signal: goneSignal(reply), connection });
  const { status, headers, tag, bytes, fault, requests } = answer.head;
  context.metrics.engineRequests.inc(requests.count);
  context.metrics.engineSeconds.inc(requests.seconds);
  if (fault !== null) context.onFault(fault);
  const isKnown = status === 200 && isNotModified(tag, reply);
  for (const [name, value] of Object.entries(headers))
    if (!isKnown || name.startsWith("X-")) reply.header(name, value);
  if (!isKnown)
    return reply
      .code(status)
      .header("Content-Length", bytes)
      .send(bodyOf(answer, reply.request.method === "HEAD"));
  answer.drop();
  return reply.code(304).send();
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
  return [...known.matchAll(/(?:W\/)?"([^"]*)"/g)].some(([, one]) => one === tag);
}

function tagOf(body: string): string {
  return createHash("sha256").update(body, "utf8").digest("base64url").slice(0, TAG_CHARS);
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort(CLIENT_GONE));
  return gone.signal;
}
