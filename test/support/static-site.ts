/**
 * A folder as a web site: plain files under their paths, as static.case.law serves its own (docs/formats.md, "The static
 * site").
 */
import { statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { answerFile } from "./file-answer.ts";
import { type Service, startService } from "./service.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".json": "application/json",
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".zip": "application/zip",
};

export interface SiteOptions {
  /** 0: any free one. */
  readonly port?: number;
  /** A status to answer a path with instead of its file; null for none. */
  readonly statusOf?: (path: string) => number | null;
}

/** Serves the files below `folder`, read anew for every request. */
export function startStaticSite(
  folder: string,
  { port = 0, statusOf = () => null }: SiteOptions = {},
): Promise<Service> {
  return startService((request, response) => {
    const status = statusOf(request.url ?? "/");
    if (status === null) answer(folder, request, response);
    else response.writeHead(status).end();
  }, port);
}

function answer(folder: string, request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { Allow: "GET, HEAD" }).end();
    return;
  }
  const path = safePath(folder, request.url ?? "/");
  if (path === null || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    response.writeHead(404, { "Content-Type": "text/plain" }).end("Not found\n");
    return;
  }
  const type = TYPES[extname(path)] ?? "application/octet-stream";
  answerFile(request, response, { path, headers: { "Content-Type": type } });
}

/** The file that a request's path names; null for one that leads out of the folder or cannot be read. */
function safePath(folder: string, url: string): string | null {
  try {
    const parts = decodeURIComponent(url.replace(/[?#].*$/, "")).split("/");
    return parts.includes("..") || parts.some((part) => part.includes("\0")) ? null : join(folder, ...parts);
  } catch {
    return null;
  }
}
