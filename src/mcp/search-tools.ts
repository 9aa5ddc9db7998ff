/** Finds cases, counts them by year, and says what is imported. */

import type { Corpus } from "../corpus/corpus.ts";
import { hasSearchWord, otherOperators } from "../corpus/search-words.ts";
import { slugify } from "../domain/citation.ts";
import { CaselawError } from "../domain/errors.ts";
import { searchIn } from "../v1/lookup.ts";
import { closestName } from "../v1/parameter.ts";
import { passageOf, plainFragment } from "../v1/passages.ts";
import { searchedCitation, searchNotes } from "../v1/search-notes.ts";
import type { V1Trends } from "../v1/trends.ts";
import type { V1 } from "../v1/v1.ts";
import { briefCase } from "./reading-tools.ts";
import type { InputOf } from "./schemas.ts";

const ORDERINGS = { relevance: "relevance", newest: "-decision_date", oldest: "decision_date" } as const;
/** @throws CaselawError `invalid`, with `parameters` or for a name that no court or jurisdiction has; `invalid_cursor` */
export function searchCases(v1: V1, input: InputOf<"search_cases">) {
  const { corpus } = v1;
  const { query, from, to, author, order, limit, cursor } = input;
  const match = isSentence(query) && input.syntax === undefined ? "any" : undefined;
  const parameters: Readonly<Record<string, string | undefined>> = {
    ...{ search: query, search_syntax: input.syntax, match },
  };
  const search = searchIn((name) => parameters[name]) ?? query;
  const notes = searchNotes(corpus, search);
  const filters = {
    jurisdiction: jurisdictionSlugs(corpus, input.jurisdiction),
    court: courtSlugs(corpus, input.court),
    ...{ author, decision_date_min: from, decision_date_max: to },
    precedential_status: input.precedential_status,
  };
  // cases that contain the numbers of a citation are not what its author looks for
  const citation = searchedCitation(corpus, search);
  if (citation !== null && citation.absence !== null) return { count: 0, results: [], notes, cursor: null };
  const page = v1.page("cases", {
    ...{ ...parameters, ...filters, cursor },
    ...(order === "relevance" && !hasSearchWord({ search }) ? {} : { ordering: ORDERINGS[order] }),
    ...{ preview: true, page_size: limit },
  });
  return {
    count: page.envelope.count,
    results: page.page.items.map((record) => ({
      ...briefCase(record),
      snippets: (record.preview ?? []).map(plainFragment),
      ...(match === undefined ? {} : { pages: passageOf(corpus, record)?.pages ?? [] }),
    })),
    ...{ notes, cursor: page.next },
  };
}

/** A query of so many words without operators is a sentence. */
const SENTENCE_WORDS = 9;

function isSentence(query: string): boolean {
  const hasOperator = /["|*]|(?<!\S)[-+/]\S|(?<!\S)(?:author|court|name):/.test(query);
  return (
    !hasOperator && otherOperators(query).length === 0 && query.trim().split(/\s+/).length >= SENTENCE_WORDS
  );
}

/** @throws CaselawError `invalid` with `parameters` */
export function countTrends(v1: V1, { texts, jurisdiction, from, to }: InputOf<"trends">): V1Trends {
  const slugs = jurisdictionSlugs(v1.corpus, jurisdiction);
  return v1.trends(texts, { jurisdiction: slugs, decision_date_min: from, decision_date_max: to });
}

/** Courts in one answer. */
const MAX_COURTS = 200;

/** @throws CaselawError `invalid` for a name that no jurisdiction has */
export function coverageOf(v1: V1, { jurisdiction }: InputOf<"coverage">) {
  const { corpus } = v1;
  const slugs = jurisdictionSlugs(corpus, jurisdiction);
  const { last_decision, courts = [] } = v1.coverage(
    slugs === undefined ? {} : { jurisdiction: slugs, by: "court" },
  );
  const counts = new Map(corpus.facet({}, "jurisdiction").map(({ value, count }) => [value, count]));
  const years = corpus.facet({}, "decision_date").map(({ value }) => value);
  const jurisdictions = corpus
    .jurisdictions()
    .map(({ id, slug, nameLong, name }) => ({
      slug,
      name: nameLong ?? name ?? slug,
      cases: counts.get(id) ?? 0,
    }))
    .filter(({ cases }) => cases > 0);
  return {
    cases: corpus.stats("left out").cases,
    ...{ first_year: years[0] ?? null, last_year: years.at(-1) ?? null, last_decision },
    jurisdictions,
    ...(slugs === undefined
      ? {}
      : { courts: courts.toSorted((a, b) => b.cases - a.cases).slice(0, MAX_COURTS) }),
  };
}

/** The slug, then the other names. */
type Names = readonly [slug: string, ...names: (string | null)[]];

/** @throws CaselawError `invalid` with the most similar name */
function jurisdictionSlugs(corpus: Corpus, name: string | undefined): string[] | undefined {
  const names = corpus.jurisdictions().map((place): Names => [place.slug, place.nameLong, place.name]);
  return slugsNamed("jurisdiction", name, names);
}

/** All courts with the name. @throws CaselawError `invalid` with the most similar name */
export function courtSlugs(corpus: Corpus, name: string | undefined): string[] | undefined {
  const names = corpus.courts().map((court): Names => [court.slug, court.name, court.nameAbbreviation]);
  return slugsNamed("court", name, names);
}

function slugsNamed(kind: string, text: string | undefined, known: readonly Names[]): string[] | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const textSlug = slugify(text);
  const bySlug = known.filter(([slug]) => slug === text || slug === textSlug);
  const matches =
    bySlug.length > 0 ? bySlug : known.filter((all) => all.some((name) => slugify(name ?? "") === textSlug));
  if (matches.length > 0) return matches.map(([slug]) => slug);
  const similar = known.find(([slug]) => slug === closestName(text, known));
  const hint = similar === undefined ? "" : `; did you mean "${similar[0]}" (${similar[1]})?`;
  throw new CaselawError(
    "invalid",
    `Cannot use ${kind} "${text}": no ${kind} of the corpus has this slug or name${hint}`,
  );
}
