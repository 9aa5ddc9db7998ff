/** Looks up in the corpus what parameters name: slugs, names and citations become ids. */
import { problemOf } from "../corpus/search-words.ts";
import { readCaseId } from "../domain/case-id.ts";
import { normaliseCitation, slugify } from "../domain/citation.ts";
import type { CitedCases, SearchText } from "../domain/query.ts";
import type { Court, Jurisdiction, Reporter } from "../domain/records.ts";
import { fine, noSuchChoice, type ParameterRow, type Reading, readNumber, refused } from "./parameter.ts";

/** The part of a corpus in which parameter values are looked up. */
export interface Lookup {
  jurisdictions(): readonly Jurisdiction[];
  courts(): readonly Court[];
  reporters(): readonly Reporter[];
  /** Ids of the cases with a citation. */
  idsByCitation(normal: string): readonly number[];
  /** The id of the case that has an id, in whatever source. */
  ownId(id: number): number;
  /** Normal forms of a case's own citations. */
  citationsOf(id: number): readonly string[];
}

const NOTHING_CITED = { ids: [], cites: [] };

/** `Neb.` is read as `neb`. */
export function jurisdictionIds(value: string, lookup: Pick<Lookup, "jurisdictions">): number[] {
  const slugified = slugify(value);
  return idsWhere(lookup.jurisdictions(), ({ slug }) => slug === value || slug === slugified);
}

export function courtIds(value: string, lookup: Pick<Lookup, "courts">): number[] {
  return idsWhere(lookup.courts(), ({ slug }) => slug === value);
}

/** By id, short name, full name or slug: `485`, `Wis. 2d`, `Wisconsin Reports Second`, `wis-2d`. */
export function reporterIds(value: string, lookup: Pick<Lookup, "reporters">): number[] {
  const [id, slug] = [readNumber(value), slugify(value)];
  return idsWhere(
    lookup.reporters(),
    ({ id: reporterId, shortName, fullName }) =>
      reporterId === id || fullName === value || (slug !== "" && slugify(shortName ?? "") === slug),
  );
}

function idsWhere<T extends { readonly id: number }>(
  records: readonly T[],
  fits: (record: T) => boolean,
): number[] {
  return records.filter(fits).map(({ id }) => id);
}

/** A parameter that names records, any of several; a value that names none is an error. */
export function recordsNamed<T, Context = Lookup>(
  describes: string,
  find: (value: string, context: Context) => readonly number[],
  target: (ids: readonly number[]) => T,
): ParameterRow<T, Context> {
  return {
    ...{ describes: `${describes}; repeatable: any of them`, repeatable: true },
    read: (values, context) => {
      const matches = values.map((value) => ({ value, ids: find(value, context) }));
      const unknown = matches.find(({ ids }) => ids.length === 0);
      if (unknown !== undefined) return noSuchChoice(unknown.value);
      return fine(target([...new Set(matches.flatMap(({ ids }) => ids))]));
    },
  };
}

/** Languages of a search text besides the one of this program. */
export const SYNTAXES = ["connectors"] as const;

/** Ways in which a text finds cases, other than by all its words. */
export const MATCHES = ["any"] as const;

/** @param other the value of another parameter: `match`, `search_syntax` */
export function searchTextOf(text: string, other: (name: string) => string | null | undefined): SearchText {
  if (other("match") === MATCHES[0]) return { sentence: text };
  return other("search_syntax") === SYNTAXES[0] ? { connectors: text } : text;
}

/** The search text of a question. @param get returns the value of a parameter */
export function searchIn(get: (name: string) => string | null | undefined): SearchText | null {
  const text = get("search");
  return text === undefined || text === null ? null : searchTextOf(text, get);
}

/** A search text, or why it cannot be searched: it names an unknown court, for example. */
export function readSearchText<Text extends SearchText>(text: Text, lookup: Lookup): Reading<Text> {
  const problem = problemOf(text, lookup);
  return problem === null ? fine(text) : refused(problem);
}

/**
 * The ids and citations of a cited case: an id with the citations of its case, or a citation with the ids of its cases. Both
 * are empty if the text is neither.
 */
export function citedAs(text: string, lookup: Lookup): CitedCases {
  const writtenId = readCaseId(text) ?? readNumber(text);
  if (writtenId !== null) {
    const id = lookup.ownId(writtenId);
    return Number.isFinite(id) ? { ids: [id], cites: lookup.citationsOf(id) } : NOTHING_CITED;
  }
  const normal = normaliseCitation(text);
  return normal === "" ? NOTHING_CITED : { ids: lookup.idsByCitation(normal), cites: [normal] };
}
