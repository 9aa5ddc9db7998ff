/**
 * Cursors: a position in an order, as opaque text. A checksum rejects cursors that were made elsewhere or for another order.
 */
import { CaselawError } from "../domain/errors.ts";
import type { Position } from "../domain/query.ts";

const CHECK_CHARS = 8;
/** Characters of the seen ids: a URL has 8 KiB at most, and contains the question too. */
const MAX_SEEN_CHARS = 3_000;

/**
 * Direction, state or seed, seen ids, then the key. A state is a text and a seed a number: null unless the order is by relevance or
 * random. Seen ids are null unless it is by relevance.
 */
type CursorFields = [Position["direction"], string | number | null, string | null, ...Position["key"]];

/** @param order identifies the collection and its order: a cursor is valid for no other */
export function writeCursor(position: Position, order: string): string {
  const set = position.seen === undefined ? null : writeIdSet(position.seen);
  const seen = set !== null && set.length <= MAX_SEEN_CHARS ? set : null;
  const fields = JSON.stringify([
    position.direction,
    position.state ?? position.seed ?? null,
    seen,
    ...position.key,
  ] satisfies CursorFields);
  return Buffer.from(check(fields, order) + fields, "utf8").toString("base64url");
}

/** @throws CaselawError `invalid_cursor` */
export function readCursor(cursor: string, order: string): Position {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const written = text.slice(CHECK_CHARS);
  const fields = text.slice(0, CHECK_CHARS) === check(written, order) ? parsed(written) : null;
  if (!isCursorFields(fields)) throw new CaselawError("invalid_cursor", "Invalid cursor");
  const [direction, pages, seen, ...key] = fields;
  return {
    direction,
    key,
    ...(typeof pages === "string" ? { state: pages } : {}),
    ...(typeof pages === "number" ? { seed: pages } : {}),
    ...(seen === null ? {} : { seen: readIdSet(seen) }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The checksum is not secret, so a text with a valid one can still be anything. */
function isCursorFields(value: unknown): value is CursorFields {
  if (!Array.isArray(value)) return false;
  const [direction, pages, seen, ...key]: unknown[] = value;
  return (
    (direction === "after" || direction === "before") &&
    (pages === null || typeof pages === "string" || Number.isSafeInteger(pages)) &&
    (seen === null || typeof seen === "string") &&
    key.length > 0 &&
    key.every((one) => one === null || typeof one === "string" || Number.isFinite(one))
  );
}

function check(fields: string, order: string): string {
  // loaded when it is first needed: a list of one page has no cursor, and this module is slow to load
  const { hash } = process.getBuiltinModule("node:crypto");
  return hash("sha256", `caselaw cursor\n${order}\n${fields}`, "base64url").slice(0, CHECK_CHARS);
}

/**
 * A set of case ids as short text: sorted, the differences as varints, in base64url. An id takes some three characters if a thousand
 * ids are spread over all the publisher's cases.
 */
export function writeIdSet(ids: readonly number[]): string {
  const bytes: number[] = [];
  let last = 0;
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    // ids have up to 53 bits: no bit operators
    let rest = id - last;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
    last = id;
  }
  return Buffer.from(bytes).toString("base64url");
}

/** The ids of a text that `writeIdSet` made, ascending. */
export function readIdSet(text: string): number[] {
  const ids: number[] = [];
  let [last, difference, scale] = [0, 0, 1];
  for (const byte of Buffer.from(text, "base64url")) {
    difference += (byte % 128) * scale;
    scale *= 128;
    if (byte > 127) continue;
    last += difference;
    ids.push(last);
    [difference, scale] = [0, 1];
  }
  return ids;
}
