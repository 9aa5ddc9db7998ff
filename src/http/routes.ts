/** The paths of the v1 interface (docs/interface.md, "Paths"). */
import type { FastifyInstance, FastifyReply } from "fastify";
import { isJsonObject } from "../domain/json.ts";
import { COLLECTIONS, type Collection, parametersOf } from "../v1/collections.ts";
import { ENDPOINT_NAMES, ENDPOINTS } from "../v1/ngrams-resolve.ts";
import { unknownNames } from "../v1/parameter.ts";
import { sendDownload } from "./downloads.ts";
import type { Address } from "./readers/protocol.ts";
import { citationUrl, queryTextOf, slashedUrl } from "./request-guard.ts";
import { sendAnswer, sendRefusal, sendValue } from "./send-answer.ts";
import { type ServiceContext, settingOf } from "./service-context.ts";

type Known = Parameters<typeof unknownNames>[1];
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
  const ask = (address: Address, known: Known | null, reply: FastifyReply): Promise<FastifyReply> =>
    sendQuestion(address, known, context, reply);
  for (const collection of COLLECTIONS) {
    const known = [...parametersOf(collection), { name: "format" }];
    add(`/v1/${collection}/`, (reply) => ask({ kind: "list", collection }, known, reply));
  }
  for (const collection of WITH_DETAIL) {
    add(`/v1/${collection}/:key/`, (reply) => {
      const key = keyOf(reply);
      if (collection === "cases" && !/^\d+$/.test(key))
        return redirect(reply, 302, citationUrl(context.baseUrl, key, queryTextOf(reply.request.url)));
      return ask({ kind: "record", collection, key }, null, reply);
    });
  }
  for (const name of ENDPOINT_NAMES) {
    add(`/v1/${name}/`, (reply) => ask({ kind: "endpoint", name }, ENDPOINTS[name], reply));
  }
  add("/v1/cases/:key/similar/", (reply) => ask({ kind: "similar", key: keyOf(reply) }, null, reply));
  add("/v1/bulk/:key/download/", (reply) => sendDownload(keyOf(reply), context, reply));
}

function collectionUrls({ baseUrl }: ServiceContext): Record<string, string> {
  return Object.fromEntries(
    [...COLLECTIONS, ...ENDPOINT_NAMES].map((name) => [name, `${baseUrl}/v1/${name}/`]),
  );
}

/** @param known the parameters that have an effect; a header names the others. Null: it is left out */
function sendQuestion(
  address: Address,
  known: Known | null,
  context: ServiceContext,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = queryTextOf(reply.request.url);
  const ignored = known === null ? [] : unknownNames(new URLSearchParams(query).keys(), known);
  if (ignored.length > 0) reply.header("X-Ignored-Parameters", ignored.map(encodeURIComponent).join(", "));
  return sendAnswer({ ...address, query, setting: settingOf(context, reply) }, context, reply);
}

/** The last part of a record's path, decoded. */
export function keyOf({ request: { params } }: FastifyReply): string {
  return isJsonObject(params) && typeof params.key === "string" ? params.key : "";
}

/** The URL is in the header; the body is for clients that do not follow it. */
export function redirect(reply: FastifyReply, status: 301 | 302, location: string): FastifyReply {
  return sendRefusal(reply.header("Location", location), status, "See Location.");
}
