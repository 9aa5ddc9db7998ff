/** Names for readers; the slug or id where the corpus knows no name. */
import type { Corpus } from "../corpus/corpus.ts";
import type { FacetCount } from "../domain/query.ts";
import type { Court, Jurisdiction, Reporter } from "../domain/records.ts";
import { courtIds, jurisdictionIds, reporterIds } from "../v1/lookup.ts";

export type Dimension = "jurisdiction" | "court" | "reporter";

/** A value of a filter. */
export interface Named {
  readonly id: number;
  /** As the parameter takes it: a slug, or a reporter's id. */
  readonly value: string;
  readonly name: string;
  /** Distinguishes it from another of the same name. */
  readonly brief: string;
}

/** A value of a filter with the number of its cases. */
export interface NamedCount extends Named {
  readonly count: number;
}

export function jurisdictionName({ nameLong, name, slug }: Jurisdiction): string {
  return nameLong || name || slug;
}

function courtName({ name, slug }: Court): string {
  return name || slug;
}

export function reporterName({ fullName, shortName, id }: Reporter): string {
  return fullName || shortName || String(id);
}

/** All values of a filter that the corpus knows, by id. */
export function namedValues(dimension: Dimension, corpus: Corpus): ReadonlyMap<number, Named> {
  const named: { readonly [D in Dimension]: () => Named[] } = {
    jurisdiction: () =>
      corpus
        .jurisdictions()
        .map((one) => ({ id: one.id, value: one.slug, name: jurisdictionName(one), brief: one.slug })),
    court: () =>
      corpus.courts().map((one) => ({
        id: one.id,
        value: one.slug,
        name: courtName(one),
        brief: one.jurisdiction?.name || one.slug,
      })),
    reporter: () =>
      corpus.reporters().map((one) => ({
        id: one.id,
        value: String(one.id),
        name: reporterName(one),
        brief: one.shortName || String(one.id),
      })),
  };
  return new Map(named[dimension]().map((one) => [one.id, one]));
}

/** The counts of a facet whose values the corpus knows, in the order of the counts. */
export function namedCounts(
  dimension: Dimension,
  counts: readonly FacetCount[],
  corpus: Corpus,
): NamedCount[] {
  const named = namedValues(dimension, corpus);
  return counts.flatMap(({ value, count }) => {
    const one = named.get(value);
    return one === undefined ? [] : [{ ...one, count }];
  });
}

/** The ids that a value of a filter means; empty for an unknown value. */
export function idsMeant(dimension: Dimension, value: string, corpus: Corpus): readonly number[] {
  if (dimension === "jurisdiction") return jurisdictionIds(value, corpus);
  if (dimension === "reporter") return reporterIds(value, corpus);
  return courtIds(value, corpus);
}

/** The name of a filter's value; the value itself if it is unknown, or a name already. */
export function nameOf(dimension: Dimension, value: string, corpus: Corpus): string {
  return (
    namedValues(dimension, corpus)
      .values()
      .find((one) => one.value === value)?.name ?? value
  );
}
