/** Facets: the number of matches of each jurisdiction, court, reporter and year. */

import type { Corpus } from "../corpus/corpus.ts";
import type { CaseFilter, Facet, FacetCount } from "../domain/query.ts";
import { fine, type Reading, readChoice } from "./parameter.ts";

const SINGLE_FACETS: readonly Facet[] = ["jurisdiction", "court", "reporter", "decision_date"];
const FACET_PAIRS = ["jurisdiction,decision_date", "decision_date,jurisdiction"] as const;

/** Two facets that are counted together. */
export type FacetPair = (typeof FACET_PAIRS)[number];
export type FacetName = Facet | FacetPair;
export const FACETS: readonly FacetName[] = [...SINGLE_FACETS, ...FACET_PAIRS];

/** Matches by slug, id or year. */
export type Counts = Readonly<Record<string, number>>;

/**
 * In the form that the publisher's trends pages read: `{"jurisdiction": {"ill": 12, "neb": 3}, "decision_date": {"1988": 4}}`, and of
 * two facets `{"jurisdiction,decision_date": {"ill": {"1988": 4}}}`.
 *
 * Keys are slugs of jurisdictions and courts, ids of reporters, years. Slugs are sorted by falling count, then by name; years
 * and ids ascend, as integer keys do in every JavaScript object. Cases without a value are not counted.
 */
export type Facets = Readonly<
  Partial<Record<Facet, Counts>> & Partial<Record<FacetPair, Readonly<Record<string, Counts>>>>
>;

/** Counts all matches of a filter, whatever the page. */
export function facetsOf(corpus: Corpus, filter: CaseFilter, facets: readonly FacetName[]): Facets {
  return Object.fromEntries(
    facets.map((facet) => [
      facet,
      isPair(facet)
        ? pairOf(corpus, filter, facet)
        : groupsOf(corpus.facet(filter, facet), namesOf(corpus, facet)),
    ]),
  );
}

export function isPair(facet: FacetName): facet is FacetPair {
  return FACET_PAIRS.some((pair) => pair === facet);
}

/** The requested facets, each once, or the error of the first unknown one. */
export function readFacets(values: readonly string[]): Reading<readonly FacetName[]> {
  const facets: FacetName[] = [];
  for (const value of values) {
    const reading = readChoice(value, FACETS);
    if ("error" in reading) return reading;
    facets.push(reading.value);
  }
  return fine([...new Set(facets)]);
}

function pairOf(corpus: Corpus, filter: CaseFilter, pair: FacetPair): Record<string, Counts> {
  const field = { jurisdiction: "jurisdictionId", decision_date: "year" } as const;
  const [outer, inner] = pair.split(",") as [keyof typeof field, keyof typeof field];
  const groups = Map.groupBy(corpus.yearsByJurisdiction(filter), (row) => row[field[outer]]);
  const sums = [...groups].map(([value, group]) => ({
    value,
    count: group.reduce((sum, { count }) => sum + count, 0),
  }));
  const innerName = namesOf(corpus, inner);
  const named = sorted(sums, namesOf(corpus, outer)).map(({ name, value }) => {
    const counts = (groups.get(value) ?? []).map((row) => ({ value: row[field[inner]], count: row.count }));
    return [name, groupsOf(counts, innerName)] as const;
  });
  return Object.fromEntries(named);
}

/** The key of a group; null leaves it out. */
type NameOf = (value: number) => string | null;

function namesOf(corpus: Corpus, facet: Facet): NameOf {
  if (facet === "jurisdiction") return slugsOf(corpus.jurisdictions());
  if (facet === "court") return slugsOf(corpus.courts());
  return String;
}

function slugsOf(records: readonly { readonly id: number; readonly slug: string }[]): NameOf {
  const slugs = new Map(records.map(({ id, slug }) => [id, slug]));
  return (id) => slugs.get(id) ?? null;
}

function groupsOf(counts: readonly FacetCount[], nameOf: NameOf): Record<string, number> {
  return Object.fromEntries(sorted(counts, nameOf).map(({ name, count }) => [name, count]));
}

function sorted(
  counts: readonly FacetCount[],
  nameOf: NameOf,
): { readonly name: string; readonly value: number; readonly count: number }[] {
  const groups = counts.flatMap(({ value, count }) => {
    const name = nameOf(value);
    return name === null ? [] : [{ name, value, count }];
  });
  return groups.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
