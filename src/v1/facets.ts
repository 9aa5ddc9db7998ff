/** Facets: the number of matches of each jurisdiction, court, reporter and year. */

import type { Corpus } from "../corpus/open-corpus.ts";
import type { CaseFilter, Facet, FacetCount } from "../domain/query.ts";
import { fine, type Reading, readChoice } from "./parameter.ts";

export const FACETS: readonly Facet[] = ["jurisdiction", "court", "reporter", "decision_date"];

/**
 * In the form that the publisher's trends pages read: `{"jurisdiction": {"ill": 12, "neb": 3}, "decision_date": {"1988": 4}}`.
 *
 * Keys are slugs of jurisdictions and courts, ids of reporters, years. Slugs are sorted by falling count, then by name; years
 * and ids ascend, as integer keys do in every JavaScript object. Cases without a value are not counted.
 */
export type Facets = Readonly<Partial<Record<Facet, Readonly<Record<string, number>>>>>;

/** Counts all matches of a filter, whatever the page. */
export function facetsOf(corpus: Corpus, filter: CaseFilter, facets: readonly Facet[]): Facets {
  return Object.fromEntries(
    facets.map((facet) => [facet, groupsOf(corpus.facet(filter, facet), namesOf(corpus, facet))]),
  );
}

/** The requested facets, each once, or the error of the first unknown one. */
export function readFacets(values: readonly string[]): Reading<readonly Facet[]> {
  const facets: Facet[] = [];
  for (const value of values) {
    const reading = readChoice(value, FACETS);
    if ("error" in reading) return reading;
    facets.push(reading.value);
  }
  return fine([...new Set(facets)]);
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
  const groups = counts.flatMap(({ value, count }) => {
    const name = nameOf(value);
    return name === null ? [] : [{ name, count }];
  });
  groups.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return Object.fromEntries(groups.map(({ name, count }) => [name, count]));
}
