/** Sends files on disk: bulk archives, and files of exports. */

import { realpathSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { send } from "@fastify/send";
import type { FastifyReply } from "fastify";
import { pathBelow } from "../domain/file-path.ts";
import { OUTSIDE, sendRefusal } from "./send-answer.ts";

const REFUSALS: Readonly<Record<number, string>> = {
  412: "A precondition does not hold.",
  416: OUTSIDE,
};

/**
 * The path of a file below a folder; null if it does not exist, or if it is reached through a symbolic link below the folder,
 * which could lead anywhere (docs/faults.md, "H5").
 */
export function keptPath(path: string, below: string): string | null {
  try {
    const folder = realpathSync(below);
    const file = resolve(folder, path);
    if (pathBelow(folder, file) === null) return null;
    return realpathSync(file) === file && statSync(file).isFile() ? file : null;
  } catch {
    return null; // missing or unreadable
  }
}

/** Sends a file, or the part of it in the header `Range`. @param file the name and the media type that the client sees */
export async function sendFile(
  path: string,
  file: { readonly name: string; readonly type: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { request } = reply;
  const isPrivate = request.hasCredentials;
  // fetch adds `Cache-Control: no-cache` to each If-None-Match; it is for caches on the way and must not prevent a 304
  delete request.raw.headers["cache-control"];
  // Range is defined for GET only; If-Range matches a date, but no weak tag (RFC 9110, section 13.1.5)
  if (request.method === "HEAD" || request.raw.headers["if-range"]?.includes('"'))
    delete request.raw.headers.range;
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
    return sendRefusal(reply, sent.statusCode, REFUSALS[sent.statusCode] ?? "Not found.");
  }
  reply.code(sent.statusCode).headers(sent.headers);
  reply.header("Cache-Control", isPrivate ? "private, no-store" : "no-cache");
  if (sent.statusCode === 304) return reply.send();
  reply.header("Content-Type", file.type).header("Content-Disposition", attachment(file.name));
  return reply.send(sent.stream);
}

/** An ASCII name for every client; if the name is not plain ASCII, the exact name too (RFC 6266). */
function attachment(name: string): string {
  const plain = name.replace(/"/g, "'").replace(/[^\x20-\x7e]|[\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return plain === name
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
