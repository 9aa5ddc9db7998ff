/** The paths of the v1 interface (docs/interface.md, "Paths"). */
import type { FastifyInstance, FastifyReply } from "fastify";
import { isJsonObject } from "../domain/json.ts";
import { COLLECTIONS, type Collection, parametersOf } from "../v1/collections.ts";
import { ENDPOINT_NAMES, ENDPOINTS, type Endpoint } from "../v1/ngrams-resolve.ts";
import { formatsOf } from "../v1/page-formats.ts";
import { noSuchChoice, unknownNames } from "../v1/parameter.ts";
import { sendDownload } from "./downloads.ts";
import { citationUrl, queryTextOf, slashedUrl } from "./request-guard.ts";
import { sendAnswer, sendRefusal, sendValue, sendWrong } from "./send-answer.ts";
import { type ServiceContext, settingOf } from "./service-context.ts";

type Handler = (reply: FastifyReply) => Promise<FastifyReply> | FastifyReply;

/** Collections whose records have their own URL. */
export const WITH_DETAIL: readonly Collection[] = COLLECTIONS.filter((name) => name !== "citations");

export function addRoutes(app: FastifyInstance, context: ServiceContext): void {
  const add = (path: string, handler: Handler): void => {
    app.get(path, (_request, reply) => handler(reply));
    app.get(path.slice(0, -1), (request, reply) =>
      redirect(reply, 301, slashedUrl(context.baseUrl, request.url)),
    );
  };
  add("/v1/", (reply) => sendValue(collectionUrls(context), reply));
  for (const collection of COLLECTIONS) {
    add(`/v1/${collection}/`, (reply) => sendList(collection, context, reply));
  }
  for (const collection of WITH_DETAIL) {
    add(`/v1/${collection}/:key/`, (reply) => sendRecord(collection, context, reply));
  }
  for (const name of ENDPOINT_NAMES) {
    add(`/v1/${name}/`, (reply) => sendEndpoint(name, context, reply));
  }
  add("/v1/cases/:key/similar/", (reply) => sendSimilar(context, reply));
  add("/v1/bulk/:key/download/", (reply) => sendDownload(keyOf(reply), context, reply));
}

function collectionUrls({ baseUrl }: ServiceContext): Record<string, string> {
  return Object.fromEntries(
    [...COLLECTIONS, ...ENDPOINT_NAMES].map((name) => [name, `${baseUrl}/v1/${name}/`]),
  );
}

async function sendList(
  collection: Collection,
  context: ServiceContext,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = queryTextOf(reply.request.url);
  const parameters = new URLSearchParams(query);
  const given = parameters.getAll("format").at(-1) || "json";
  const format = formatsOf(collection).find((one) => one === given);
  if (format === undefined) return sendWrong(reply, { format: [noSuchChoice(given).error] });
  nameIgnored(reply, parameters, [...parametersOf(collection), { name: "format" }]);
  const setting = settingOf(context, reply);
  return await sendAnswer({ kind: "list", collection, query, format, setting }, context, reply);
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

function sendEndpoint(name: Endpoint, context: ServiceContext, reply: FastifyReply): Promise<FastifyReply> {
  const query = queryTextOf(reply.request.url);
  nameIgnored(reply, new URLSearchParams(query), ENDPOINTS[name]);
  return sendAnswer({ kind: "endpoint", name, query, setting: settingOf(context, reply) }, context, reply);
}

async function sendRecord(
  collection: Collection,
  context: ServiceContext,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = keyOf(reply);
  const query = queryTextOf(reply.request.url);
  if (collection === "cases" && !/^\d+$/.test(key)) {
    return redirect(reply, 302, citationUrl(context.baseUrl, key, query));
  }
  const setting = settingOf(context, reply);
  return sendAnswer({ kind: "record", collection, key, query, setting }, context, reply);
}

function sendSimilar(context: ServiceContext, reply: FastifyReply): Promise<FastifyReply> | FastifyReply {
  const key = keyOf(reply);
  if (!/^[1-9]\d{0,15}$/.test(key)) return sendRefusal(reply, 404, "Not found.");
  const setting = settingOf(context, reply);
  const query = queryTextOf(reply.request.url);
  return sendAnswer({ kind: "similar", id: Number(key), query, setting }, context, reply);
}

/** The last part of a record's path, decoded. */
export function keyOf({ request: { params } }: FastifyReply): string {
  return isJsonObject(params) && typeof params.key === "string" ? params.key : "";
}

/** The URL is in the header; the body is for clients that do not follow it. */
export function redirect(reply: FastifyReply, status: 301 | 302, location: string): FastifyReply {
  return sendRefusal(reply.header("Location", location), status, "See Location.");
}
