/** How a case is named and dated for readers, whatever the source left out. */

import type { Corpus } from "../corpus/corpus.ts";
import type { FacetCount } from "../domain/query.ts";
import type { Case, Jurisdiction, Reporter } from "../domain/records.ts";
import { courtIds, jurisdictionIds, reporterIds } from "../v1/lookup.ts";
import { type Html, markup } from "./page.ts";

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** A case has either name, or at least its number. */
export function shortName(record: Pick<Case, "id" | "name" | "nameAbbreviation">): string {
  return [record.nameAbbreviation, record.name].find((name) => name.trim() !== "") ?? `Case ${record.id}`;
}

/** `June 5, 1853`, `June 1853` or `1853`, with the precision of the source; a text that is not a date unchanged; null: `undated`. */
export function dateWords(date: string | null): string {
  if (date === null || date === "") return "undated";
  const [, year = "", month = "", day = ""] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(date) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (year === "" || (month !== "" && name === undefined)) return date;
  if (name === undefined) return year;
  return day === "" || day === "00" ? `${name} ${year}` : `${name} ${Number(day)}, ${year}`;
}

export function dateTime(date: string | null): Html {
  const words = dateWords(date);
  const isDate = date !== null && words !== date && Number.isFinite(Date.parse(date));
  return isDate ? markup`<time datetime="${date}">${words}</time>` : markup`<span>${words}</span>`;
}

/** `12,345`. */
export function numberWords(count: number): string {
  return count.toLocaleString("en-US");
}

/** `1 case`, `12,345 cases`. */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${numberWords(count)} ${count === 1 ? noun : many}`;
}

/** Characters of a query in a heading, title or filter; the field has the complete text. */
const MAX_REPEATED = 80;

/** The beginning of a long text, with `…` where something is left out. */
export function shortened(text: string, most = MAX_REPEATED): string {
  // a text may be megabytes long: only what can be shown is split into characters
  const letters = [...text.slice(0, 2 * most + 2)];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`;
}

/** `, decided from 1853 to 1988`; empty without a dated case. @param years ascending */
export function yearsDecided(years: readonly FacetCount[]): string {
  const [first, last] = [years[0]?.value, years.at(-1)?.value];
  if (first === undefined || last === undefined) return "";
  return first === last ? `, decided in ${first}` : `, decided from ${first} to ${last}`;
}

export type Dimension = "jurisdiction" | "court" | "reporter";

export interface Named {
  readonly id: number;
  /** As the parameter takes it: a slug, or a reporter's id. */
  readonly value: string;
  readonly name: string;
  /** Distinguishes it from another of the same name. */
  readonly brief: string;
}

export interface NamedCount extends Named {
  readonly count: number;
}

export function jurisdictionName({ nameLong, name, slug }: Jurisdiction): string {
  return nameLong || name || slug;
}

export function reporterName({ fullName, shortName, id }: Reporter): string {
  return fullName || shortName || String(id);
}

const NAMED: { readonly [D in Dimension]: (corpus: Corpus) => Named[] } = {
  jurisdiction: (corpus) =>
    corpus.jurisdictions().map((place) => {
      return { id: place.id, value: place.slug, name: jurisdictionName(place), brief: place.slug };
    }),
  court: (corpus) =>
    corpus.courts().map(({ id, slug, name, jurisdiction }) => {
      return { id, value: slug, name: name || slug, brief: jurisdiction?.name || slug };
    }),
  reporter: (corpus) =>
    corpus.reporters().map((reporter) => {
      const value = String(reporter.id);
      return { id: reporter.id, value, name: reporterName(reporter), brief: reporter.shortName || value };
    }),
};

/** All values of a filter that the corpus knows, by id. */
export function namedValues(dimension: Dimension, corpus: Corpus): ReadonlyMap<number, Named> {
  return new Map(NAMED[dimension](corpus).map((value) => [value.id, value]));
}

/** The counts of a facet whose values the corpus knows, in the order of the counts. */
export function namedCounts(
  dimension: Dimension,
  counts: readonly FacetCount[],
  corpus: Corpus,
): NamedCount[] {
  const named = namedValues(dimension, corpus);
  return counts.flatMap(({ value, count }) => {
    const known = named.get(value);
    return known === undefined ? [] : [{ ...known, count }];
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
      .find((entry) => entry.value === value)?.name ?? value
  );
}
