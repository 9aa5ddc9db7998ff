/**
 * Cursors: a place in an order, as opaque text. Checked on the way back: what was not made here, or was made for
 * another order, is refused.
 */
import { hash } from "node:crypto";
import { CaselawError } from "../domain/errors.ts";
import type { Position } from "../domain/listing.ts";
import { readIdSet, writeIdSet } from "./id-set.ts";

const CHECK_CHARS = 8;
/** Characters that seen ids may take: an address has 8 KiB at most, and the question must find room in it too. */
const MAX_SEEN_CHARS = 3_000;

type Place = [Position["direction"], string | null, ...(string | number | null)[]];

/** @param order names the collection and its order: a cursor fits no other */
export function writeCursor(position: Position, order: string): string {
  const set = position.seen === undefined ? null : writeIdSet(position.seen);
  const seen = set !== null && set.length <= MAX_SEEN_CHARS ? set : null;
  const place = JSON.stringify([position.direction, seen, ...position.key] satisfies Place);
  return Buffer.from(check(place, order) + place, "utf8").toString("base64url");
}

/** @throws CaselawError `not_found` with the message `Invalid cursor` */
export function readCursor(cursor: string, order: string): Position {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const place = text.slice(CHECK_CHARS);
  if (text.slice(0, CHECK_CHARS) !== check(place, order))
    throw new CaselawError("not_found", "Invalid cursor");
  // our own JSON: the check fits
  const [direction, seen, ...key] = JSON.parse(place) as Place;
  return seen === null ? { direction, key } : { direction, key, seen: readIdSet(seen) };
}

function check(place: string, order: string): string {
  return hash("sha256", `caselaw cursor\n${order}\n${place}`, "base64url").slice(0, CHECK_CHARS);
}
