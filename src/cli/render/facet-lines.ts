/** Counts of a page's question by facet, for reading: a block a facet, a line a value, in the interface's order. */
import type { Facets } from "../../corpus/facets.ts";
import { escapeLine } from "./escape-for-terminal.ts";

/** @returns a block a facet; none when none was asked for */
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
