/** The paths of the v1 interface (docs/interface.md, "Paths"). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { COLLECTIONS, type Collection, parametersOf } from "../v1/collection-names.ts";
import { ENDPOINTS, type Endpoint } from "../v1/endpoints/endpoint-table.ts";
import { formatsOf } from "../v1/formats/list-formats.ts";
import { noSuchChoice } from "../v1/parameter.ts";
import { unknownNames } from "../v1/unknown-parameters.ts";
import { sendDownload } from "./downloads.ts";
import { citationUrl, queryTextOf, slashedUrl } from "./request-url.ts";
import { sendAnswer, sendRefusal, sendValue, sendWrong } from "./send-answer.ts";
import { accessOf, type ServiceContext } from "./service-context.ts";

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply;

/** Collections whose records have their own URL. */
export const WITH_DETAIL: readonly Collection[] = COLLECTIONS.filter((name) => name !== "citations");

export function addRoutes(app: FastifyInstance, context: ServiceContext): void {
  const add = (path: string, handler: Handler): void => {
    app.get(path, handler);
    app.get(path.slice(0, -1), (request, reply) =>
      redirect(reply, 301, slashedUrl(context.baseUrl, request.url)),
    );
  };
  add("/v1/", (request, reply) => sendValue(collectionUrls(context), request, reply));
  for (const collection of COLLECTIONS) {
    add(`/v1/${collection}/`, (request, reply) => sendList(collection, context, request, reply));
  }
  for (const collection of WITH_DETAIL) {
    add(`/v1/${collection}/:key/`, (request, reply) => sendRecord(collection, context, request, reply));
  }
  for (const name of ["ngrams", "resolve"] as const) {
    add(`/v1/${name}/`, (request, reply) => sendEndpoint(name, context, request, reply));
  }
  add("/v1/cases/:key/similar/", (request, reply) => sendSimilar(context, request, reply));
  add("/v1/bulk/:key/download/", (request, reply) => sendDownload(keyOf(request), context, request, reply));
}

function collectionUrls({ baseUrl }: ServiceContext): Record<string, string> {
  return Object.fromEntries(
    [...COLLECTIONS, ...Object.keys(ENDPOINTS)].map((name) => [name, `${baseUrl}/v1/${name}/`]),
  );
}

async function sendList(
  collection: Collection,
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const setting = { baseUrl: context.baseUrl, access: accessOf(request, context) };
  const query = queryTextOf(request.url);
  const parameters = new URLSearchParams(query);
  const given = parameters.getAll("format").at(-1) || "json";
  const format = formatsOf(collection).find((one) => one === given);
  if (format === undefined) return sendWrong(reply, { format: [noSuchChoice(given).error] });
  nameIgnored(reply, parameters, [...parametersOf(collection), { name: "format" }]);
  return await sendAnswer({ kind: "list", collection, query, format, setting }, context, request, reply);
}

/** A header with the parameters that have no effect. */
function nameIgnored(
  reply: FastifyReply,
  given: URLSearchParams,
  known: Parameters<typeof unknownNames>[1],
): void {
  const ignored = unknownNames(given.keys(), known);
  if (ignored.length > 0) reply.header("X-Ignored-Parameters", ignored.map(encodeURIComponent).join(", "));
}

function sendEndpoint(
  name: Endpoint,
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const setting = { baseUrl: context.baseUrl, access: accessOf(request, context) };
  const query = queryTextOf(request.url);
  nameIgnored(reply, new URLSearchParams(query), ENDPOINTS[name]);
  return sendAnswer({ kind: "endpoint", name, query, setting }, context, request, reply);
}

async function sendRecord(
  collection: Collection,
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = keyOf(request);
  const query = queryTextOf(request.url);
  if (collection === "cases" && !/^\d+$/.test(key)) {
    return redirect(reply, 302, citationUrl(context.baseUrl, key, query));
  }
  const setting = { baseUrl: context.baseUrl, access: accessOf(request, context) };
  return sendAnswer({ kind: "record", collection, key, query, setting }, context, request, reply);
}

function sendSimilar(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> | FastifyReply {
  const key = keyOf(request);
  if (!/^[1-9]\d{0,15}$/.test(key)) return sendRefusal(reply, 404, "Not found.");
  const setting = { baseUrl: context.baseUrl, access: accessOf(request, context) };
  const query = queryTextOf(request.url);
  return sendAnswer({ kind: "similar", id: Number(key), query, setting }, context, request, reply);
}

/** The last part of a record's path, decoded. */
export function keyOf({ params }: FastifyRequest): string {
  const hasKey = typeof params === "object" && params !== null && "key" in params;
  return hasKey && typeof params.key === "string" ? params.key : "";
}

/** The URL is in the header; the body is for clients that do not follow it. */
export function redirect(reply: FastifyReply, status: 301 | 302, location: string): FastifyReply {
  return sendRefusal(reply.header("Location", location), status, "See Location.");
}
