/**
 * The publisher's bulk service on loopback, from a folder of listings and archives: the sample's, or one that a test made.
 *
 * Listings are plain arrays in `<collection>.json` with `{base_url}` for the service's address; archives lie in `bulk/`
 * or `zips/` under their `file_name`. Everything is read anew for every request, so that a test may publish a new
 * release between two.
 */
import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { isJsonObject } from "../../src/domain/json.ts";
import { answerFile } from "./file-answer.ts";
import { type Service, startService } from "./service.ts";

interface BulkServiceOptions {
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

/** One page of a listing in the interface's envelope (docs/formats.md, "Envelope and paging of the publisher"). */
const MAX_PAGE_SIZE = 10_000;

export interface PageAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The page that `url` asks for: by its `cursor`, which is opaque to the client, and its `page_size`. */
export function pageOf(records: readonly ListedRecord[], url: URL, defaultSize: number): PageAnswer {
  const asked = url.searchParams.get("page_size") || String(defaultSize);
  const size = /^-?\d+$/.test(asked) ? Number(asked) : null;
  if (size === null) return refused("Enter a number.");
  if (size > MAX_PAGE_SIZE) return refused(`Ensure this value is less than or equal to ${MAX_PAGE_SIZE}.`);
  if (size < 1) return refused("Ensure this value is greater than or equal to 1.");
  const start = readCursor(url.searchParams.get("cursor") || cursorAt(0));
  if (start === null) return { status: 404, body: { detail: "Invalid cursor" } };
  const next = start + size < records.length ? withCursor(url, start + size) : null;
  const previous = start === 0 ? null : withCursor(url, Math.max(0, start - size));
  const results = records.slice(start, start + size);
  return { status: 200, body: { count: records.length, next, previous, results } };
}

function refused(message: string): PageAnswer {
  return { status: 400, body: { page_size: [message] } };
}

/** The request's own address, every other parameter kept; the first page has no cursor. */
function withCursor(url: URL, start: number): string {
  const turned = new URL(url);
  if (start === 0) turned.searchParams.delete("cursor");
  else turned.searchParams.set("cursor", cursorAt(start));
  return turned.href;
}

function cursorAt(start: number): string {
  return Buffer.from(`o=${start}`, "utf8").toString("base64");
}

function readCursor(cursor: string): number | null {
  const match = /^o=(\d+)$/.exec(Buffer.from(cursor, "base64").toString("utf8"));
  return match === null ? null : Number(match[1]);
}

/** Reads the listings of a bulk folder, filtered as the interface filters them. */
interface ListedRecord {
  readonly [key: string]: unknown;
}

/** Filters that compare a field's text, by collection. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  jurisdictions: ["id", "slug", "name", "name_long", "whitelisted"],
  courts: ["id", "slug", "name_abbreviation"],
  reporters: ["id", "short_name", "start_year", "end_year"],
  volumes: ["barcode", "volume_number", "publication_year"],
  bulk: ["body_format", "filter_type", "filter_id"],
};

/** The records of a collection that pass the filters among `parameters`, with their addresses below `base`. */
function readListing(
  folder: string,
  collection: string,
  parameters: URLSearchParams,
  base: string,
): ListedRecord[] {
  const old = collection === "bulk" && parameters.get("with_old") === "true";
  const names = [...(old ? ["bulk-with-old.json"] : []), `${collection}.json`];
  const path = names.map((name) => join(folder, name)).find((at) => existsSync(at));
  if (path === undefined) return [];
  const text = readFileSync(path, "utf8").replaceAll("{base_url}", base);
  const listed: unknown = JSON.parse(text);
  if (!Array.isArray(listed)) throw new Error(`Cannot serve ${path}: not an array`);
  return listed.filter(isJsonObject).filter((record) => passes(record, collection, parameters));
}

function passes(record: ListedRecord, collection: string, parameters: URLSearchParams): boolean {
  const fields = FIELDS[collection] ?? [];
  const equal = fields.every((name) => {
    const wanted = parameters.get(name) ?? "";
    return wanted === "" || String(record[name]).toLowerCase() === wanted.toLowerCase();
  });
  return equal && ofJurisdiction(record, collection, parameters);
}

/** `jurisdiction` of a court, `jurisdictions` (any of) of a reporter or volume: slugs. */
function ofJurisdiction(record: ListedRecord, collection: string, parameters: URLSearchParams): boolean {
  const wanted = parameters
    .getAll(collection === "courts" ? "jurisdiction" : "jurisdictions")
    .filter(Boolean);
  if (wanted.length === 0 || collection === "bulk" || collection === "jurisdictions") return true;
  if (collection === "courts") {
    return wanted.some((slug) => String(record.jurisdiction_url).endsWith(`/${slug}/`));
  }
  const held = Array.isArray(record.jurisdictions) ? record.jurisdictions.filter(isJsonObject) : [];
  return wanted.some((slug) => held.some((one) => one.slug === slug));
}
