/** One page of a listing in the interface's envelope (docs/formats.md, "Envelope and paging of the publisher"). */
import type { ListedRecord } from "./bulk-listing.ts";

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
