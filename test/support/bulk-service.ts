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
import { answerFile } from "./file-answer.ts";
import { type Service, startService } from "./service.ts";

interface BulkServiceOptions {
  /** With a token, files that are not public are for requests that carry it; without, they are for everyone. */
  readonly token?: string;
}

const COLLECTIONS = ["jurisdictions", "courts", "reporters", "volumes", "bulk"];
/** Records a page; a client follows `next`. */
const PAGE_SIZE = 100;

export function startBulkService(folder: string, { token }: BulkServiceOptions = {}): Promise<Service> {
  return startService((request, response, url) => {
    const { authorization } = request.headers;
    const isKnown = token === undefined || authorization === `Token ${token}`;
    if (!isKnown && authorization !== undefined) {
      sendJson(response, 401, { detail: "Invalid token." });
      return;
    }
    const asked = new URL(request.url ?? "/", url);
    const [, collection = "", id] = /^\/v1\/(\w+)\/(?:(\d+)\/download\/)?$/.exec(asked.pathname) ?? [];
    if (asked.pathname === "/") sendJson(response, 200, {});
    else if (!COLLECTIONS.includes(collection)) notFound(response);
    else if (id === undefined) sendPage(readListing(folder, collection, url), asked, response);
    else sendArchive(folder, id, isKnown, request, response);
  }, 0);
}

/** A page in the interface's envelope (docs/formats.md, "Envelope and paging of the publisher"). */
function sendPage(records: readonly ListedRecord[], url: URL, response: ServerResponse): void {
  const start = Number(url.searchParams.get("cursor") ?? 0);
  const pageAt = (from: number): string => {
    url.searchParams.set("cursor", String(from));
    return url.href;
  };
  const next = start + PAGE_SIZE < records.length ? pageAt(start + PAGE_SIZE) : null;
  const previous = start === 0 ? null : pageAt(Math.max(0, start - PAGE_SIZE));
  const results = records.slice(start, start + PAGE_SIZE);
  sendJson(response, 200, { count: records.length, next, previous, results });
}

function sendArchive(
  folder: string,
  id: string,
  isKnown: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const record = readListing(folder, "bulk", "").find((one) => String(one.id) === id);
  const name = typeof record?.file_name === "string" ? record.file_name : "";
  const path = ["bulk", "zips"]
    .map((below) => join(folder, below, name))
    .find((at) => name !== "" && existsSync(at));
  if (path === undefined) notFound(response);
  else if (record?.public !== true && !isKnown) {
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
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": bytes.length });
  response.end(bytes);
}

interface ListedRecord {
  readonly [key: string]: unknown;
}

/** The records of a collection, with their addresses below `base`. */
function readListing(folder: string, collection: string, base: string): ListedRecord[] {
  const path = join(folder, `${collection}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8").replaceAll("{base_url}", base)) : [];
}
