/** Where a page stands among all matches, as far as the page itself can tell: cursors are places, not numbers. */
import { CaselawError } from "../domain/errors.ts";
import { readCursor } from "./cursor.ts";
import type { Envelope } from "./envelope.ts";

/** Orders whose cursors carry the ids before them. */
const ORDERS_WITH_IDS = ["cases relevance", "cases -relevance"];

/** How many matches come before a page; null when that is not known. */
export function countBefore({ count, next, previous, results }: Envelope<unknown>): number | null {
  if (previous === null) return 0;
  const cursor = new URL(previous).searchParams.get("cursor") ?? "";
  for (const order of ORDERS_WITH_IDS) {
    const seen = seenBy(cursor, order);
    if (seen !== null) return seen;
  }
  return next === null && count !== null ? count - results.length : null;
}

function seenBy(cursor: string, order: string): number | null {
  try {
    return readCursor(cursor, order).seen?.length ?? null;
  } catch (error) {
    if (error instanceof CaselawError) return null;
    throw error;
  }
}
