/** How many matches come before a page: cursors mark places, not numbers. */
import type { Page } from "../domain/query.ts";

/** Null when the page does not know it. */
export function countBefore({ items, count, next, previous }: Page<unknown>): number | null {
  if (previous === null) return 0;
  if (previous.seen !== undefined) return previous.seen.length;
  return next === null && count !== null ? count - items.length : null;
}
