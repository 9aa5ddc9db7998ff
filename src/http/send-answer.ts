/**
 * Sends JSON and pages with cache headers that depend on the caller (docs/interface.md, "Methods, headers and errors";
 * docs/faults.md, "H11").
 */
import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { CASE_FILES } from "../pages/case/case-file.ts";
import { type Page, rootOf, wholePage } from "../pages/page.ts";
import { TRENDS_FILES } from "../pages/trends/trends-file.ts";
import { FILE_KINDS } from "../v1/page-formats.ts";
import type { Messages } from "../v1/parameter.ts";
import { RETRY_AFTER_SECONDS } from "./limits.ts";
import { bodyOf } from "./readers/answer-body.ts";
import { asksPage, type Question, stackOf } from "./readers/protocol.ts";
import { Unanswered } from "./readers/reader-pool.ts";
import { HTML_TYPE } from "./request-guard.ts";
import type { ServiceContext } from "./service-context.ts";

const TAG_CHARS = 27;
const JSON_TYPE = "application/json";
/** One for all requests: an abort without a reason creates an error with a stack for every answer. */
const CLIENT_GONE = new Error("The client is gone");

/** Sends a question to a reader, and its answer to the client. */
export async function sendAnswer(
  question: Question,
  context: ServiceContext,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const connection = reply.request.raw.socket;
  const answer = await context.pool.answer(question, { signal: goneSignal(reply), connection });
  const { status, tag, bytes, fault, isBounded, notes, next, change, requests } = answer.head;
  context.metrics.engineAnswered(requests);
  if (fault !== null) context.onFault(fault);
  if (isBounded) reply.header("X-Search-Ranking", "bounded");
  if (notes.length > 0) reply.header("X-Search-Notes", asciiJson(notes));
  if (change !== null) reply.header("X-Corpus-Change", change);
  if (status === 200 && isNotModified(tag, reply)) {
    answer.drop();
    return reply.code(304).send();
  }
  if (status === 503) retryLater(reply);
  if (status === 302 && next !== null) reply.header("Location", next);
  else if (next !== null) reply.header("Link", `<${next}>; rel="next"`);
  reply
    .code(status)
    .header("Content-Type", typeOf(question, status, reply))
    .header("Content-Length", bytes);
  return reply.send(bodyOf(context.pool, question, answer));
}

/** A header may have ASCII only. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The media type of an answer. A page as a file also gets its name. */
function typeOf(question: Question, status: number, reply: FastifyReply): string {
  if (question.kind === "case file" && status === 200) return fileType(question, reply);
  if (question.kind === "trends file" && status === 200) {
    reply.header("Content-Disposition", `attachment; filename="trends.${question.format}"`);
    return TRENDS_FILES[question.format].type;
  }
  if (asksPage(question)) return HTML_TYPE;
  if (question.kind !== "list" || question.format === "json" || status !== 200) return JSON_TYPE;
  const { type, extension } = FILE_KINDS[question.format];
  reply.header("Content-Disposition", `attachment; filename="${question.collection}.${extension}"`);
  return type;
}

/** Of a case as a file, which also gets its name. */
function fileType({ id, ending }: Extract<Question, { kind: "case file" }>, reply: FastifyReply): string {
  reply.header(
    "Content-Disposition",
    `attachment; filename="case-${id}.${ending === "biblatex" ? "bib" : ending}"`,
  );
  return CASE_FILES[ending].type;
}

/** Sends the messages of invalid parameters. */
export function sendWrong(reply: FastifyReply, messages: Messages): FastifyReply {
  return reply
    .code(400)
    .header("Content-Type", JSON_TYPE)
    .send(Buffer.from(JSON.stringify(messages), "utf8"));
}

/** Sends JSON without a reader. */
export function sendValue(value: object, reply: FastifyReply): FastifyReply {
  return sendText(JSON.stringify(value), JSON_TYPE, reply);
}

/** The same for a text of another type. */
export function sendText(text: string, type: string, reply: FastifyReply): FastifyReply {
  const body = Buffer.from(text, "utf8");
  if (isNotModified(tagOf(body), reply)) return reply.code(304).send();
  return reply.header("Content-Type", type).send(body);
}

/** Sends a page that needs no corpus; the headers of a page are set. */
export function sendPage(page: Page, { baseUrl }: ServiceContext, reply: FastifyReply): FastifyReply {
  const { status, html } = wholePage(page, rootOf(baseUrl));
  return reply.code(status).header("Content-Type", HTML_TYPE).send(Buffer.from(html, "utf8"));
}

/** Sends the interface's error body. */
export function sendRefusal(reply: FastifyReply, status: number, detail: string): FastifyReply {
  const body = Buffer.from(JSON.stringify({ detail }), "utf8");
  return reply.code(status).header("Content-Type", JSON_TYPE).send(body);
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
  if (request.hasCredentials) {
    reply.header("Cache-Control", "private, no-store");
    return false;
  }
  const etag = `W/"${tag}"`;
  reply.header("ETag", etag).header("Cache-Control", "no-cache");
  const known = request.headers["if-none-match"] ?? "";
  if (known.trim() === "*") return true;
  return [...known.matchAll(/(?:W\/)?"([^"]*)"/g)].some(([, one]) => one === tag);
}

function tagOf(body: Buffer): string {
  return createHash("sha256").update(body).digest("base64url").slice(0, TAG_CHARS);
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort(CLIENT_GONE));
  return gone.signal;
}
