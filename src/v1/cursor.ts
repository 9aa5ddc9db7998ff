/**
 * Cursors: a place in an order, as opaque text. Checked on the way back: what was not made here, or was made for
 * another order, is refused.
 */
import { CaselawError } from "../domain/errors.ts";
import type { Position } from "../domain/listing.ts";
import { readIdSet, writeIdSet } from "./id-set.ts";

const CHECK_CHARS = 8;
/** Characters that seen ids may take: an address has 8 KiB at most, and the question must find room in it too. */
const MAX_SEEN_CHARS = 3_000;

/** Direction, state and seen ids, both null but by relevance, then the key. */
type Place = [Position["direction"], string | null, string | null, ...Position["key"]];

/** @param order names the collection and its order: a cursor fits no other */
export function writeCursor(position: Position, order: string): string {
  const set = position.seen === undefined ? null : writeIdSet(position.seen);
  const seen = set !== null && set.length <= MAX_SEEN_CHARS ? set : null;
  const place = JSON.stringify([
    position.direction,
    position.state ?? null,
    seen,
    ...position.key,
  ] satisfies Place);
  return Buffer.from(check(place, order) + place, "utf8").toString("base64url");
}

/** @throws CaselawError `invalid_cursor` */
export function readCursor(cursor: string, order: string): Position {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const written = text.slice(CHECK_CHARS);
  const place = text.slice(0, CHECK_CHARS) === check(written, order) ? parsed(written) : null;
  if (!isPlace(place)) throw new CaselawError("invalid_cursor", "Invalid cursor");
  const [direction, state, seen, ...key] = place;
  return {
    direction,
    key,
    ...(state === null ? {} : { state }),
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

/** The check is no secret, so what fits it can still be anything. */
function isPlace(value: unknown): value is Place {
  if (!Array.isArray(value)) return false;
  const [direction, state, seen, ...key]: unknown[] = value;
  return (
    (direction === "after" || direction === "before") &&
    [state, seen].every((one) => one === null || typeof one === "string") &&
    key.length > 0 &&
    key.every((one) => one === null || typeof one === "string" || Number.isFinite(one))
  );
}

function check(place: string, order: string): string {
  // loaded when it is first needed: a page that is the whole list has no cursor, and this module is slow to load
  const { hash } = process.getBuiltinModule("node:crypto");
  return hash("sha256", `caselaw cursor\n${order}\n${place}`, "base64url").slice(0, CHECK_CHARS);
}
