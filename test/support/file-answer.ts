/** Answers a request with a file as a plain web server does: Range, If-Range, conditional requests, validators. */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";

export interface ServedFile {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The file is read whole: test files are small. Its ETag is of its content, so that re-made equal bytes keep it. */
export function answerFile(request: IncomingMessage, response: ServerResponse, file: ServedFile): void {
  const bytes = readFileSync(file.path);
  const etag = `"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"`;
  const modified = statSync(file.path).mtime.toUTCString();
  response.setHeader("ETag", etag).setHeader("Last-Modified", modified).setHeader("Accept-Ranges", "bytes");
  for (const [name, value] of Object.entries(file.headers)) response.setHeader(name, value);
  if (isUnchanged(request, etag, modified)) {
    response.writeHead(304).end();
    return;
  }
  const ifRange = request.headers["if-range"];
  const fits = ifRange === undefined || ifRange === etag || ifRange === modified;
  const range = fits ? readRange(request.headers.range, bytes.length) : "whole";
  if (range === "none") {
    response.writeHead(416, { "Content-Range": `bytes */${bytes.length}`, "Content-Length": 0 }).end();
    return;
  }
  const [start, end] = range === "whole" ? [0, bytes.length] : range;
  if (range !== "whole") response.setHeader("Content-Range", `bytes ${start}-${end - 1}/${bytes.length}`);
  response.writeHead(range === "whole" ? 200 : 206, { "Content-Length": end - start });
  response.end(request.method === "HEAD" ? undefined : bytes.subarray(start, end));
}

function isUnchanged({ headers }: IncomingMessage, etag: string, modified: string): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined)
    return tags === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  const since = headers["if-modified-since"];
  return since !== undefined && Date.parse(modified) <= Date.parse(since);
}

/** First byte and the one after the last; `whole` for no single byte range, `none` for one outside the file. */
function readRange(header: string | undefined, size: number): readonly [number, number] | "whole" | "none" {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (match === null || (match[1] === "" && match[2] === "")) return "whole";
  if (match[1] === "") {
    const last = Math.min(Number(match[2]), size);
    return last === 0 ? "none" : [size - last, size];
  }
  const start = Number(match[1]);
  const end = match[2] === "" ? size : Math.min(Number(match[2]) + 1, size);
  if (match[2] !== "" && Number(match[2]) < start) return "whole";
  return start < size ? [start, end] : "none";
}
