/** How many matches come before a page: a cursor is a position in the order, not a number. */
import type { Page } from "../domain/query.ts";

/** Null if the page does not show it. */
export function countBefore({ items, count, next, previous }: Page<unknown>): number | null {
  if (previous === null) return 0;
  if (previous.seen !== undefined) return previous.seen.length;
  return next === null && count !== null ? count - items.length : null;
}
