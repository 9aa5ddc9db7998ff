/** `POST /mcp`: the tools of the Model Context Protocol over HTTP, one request after the other without a session. */
import {
  createMcpHandler,
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { makeMcpServer } from "../mcp/server.ts";
import { MAX_DRAFT_BYTES } from "./limits.ts";
import { askTools } from "./readers/answer-body.ts";
import { MCP_PATH } from "./request-guard.ts";
import { failureOf, sendRefusal } from "./send-answer.ts";
import { type ServiceContext, settingOf } from "./service-context.ts";

/** Headers that the client needs besides the body. */
const KEPT_HEADERS = ["content-type", "mcp-protocol-version", "mcp-session-id"];

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
    scope.post(MCP_PATH, (_request, reply) => answer(context, reply));
  });
}

async function answer(context: ServiceContext, reply: FastifyReply): Promise<FastifyReply> {
  // a page of another site must not use a service on this machine through its reader's browser
  reply.raw.removeHeader("Access-Control-Allow-Origin");
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
