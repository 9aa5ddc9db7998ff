/**
 * How many of the matches each jurisdiction, court, reporter and decade has.
 *
 * Of a dimension that is filtered by, what the other values would add is counted too: without its own filter.
 */
import type { Facets } from "../corpus/facets.ts";
import { courtName, jurisdictionName, reporterName } from "./names.ts";
import type { Visit } from "./page.ts";
import { type Search, withValues } from "./search-address.ts";
import type { Found } from "./search-results.ts";

export type Dimension = "jurisdiction" | "court" | "reporter";

export interface FacetValue {
  /** As the parameter takes it. */
  readonly value: string;
  readonly label: string;
  readonly count: number;
  readonly isChosen: boolean;
}

/** The values of one dimension, most matches first; those beyond `MAX_VALUES` are only told by number. */
export interface FacetGroup {
  readonly dimension: Dimension | "decision_date";
  readonly values: readonly FacetValue[];
  readonly leftOut: number;
}

export const MAX_VALUES = 24;
/** Some bytes of links on a page; a long search text makes each of them long. */
const LINK_BYTES = 24_000;

const DIMENSIONS = ["jurisdiction", "court", "reporter"] as const;
const NAMES = { jurisdiction: jurisdictionName, court: courtName, reporter: reporterName };

export function facetsOf({ asked }: Search, _found: Found, visit: Visit): FacetGroup[] {
  const room = Math.max(3, Math.min(MAX_VALUES, Math.floor(LINK_BYTES / (asked.toString().length + 1))));
  const free = DIMENSIONS.filter((dimension) => !asked.has(dimension));
  const together = countsOf(asked, [...free, "decision_date"], visit);
  const groups = DIMENSIONS.map((dimension) => {
    const counts = free.includes(dimension)
      ? together
      : countsOf(withValues(asked, { [dimension]: "" }), [dimension], visit);
    return groupOf(dimension, counts[dimension] ?? {}, asked.getAll(dimension), room, visit);
  });
  return [...groups, decadesOf(together.decision_date ?? {})];
}

/** The page itself is not wanted; an order by date costs nothing. */
function countsOf(asked: URLSearchParams, facets: readonly string[], { corpus }: Visit): Facets {
  const question = withValues(asked, { page_size: "1", ordering: "decision_date" });
  for (const facet of facets) question.append("facet", facet);
  return corpus.list("cases", question).facets ?? {};
}

function groupOf(
  dimension: Dimension,
  counts: Readonly<Record<string, number>>,
  chosen: readonly string[],
  room: number,
  visit: Visit,
): FacetGroup {
  const sorted = Object.entries(counts).sort(
    (a, b) => Number(chosen.includes(b[0])) - Number(chosen.includes(a[0])) || b[1] - a[1],
  );
  const shown = sorted.slice(0, room);
  const labels = distinct(shown.map(([value]) => ({ value, label: NAMES[dimension](value, visit) })));
  const values = shown.map(([value, count], at) => ({
    value,
    label: labels[at] ?? value,
    count,
    isChosen: chosen.includes(value),
  }));
  return { dimension, values, leftOut: sorted.length - values.length };
}

/** Two reporters of one name, say: their ids tell them apart. */
function distinct(named: readonly { readonly value: string; readonly label: string }[]): string[] {
  const times = Map.groupBy(named, ({ label }) => label);
  return named.map(({ value, label }) =>
    (times.get(label)?.length ?? 0) > 1 ? `${label} (${value})` : label,
  );
}

/** Years as they are when they are few, else decades; in the order of time. */
function decadesOf(years: Readonly<Record<string, number>>): FacetGroup {
  const known = Object.keys(years).map(Number);
  const span = known.length === 0 ? 0 : Math.max(...known) - Math.min(...known);
  const step = span < 15 ? 1 : 10;
  const counts = new Map<number, number>();
  for (const year of known) {
    const first = Math.floor(year / step) * step;
    counts.set(first, (counts.get(first) ?? 0) + (years[year] ?? 0));
  }
  const values = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([first, count]) => ({
      value: `${first}-${first + step - 1}`,
      label: step === 1 ? String(first) : `${first}s`,
      count,
      isChosen: false,
    }));
  return { dimension: "decision_date", values, leftOut: 0 };
}
