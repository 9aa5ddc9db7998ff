/**
 * Cursors: a place in an order, as opaque text. Checked on the way back: what was not made here, or was made for
 * another order, is refused.
 */
import { hash } from "node:crypto";
import { CaselawError } from "../domain/errors.ts";
import type { Position } from "../domain/listing.ts";

const CHECK_CHARS = 8;

/** @param order names the collection and its order: a cursor fits no other */
export function writeCursor(position: Position, order: string): string {
  const place = JSON.stringify([position.direction, ...position.key]);
  return Buffer.from(check(place, order) + place, "utf8").toString("base64url");
}

/** @throws CaselawError `not_found` with the message `Invalid cursor` */
export function readCursor(cursor: string, order: string): Position {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const place = text.slice(CHECK_CHARS);
  if (text.slice(0, CHECK_CHARS) !== check(place, order))
    throw new CaselawError("not_found", "Invalid cursor");
  // our own JSON: the check fits
  const [direction, ...key] = JSON.parse(place) as [Position["direction"], ...(string | number | null)[]];
  return { direction, key };
}

function check(place: string, order: string): string {
  return hash("sha256", `caselaw cursor\n${order}\n${place}`, "base64url").slice(0, CHECK_CHARS);
}
