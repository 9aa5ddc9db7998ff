/** What is sent by POST: a draft to `/check/`, and requests of the Model Context Protocol to `/mcp`. Reader processes answer both. */

import {
  createMcpHandler,
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { makeMcpServer } from "../mcp/server.ts";
import { type CheckRefusal, checkFormPage } from "../pages/check/check-page.ts";
import { rootOf } from "../pages/page.ts";
import { MAX_DRAFT_BYTES, MAX_DRAFT_FILE_BYTES, MAX_FORM_BYTES } from "./limits.ts";
import { askTools } from "./readers/answer-body.ts";
import {
  DRAFT_NAMES,
  DraftRefusal,
  draftNameOf,
  FORM_TYPES,
  isForm,
  MALFORMED,
  TOO_LARGE,
  WRONG_TYPE,
} from "./readers/sent-draft.ts";
import { CHECK_PATH, closeToOtherSites, MCP_PATH, setPageHeaders } from "./request-guard.ts";
import { failureOf, sendAnswer, sendPage, sendRefusal } from "./send-answer.ts";
import { pageSettingOf, type ServiceContext, settingOf } from "./service-context.ts";

/**
 * `POST /check/`: the citations and quotations of a draft (docs/interface.md, "check"). A form gets a page, others JSON.
 */
export async function addCheckRoute(app: FastifyInstance, context: ServiceContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const keep = async (_: unknown, body: unknown) => body;
    const add = (types: string | string[], bodyLimit: number) =>
      scope.addContentTypeParser(types, { parseAs: "buffer", bodyLimit }, keep);
    add(FORM_TYPES, MAX_FORM_BYTES);
    add(
      Object.keys(DRAFT_NAMES).filter((type) => !type.startsWith("text/")),
      MAX_DRAFT_FILE_BYTES,
    );
    add("*", MAX_DRAFT_BYTES);
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const refusal = refusalOf(error, context, reply);
      if (!isForm(typeOf(request))) return sendRefusal(reply, refusal.status, refusal.message);
      // the form again, with the reason
      setPageHeaders(reply.raw);
      return sendPage(checkFormPage(rootOf(context.baseUrl), refusal), context, reply);
    });
    scope.post(CHECK_PATH, (_request, reply) => check(context, reply));
  });
}

async function check(context: ServiceContext, reply: FastifyReply): Promise<FastifyReply> {
  const { request } = reply;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const type = typeOf(request);
  const isPage = isForm(type);
  if (!isPage && draftNameOf(type) === undefined) throw WRONG_TYPE;
  const setting = (isPage ? pageSettingOf : settingOf)(context, reply);
  if (isPage) setPageHeaders(reply.raw);
  const question = { kind: "check", body, type, as: isPage ? "page" : "json", setting } as const;
  return await sendAnswer(question, context, reply);
}

function refusalOf(
  error: FastifyError | DraftRefusal,
  context: ServiceContext,
  reply: FastifyReply,
): CheckRefusal {
  if (error instanceof DraftRefusal) return error;
  if (error.statusCode === 413) return TOO_LARGE;
  if (error.statusCode === 415) return WRONG_TYPE;
  if (error.statusCode !== undefined && error.statusCode < 500) return MALFORMED;
  const [status, message] = failureOf(error, context, reply);
  return { status, message };
}

function typeOf({ headers }: FastifyRequest): string {
  return headers["content-type"] ?? "";
}

/** Headers that the client needs besides the body. */
const KEPT_HEADERS = ["content-type", "mcp-protocol-version", "mcp-session-id"];

/** `POST /mcp`: the tools of the Model Context Protocol over HTTP, one request after the other without a session. */
export async function addMcpRoute(app: FastifyInstance, context: ServiceContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parser = { parseAs: "buffer", bodyLimit: MAX_DRAFT_BYTES } as const;
    scope.addContentTypeParser("*", parser, async (_: unknown, body: unknown) => body);
    scope.setErrorHandler((error: { readonly statusCode?: number }, _request, reply) =>
      error.statusCode === 413
        ? sendRefusal(reply, 413, `The request is larger than ${MAX_DRAFT_BYTES} bytes.`)
        : sendRefusal(reply, ...failureOf(error, context, reply)),
    );
    scope.post(MCP_PATH, (_request, reply) => answerTools(context, reply));
  });
}

async function answerTools(context: ServiceContext, reply: FastifyReply): Promise<FastifyReply> {
  // a page of another site must not use a service on this machine through its reader's browser
  closeToOtherSites(reply.raw);
  const hosts = [...localhostAllowedHostnames(), new URL(context.baseUrl).hostname];
  const { request } = reply;
  const { host, origin } = request.headers;
  if (!validateHostHeader(host, hosts).ok) return sendRefusal(reply, 403, "This host is not served.");
  if (!validateOriginHeader(origin, hosts).ok) return sendRefusal(reply, 403, "This origin is not allowed.");
  const ask = askTools(context.pool, settingOf(context, reply), request.raw.socket);
  // a subscription would never end
  const handler = createMcpHandler(() => makeMcpServer(ask), { maxSubscriptions: 0 });
  const response = await handler.fetch(webRequestOf(request, context));
  for (const name of KEPT_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  reply.header("Cache-Control", "no-store");
  return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()));
}

function webRequestOf(request: FastifyRequest, { baseUrl }: ServiceContext): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string" && name !== "authorization") headers.set(name, value);
  const { body } = request;
  return new Request(new URL(MCP_PATH, baseUrl), {
    ...{ method: "POST", headers },
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : null,
  });
}
