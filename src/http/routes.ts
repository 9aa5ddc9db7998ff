/** The paths of the v1 interface (docs/interface.md, "Paths"). */

import type { FastifyInstance, FastifyReply } from "fastify";
import { isAllowed } from "../corpus/bodies.ts";
import { readCaseId } from "../domain/case-id.ts";
import { isJsonObject } from "../domain/json.ts";
import type { KnownBulkFile } from "../domain/records.ts";
import { COLLECTIONS, type Collection, parametersOf } from "../v1/collections.ts";
import { ENDPOINT_NAMES, ENDPOINTS } from "../v1/ngrams-resolve.ts";
import { unknownNames } from "../v1/parameter.ts";
import { jsonAnswer } from "./readers/answer-body.ts";
import type { Address } from "./readers/protocol.ts";
import { citationUrl, queryTextOf, slashedUrl } from "./request-guard.ts";
import { refuseStranger, sendAnswer, sendRefusal } from "./send-answer.ts";
import { keptPath, sendFile } from "./send-file.ts";
import { accessOf, type ServiceContext, settingOf } from "./service-context.ts";

type Known = Parameters<typeof unknownNames>[1];
type Handler = (reply: FastifyReply) => Promise<FastifyReply> | FastifyReply;

export const WITH_DETAIL: readonly Collection[] = COLLECTIONS.filter((name) => name !== "citations");

export function addRoutes(app: FastifyInstance, context: ServiceContext): void {
  const add = (path: string, handler: Handler): void => {
    app.get(path, (_request, reply) => handler(reply));
    app.get(path.slice(0, -1), (request, reply) =>
      redirect(reply, 301, slashedUrl(context.baseUrl, request.url)),
    );
  };
  const ask = (address: Address, known: Known | null, reply: FastifyReply): Promise<FastifyReply> =>
    sendQuestion(address, known, context, reply);
  add("/v1/", (reply) => ask({ kind: "root" }, null, reply));
  for (const collection of COLLECTIONS) {
    const known = [...parametersOf(collection), { name: "format" }];
    add(`/v1/${collection}/`, (reply) => ask({ kind: "list", collection }, known, reply));
  }
  for (const collection of WITH_DETAIL) {
    add(`/v1/${collection}/:key/`, (reply) => {
      const key = keyOf(reply);
      if (collection === "cases" && !/^\d+$/.test(key) && readCaseId(key) === null)
        return redirect(reply, 302, citationUrl(context.baseUrl, key, queryTextOf(reply.request.url)));
      return ask({ kind: "record", collection, key }, null, reply);
    });
  }
  for (const name of ENDPOINT_NAMES) {
    add(`/v1/${name}/`, (reply) => ask({ kind: "endpoint", name }, ENDPOINTS[name], reply));
  }
  for (const name of ["similar", "treatment"] as const)
    add(`/v1/cases/:key/${name}/`, (reply) => ask({ kind: "of case", name, key: keyOf(reply) }, null, reply));
  add("/v1/bulk/:key/download/", (reply) => sendDownload(keyOf(reply), context, reply));
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

/**
 * Sends a stored bulk archive, or the part in the header `Range` (docs/interface.md, "Downloads"). A request names an archive by
 * its id, never by a path, and only files below the data folder are sent.
 */
async function sendDownload(
  key: string,
  context: ServiceContext,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = /^[1-9]\d{0,15}$/.test(key) ? await findBulkFile(Number(key), context) : null;
  if (file === null) return sendRefusal(reply, 404, "Not found.");
  if (!file.public && !isAllowed(accessOf(reply.request, context), false)) return refuseStranger(reply);
  const path = file.path === null ? null : keptPath(file.path, context.dataFolder);
  return path === null
    ? sendRefusal(reply, 404, "Not found.")
    : sendFile(path, { name: file.fileName, type: "application/zip" }, reply);
}

async function findBulkFile(id: number, { pool }: ServiceContext): Promise<KnownBulkFile | null> {
  const { status, value } = await jsonAnswer<KnownBulkFile | null>(pool, { kind: "bulk file", id });
  return status === 200 ? value : null;
}
