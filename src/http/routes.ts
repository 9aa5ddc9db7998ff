/** The paths of the v1 interface (docs/interface.md, "Paths"). */

import { realpathSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { send } from "@fastify/send";
import type { FastifyInstance, FastifyReply } from "fastify";
import { isAllowed } from "../corpus/bodies.ts";
import { readCaseId } from "../domain/case-id.ts";
import { pathBelow } from "../domain/file-path.ts";
import { isJsonObject } from "../domain/json.ts";
import type { KnownBulkFile } from "../domain/records.ts";
import { COLLECTIONS, type Collection, parametersOf } from "../v1/collections.ts";
import { ENDPOINT_NAMES, ENDPOINTS } from "../v1/ngrams-resolve.ts";
import { unknownNames } from "../v1/parameter.ts";
import { jsonAnswer } from "./readers/answer-body.ts";
import type { Address } from "./readers/protocol.ts";
import { citationUrl, queryTextOf, slashedUrl } from "./request-guard.ts";
import { OUTSIDE, sendAnswer, sendRefusal, sendValue } from "./send-answer.ts";
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

const NOT_FOUND = "Not found.";
const REFUSALS: Readonly<Record<number, string>> = {
  412: "A precondition does not hold.",
  416: OUTSIDE,
};

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
  if (file === null) return sendRefusal(reply, 404, NOT_FOUND);
  if (!file.public && !isAllowed(accessOf(reply.request, context), false)) {
    reply.header("WWW-Authenticate", "Token");
    return sendRefusal(reply, 401, "Authentication credentials were not provided.");
  }
  const path = keptPath(file, context.dataFolder);
  return path === null ? sendRefusal(reply, 404, NOT_FOUND) : sendFile(path, file.fileName, reply);
}

/**
 * The path of an archive; null if it does not exist, or if it is reached through a symbolic link below the data folder,
 * which could lead anywhere (docs/faults.md, "H5").
 */
export function keptPath({ path }: Pick<KnownBulkFile, "path">, dataFolder: string): string | null {
  if (path === null) return null;
  try {
    const folder = realpathSync(dataFolder);
    const file = resolve(folder, path);
    if (pathBelow(folder, file) === null) return null;
    return realpathSync(file) === file && statSync(file).isFile() ? file : null;
  } catch {
    return null; // missing or unreadable
  }
}

async function findBulkFile(id: number, { pool }: ServiceContext): Promise<KnownBulkFile | null> {
  const { status, value } = await jsonAnswer<KnownBulkFile | null>(pool, { kind: "bulk file", id });
  return status === 200 ? value : null;
}

async function sendFile(path: string, name: string, reply: FastifyReply): Promise<FastifyReply> {
  const { request } = reply;
  const isPrivate = request.hasCredentials;
  // fetch adds `Cache-Control: no-cache` to each If-None-Match; it is for caches on the way and must not prevent a 304
  delete request.raw.headers["cache-control"];
  // Range is defined for GET only
  if (request.method === "HEAD") delete request.raw.headers.range;
  const sent = await send(request.raw, `/${encodeURIComponent(basename(path))}`, {
    root: dirname(path),
    dotfiles: "allow",
    index: false,
    contentType: false,
    cacheControl: false,
    etag: !isPrivate,
  });
  if (sent.type !== "file") {
    sent.stream.destroy();
    const range = sent.headers["Content-Range"];
    if (range !== undefined) reply.header("Content-Range", range);
    return sendRefusal(reply, sent.statusCode, REFUSALS[sent.statusCode] ?? NOT_FOUND);
  }
  reply.code(sent.statusCode).headers(sent.headers);
  reply.header("Cache-Control", isPrivate ? "private, no-store" : "no-cache");
  if (sent.statusCode === 304) return reply.send();
  reply.header("Content-Type", "application/zip").header("Content-Disposition", attachment(name));
  return reply.send(sent.stream);
}

/** An ASCII name for every client; if the name is not plain ASCII, the exact name too (RFC 6266). */
function attachment(name: string): string {
  const plain = name.replace(/"/g, "'").replace(/[^\x20-\x7e]|[\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  return plain === name
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
