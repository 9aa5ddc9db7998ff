/**
 * How many of the matches each jurisdiction, court, reporter and decade has.
 *
 * Of a dimension that is filtered by, what the other values would add is counted too: without its own filter. What takes
 * long is left out: courts and reporters of very many matches, of which there are so many that their counts choose little.
 */
import type { Facets } from "../../corpus/facets.ts";
import { briefName, courtName, isMeant, jurisdictionName, reporterName } from "../names.ts";
import type { PageRequest } from "../page.ts";
import { type Search, withValues } from "./search-address.ts";
import type { Found } from "./search-results.ts";

export type Dimension = "jurisdiction" | "court" | "reporter";

export interface FacetValue {
  /** As the parameter takes it. */
  readonly value: string;
  readonly label: string;
  /** Null when it was not counted. */
  readonly count: number | null;
  readonly isChosen: boolean;
}

/** The values of one dimension, most matches first; those beyond `MAX_VALUES` are only told by number. */
export interface FacetGroup {
  readonly dimension: Dimension | "decision_date";
  readonly values: readonly FacetValue[];
  readonly leftOut: number;
  /** Whether there are too many matches to count it. */
  readonly isUncounted: boolean;
}

const MAX_VALUES = 24;
/** Some bytes of links on a page; a long search text makes each of them long. */
const LINK_BYTES = 24_000;
/** Matches beyond which a dimension is not counted: each costs some 0.4 µs a match. */
export const MAX_COUNTED: Readonly<Record<Dimension, number>> = {
  jurisdiction: 1_000_000,
  court: 100_000,
  reporter: 100_000,
};

const DIMENSIONS = ["jurisdiction", "court", "reporter"] as const;
const NAMES = { jurisdiction: jurisdictionName, court: courtName, reporter: reporterName };

export function facetsOf({ asked }: Search, { count }: Found, visit: PageRequest): FacetGroup[] {
  const isCounted = (dimension: Dimension): boolean => count !== null && count <= MAX_COUNTED[dimension];
  const free = DIMENSIONS.filter((dimension) => !asked.has(dimension) && isCounted(dimension));
  const together = countsOf(asked, [...free, "decision_date"], visit);
  const groups = DIMENSIONS.map((dimension) => {
    if (!asked.has(dimension)) return groupOf(dimension, together[dimension] ?? null, asked, visit);
    return groupOf(dimension, countsWithout(dimension, asked, visit), asked, visit);
  });
  return [...groups, decadesOf(together.decision_date ?? {})];
}

/** The page itself is not wanted; an order by date costs nothing. */
function question(asked: URLSearchParams): URLSearchParams {
  return withValues(asked, { page_size: "1", ordering: "decision_date" });
}

function countsOf(
  asked: URLSearchParams,
  facets: readonly string[],
  { corpus, setting }: PageRequest,
): Facets {
  const query = question(asked);
  for (const facet of facets) query.append("facet", facet);
  // what matches depends on who asks
  return corpus.list("cases", query, setting).facets ?? {};
}

/** Without the dimension's own filter; null when that matches too many. */
function countsWithout(
  dimension: Dimension,
  asked: URLSearchParams,
  visit: PageRequest,
): Readonly<Record<string, number>> | null {
  const wider = withValues(asked, { [dimension]: "" });
  const { count } = visit.corpus.list("cases", question(wider), visit.setting);
  if (count === null || count > MAX_COUNTED[dimension]) return null;
  return countsOf(wider, [dimension], visit)[dimension] ?? {};
}

/** @param counts null when not counted: then only the chosen values are known */
function groupOf(
  dimension: Dimension,
  counts: Readonly<Record<string, number>> | null,
  asked: URLSearchParams,
  visit: PageRequest,
): FacetGroup {
  const chosen = asked.getAll(dimension);
  const known = Object.entries(counts ?? {}).sort(([, a], [, b]) => b - a);
  const room = Math.max(3, Math.min(MAX_VALUES, Math.floor(LINK_BYTES / (asked.toString().length + 1))));
  const meant = chosen.map((one) =>
    known.filter(([value]) => isMeant(dimension, { asked: one, value }, visit)),
  );
  const isTold = new Set(meant.flat().map(([value]) => value));
  const shown = [
    ...chosen.map((value, at) => [value, sumOf(meant[at] ?? [])] as const),
    ...known.filter(([value]) => !isTold.has(value)),
  ].slice(0, room);
  const labels = distinct(
    shown.map(([value]) => ({ value, label: NAMES[dimension](value, visit) })),
    dimension,
    visit,
  );
  const values = shown.map(([value, count], at) => ({
    value,
    label: labels[at] ?? value,
    count,
    isChosen: chosen.includes(value),
  }));
  const leftOut = Math.max(0, known.length - values.length);
  return { dimension, values, leftOut, isUncounted: counts === null };
}

/** Null of nothing. */
function sumOf(counts: readonly (readonly [string, number])[]): number | null {
  return counts.length === 0 ? null : counts.reduce((sum, [, count]) => sum + count, 0);
}

/** Two reporters of one name, say: how they are cited tells them apart, or else their ids. */
function distinct(
  named: readonly { readonly value: string; readonly label: string }[],
  dimension: Dimension,
  visit: PageRequest,
): string[] {
  const times = Map.groupBy(named, ({ label }) => label);
  return named.map(({ value, label }) =>
    (times.get(label)?.length ?? 0) > 1 ? `${label} (${briefName(dimension, value, visit)})` : label,
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
      value: `${yearText(first)}-${yearText(first + step - 1)}`,
      label: step === 1 ? String(first) : `${first}s`,
      count,
      isChosen: false,
    }));
  return { dimension: "decision_date", values, leftOut: 0, isUncounted: false };
}

/** As dates are written: `0990`. */
function yearText(year: number): string {
  return String(year).padStart(4, "0");
}
