/** What follows the records of a page: the counts of its facets, and how to continue. */
import { countBefore } from "../../corpus/search-words.ts";
import type { Facets } from "../../v1/facets.ts";
import type { V1Page } from "../../v1/lists.ts";
import { escapeLine } from "../escape-for-terminal.ts";

/** @returns a block for each facet, in it a line for each value; no block when no facet was asked for */
export function facetBlocks(facets: Facets | undefined): string[] {
  return Object.entries(facets ?? {}).map(([facet, counts]) => {
    const values = Object.entries(counts).map(
      ([value, count]) => [String(count), escapeLine(value)] as const,
    );
    const width = Math.max(0, ...values.map(([count]) => count.length));
    const lines = values.map(([count, value]) => `  ${count.padStart(width)}  ${value}`);
    return [`By ${facet}:`, ...(lines.length === 0 ? ["  none"] : lines)].join("\n");
  });
}

/** The line below a page: how many of the matches were shown so far, and the cursor of the next page. */
export function pageFooter({ page, next }: V1Page<unknown, unknown>): string {
  const { length } = page.items;
  const before = countBefore(page);
  const all = page.count ?? "many";
  const shown = before === null ? `${length} on this page, ${all} in all` : `${before + length} of ${all}`;
  return next === null ? shown : `${shown}; next page: --cursor ${next}`;
}
