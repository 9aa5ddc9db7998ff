/**
 * The publisher's bulk service on loopback, from a folder of listings and archives: the sample's, or one that a test made.
 *
 * Listings are plain arrays in `<collection>.json` with `{base_url}` for the service's address; archives lie in `bulk/`
 * or `zips/` under their `file_name`. Everything is read anew for every request, so that a test may publish a new
 * release between two.
 */
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { readListing } from "./bulk-listing.ts";
import { pageOf } from "./bulk-page.ts";
import { answerFile } from "./file-answer.ts";
import { type Service, startService } from "./service.ts";

export interface BulkServiceOptions {
  /** 0, as when absent: any free one. */
  readonly port?: number;
  /** With a token, files that are not public are for requests that carry it; without, they are for everyone. */
  readonly token?: string;
  /** Records a page when the request does not say; 100 when absent. */
  readonly pageSize?: number;
}

const COLLECTIONS = ["jurisdictions", "courts", "reporters", "volumes", "bulk"];

interface Shop {
  readonly folder: string;
  readonly token: string | null;
  readonly pageSize: number;
}

export function startBulkService(folder: string, options: BulkServiceOptions = {}): Promise<Service> {
  const shop = { folder, token: options.token ?? null, pageSize: options.pageSize ?? 100 };
  return startService((request, response, url) => answer(shop, request, response, url), options.port ?? 0);
}

function answer(shop: Shop, request: IncomingMessage, response: ServerResponse, base: string): void {
  response.setHeader("Allow", "GET").setHeader("Vary", "Accept");
  if (request.method !== "GET") {
    sendJson(response, 405, { detail: `Method "${request.method}" not allowed.` });
    return;
  }
  const access = accessOf(shop, request);
  if (access === "refused") {
    sendJson(response, 401, { detail: "Invalid token." });
    return;
  }
  const url = new URL(request.url ?? "/", base);
  if (!url.pathname.endsWith("/")) {
    response.writeHead(301, { Location: `${url.pathname}/${url.search}` }).end();
    return;
  }
  const [version, collection = "", key, verb, ...more] = url.pathname
    .split("/")
    .filter((part) => part !== "");
  const known =
    version === "v1" && more.length === 0 && (collection === "" || COLLECTIONS.includes(collection));
  if (version === undefined) sendJson(response, 200, {});
  else if (!known) notFound(response);
  else if (collection === "") sendJson(response, 200, collections(base));
  else if (key === undefined) sendPage(shop, collection, url, response);
  else if (verb === undefined) sendRecord(shop, collection, url, response);
  else if (collection === "bulk" && verb === "download") sendArchive(shop, key, access, request, response);
  else notFound(response);
}

function accessOf({ token }: Shop, { headers }: IncomingMessage): "granted" | "none" | "refused" {
  if (token === null) return "granted";
  const given = /^Token (.*)$/.exec(headers.authorization ?? "")?.[1];
  if (given === undefined) return "none";
  return given === token ? "granted" : "refused";
}

function collections(base: string): Record<string, string> {
  return Object.fromEntries(COLLECTIONS.map((name) => [name, `${base}/v1/${name}/`]));
}

function sendPage({ folder, pageSize }: Shop, collection: string, url: URL, response: ServerResponse): void {
  const page = pageOf(readListing(folder, collection, url.searchParams, url.origin), url, pageSize);
  sendJson(response, page.status, page.body);
}

/** The record whose address this is; a superseded bulk file still has one. */
function sendRecord({ folder }: Shop, collection: string, url: URL, response: ServerResponse): void {
  const all = readListing(folder, collection, new URLSearchParams("with_old=true"), url.origin);
  const key = decodeURIComponent(url.pathname.split("/")[3] ?? "");
  const record = all.find((one) =>
    collection === "bulk" ? String(one.id) === key : String(one.url).endsWith(`/${collection}/${key}/`),
  );
  if (record === undefined) notFound(response);
  else sendJson(response, 200, record);
}

function sendArchive(
  { folder }: Shop,
  key: string,
  access: "granted" | "none",
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const all = readListing(folder, "bulk", new URLSearchParams("with_old=true"), "");
  const record = all.find((one) => String(one.id) === key);
  const name = typeof record?.file_name === "string" ? record.file_name : "";
  const path = ["bulk", "zips"]
    .map((below) => join(folder, below, name))
    .find((at) => name !== "" && existsSync(at));
  if (path === undefined) notFound(response);
  else if (record?.public !== true && access !== "granted") {
    sendJson(response, 401, { detail: "Authentication credentials were not provided." });
  } else {
    const disposition = `attachment; filename="${name.replaceAll('"', "'")}"`;
    const headers = { "Content-Type": "application/zip", "Content-Disposition": disposition };
    answerFile(request, response, { path, headers });
  }
}

function notFound(response: ServerResponse): void {
  sendJson(response, 404, { detail: "Not found." });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value), "utf8");
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": bytes.length,
    "Access-Control-Allow-Origin": "*",
  });
  response.end(bytes);
}
