/**
 * Counts the matches of each jurisdiction, court, reporter and decade.
 *
 * A dimension is counted without its own filter, so that the other values show what they would add. Courts and reporters of
 * very many matches are not counted, because it takes long and such counts help little.
 */

import type { Corpus } from "../../corpus/corpus.ts";
import { testsCases } from "../../corpus/search-words.ts";
import type { CaseFilter, FacetCount } from "../../domain/query.ts";
import { type Dimension, idsMeant, type NamedCount, namedCounts, nameOf } from "../names.ts";
import { COUNT_ONLY, type PageRequest } from "../page.ts";
import type { Search } from "../search-address.ts";
import type { Results } from "./search-results.ts";

export interface FacetValue {
  /** As the parameter takes it. */
  readonly value: string;
  readonly label: string;
  /** Null when it was not counted. */
  readonly count: number | null;
  readonly isChosen: boolean;
}

/** The values of one dimension, most matches first; of those beyond `MAX_VALUES` only the number is shown. */
export interface FacetGroup {
  readonly dimension: Dimension | "decision_date";
  readonly values: readonly FacetValue[];
  readonly leftOut: number;
  /** Whether there are too many matches to count it. */
  readonly isUncounted: boolean;
  /** Of `decision_date`: the matches of each year, those outside of the requested dates too, ascending. */
  readonly years?: readonly FacetCount[];
}

const MAX_VALUES = 24;
/** Limits the bytes of all links: a long search text makes each link long. */
const LINK_BYTES = 24_000;
/** Matches beyond which a dimension is not counted: each costs some 0.4 µs a match. */
export const MAX_COUNTED: Readonly<Record<Dimension, number>> = {
  jurisdiction: 1_000_000,
  court: 100_000,
  reporter: 100_000,
};

const DIMENSIONS = ["jurisdiction", "court", "reporter"] as const;

/** The part of the filter that each dimension is narrowed by. */
const FILTERS = { jurisdiction: "jurisdictions", court: "courts", reporter: "reporters" } as const;

export function facetsOf(
  { parameters }: Search,
  { request: { filter }, page }: Results,
  { corpus }: PageRequest,
): FacetGroup[] {
  const countOf = (wider: CaseFilter): number | null =>
    wider === filter ? page.count : corpus.cases({ filter: wider, ...COUNT_ONLY }).count;
  const groups = DIMENSIONS.map((dimension) => {
    const { [FILTERS[dimension]]: own, ...others } = filter;
    const wider = own === undefined ? filter : others;
    const count = countOf(wider);
    const isCounted = count !== null && count <= MAX_COUNTED[dimension];
    const counts = isCounted ? corpus.facet(wider, dimension) : null;
    return groupOf(dimension, counts, parameters, corpus);
  });
  // years are counted in the index, if it finds the matches
  const isCounted = page.count !== null || !testsCases(filter.search ?? "");
  if (!isCounted) return groups;
  const years = corpus.facet(filter, "decision_date");
  const { decidedFrom, decidedTo, ...wider } = filter;
  const isBounded = decidedFrom !== undefined || decidedTo !== undefined;
  return [
    ...groups,
    { ...decadesOf(years), years: isBounded ? corpus.facet(wider, "decision_date") : years },
  ];
}

/** @param counts null when not counted: then only the chosen values are known */
function groupOf(
  dimension: Dimension,
  counts: readonly FacetCount[] | null,
  parameters: URLSearchParams,
  corpus: Corpus,
): FacetGroup {
  const known = namedCounts(dimension, counts ?? [], corpus).sort(
    (a, b) => b.count - a.count || (dimension === "reporter" ? a.id - b.id : a.value < b.value ? -1 : 1),
  );
  const chosen = parameters.getAll(dimension).map((value) => chosenValue(dimension, value, known, corpus));
  const isChosen = new Set(chosen.flatMap(({ ids }) => ids));
  const room = Math.max(3, Math.min(MAX_VALUES, Math.floor(LINK_BYTES / (parameters.toString().length + 1))));
  const shown = [
    ...chosen.map((one) => ({ ...one, isChosen: true })),
    ...known.filter(({ id }) => !isChosen.has(id)).map((one) => ({ ...one, isChosen: false })),
  ].slice(0, room);
  const times = Map.groupBy(shown, ({ name }) => name);
  const values = shown.map(({ value, name, brief, count, isChosen }) => ({
    value,
    // two reporters can have the same name
    label: (times.get(name)?.length ?? 0) > 1 ? `${name} (${brief})` : name,
    count,
    isChosen,
  }));
  const leftOut = Math.max(0, known.length - values.length);
  return { dimension, values, leftOut, isUncounted: counts === null };
}

/** A value of the address, which may be a name that means several ids, with the matches of all of them. */
function chosenValue(dimension: Dimension, value: string, known: readonly NamedCount[], corpus: Corpus) {
  const ids = idsMeant(dimension, value, corpus);
  const counted = known.filter(({ id }) => ids.includes(id));
  return {
    value,
    ids,
    name: nameOf(dimension, value, corpus),
    brief: counted.find((one) => one.value === value)?.brief ?? value,
    count: counted.length === 0 ? null : counted.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Years as they are when they are few, else decades; in the order of time. */
function decadesOf(years: readonly FacetCount[]): FacetGroup {
  const known = years.map(({ value }) => value);
  const span = known.length === 0 ? 0 : Math.max(...known) - Math.min(...known);
  const step = span < 15 ? 1 : 10;
  const counts = new Map<number, number>();
  for (const { value: year, count } of years) {
    const first = Math.floor(year / step) * step;
    counts.set(first, (counts.get(first) ?? 0) + count);
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
