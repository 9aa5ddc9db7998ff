/** Translates a filter on cases into conditions on the two indexes and on case rows. Every statement on cases uses these. */
import { instantKey } from "../../domain/instant.ts";
import type { CaseFilter } from "../../domain/query.ts";
import { TOKEN_PREFIX, tokenOf, wordsOf } from "../../text/analyzer.ts";
import { parseSearch, type SearchNode } from "../../text/search-query.ts";
import { citedCiteToken, citedIdToken } from "../write/cited-tokens.ts";
import { filterToken, foldForContains } from "../write/index-row.ts";
import { compileColumnWords, compileSearch, type SearchedColumns } from "./compile-search.ts";
import { compileOpenSearch, type OpenTexts, openPoints, type Points } from "./open-texts.ts";

export interface CaseMatch extends Updated {
  /** FTS5 expression for `case_words`, with the tokens of filters; null if the filter needs none. */
  readonly words: string | null;
  /** FTS5 expression for `case_names`, with the tokens of filters; null if no name or number is filtered. */
  readonly names: string | null;
  /** Whether `words` has conditions that `names` lacks, so that both indexes must be read. */
  readonly needsBoth: boolean;
  /** The filters that are columns of the case row, if `words` and `names` have no other condition; else null. */
  readonly inRows: readonly RowFilter[] | null;
  /** `words`, with the search restricted to names, citations, court and head matter; null without a search. */
  readonly inHeads: string | null;
  /** `words`, with the search restricted to names; null without a search. */
  readonly inNames: string | null;
  /** The search; null without a searchable word. Relevance is defined only with it. */
  readonly search: SearchNode | null;
  /** Tokens of the filters: each match has one of each group. */
  readonly lists: readonly (readonly string[])[];
  /** Whether the search contains a prefix. FTS5 merges the lists of all its tokens again for each statement. */
  readonly hasPrefix: boolean;
  /** Whether a prefix has one or two letters: one statement with it takes as long as a request may take. */
  readonly hasShortPrefix: boolean;
  /** The parts of the score of a case; null: the score is BM25. */
  readonly points: readonly Points[] | null;
  /** Date rowids that do not match although the indexes say so. */
  readonly excluded: readonly number[];
  /** The only ids that can match; null: no restriction. */
  readonly ids: readonly number[] | null;
  readonly decidedFrom: number | null;
  readonly decidedTo: number | null;
}

/** A column of the case row has one of these ids. */
export interface RowFilter {
  readonly kind: "jurisdiction" | "court" | "reporter";
  readonly ids: readonly number[];
}

/** A prefix in an FTS5 expression. Quoted tokens contain no quotes, so this finds prefixes only. */
const PREFIX = /" \*/;
const SHORT_PREFIX = /"[^" ]{1,2}" \*/u;

/** A token that is in no row. */
const NO_CASE = `${TOKEN_PREFIX}none`;

export const NO_DATE_BOUNDS = { decidedFrom: null, decidedTo: null } as const;

/** Bounds of `last_updated`, in the form of domain/instant. */
export interface Updated {
  readonly updatedFrom: string | null;
  readonly updatedTo: string | null;
}

export interface CitedBy {
  readonly citedBy: readonly number[];
  readonly texts: "all" | "open";
}

/**
 * Looks up the ids of a filter that the two indexes do not answer: by citation, by citing case, by `last_updated`. Null if there
 * are so many that other conditions should find them.
 */
export type FindIds = (filter: { cite: string } | CitedBy | Updated) => readonly number[] | null;

/** @param open which texts are searched; null: all */
export function matchOf(filter: CaseFilter, findIds: FindIds, open: OpenTexts | null = null): CaseMatch {
  const { search: text } = filter;
  const searchIn = (columns: SearchedColumns): string | null => {
    if (text === undefined) return null;
    return open === null ? compileSearch(text, columns) : compileOpenSearch(text, columns, open);
  };
  const search = searchIn("all");
  const author = authorExpression(filter, open);
  const cited = citedExpression(filter);
  const inRows = rowFilters(filter);
  const tokens = inRows.map(({ kind, ids }) => ids.map((id) => filterToken(kind, id)));
  const contains = [
    containsExpression("name", filter.name),
    containsExpression("name_abbreviation", filter.nameAbbreviation),
    containsExpression("docket_number", filter.docketNumber),
  ].filter((expression) => expression !== null);
  const filters = [author, cited, ...tokens.map((group) => anyOf(group, (token) => `"${token}"`))];
  const words = allOf([search, ...filters]);
  return {
    words,
    names:
      contains.length === 0
        ? null
        : allOf([...contains, ...tokens.map((group) => anyOf(group, (token) => `filters : " ${token} "`))]),
    needsBoth: contains.length > 0 && (search !== null || author !== null || cited !== null),
    inRows: [search, author, cited, ...contains].every((part) => part === null) ? inRows : null,
    inHeads: search === null ? null : allOf([searchIn("heads"), ...filters]),
    inNames: search === null ? null : allOf([words, searchIn("named")]),
    search: search === null || text === undefined ? null : parseSearch(text),
    lists: [...tokens, ...listsOf(filter)],
    hasPrefix: search !== null && PREFIX.test(search),
    hasShortPrefix: search !== null && SHORT_PREFIX.test(search),
    points: open === null || text === undefined ? null : openPoints(text, open),
    excluded: open === null || cited === null ? [] : open.citingInText(cited),
    ids: idsOf(filter, findIds),
    decidedFrom: filter.decidedFrom ?? null,
    decidedTo: filter.decidedTo ?? null,
    ...updatedOf(filter),
  };
}

/** The match of all cases. */
export const EVERY_CASE_MATCHES = matchOf({}, () => []);

function updatedOf({ updatedFrom, updatedTo }: CaseFilter): Updated {
  return { updatedFrom: instantKey(updatedFrom ?? null), updatedTo: instantKey(updatedTo ?? null) };
}

function rowFilters({ jurisdictions, courts, reporters, courtId }: CaseFilter): RowFilter[] {
  const filters: RowFilter[] = [];
  if (jurisdictions !== undefined) filters.push({ kind: "jurisdiction", ids: jurisdictions });
  if (courts !== undefined) filters.push({ kind: "court", ids: courts });
  if (reporters !== undefined) filters.push({ kind: "reporter", ids: reporters });
  if (courtId !== undefined) filters.push({ kind: "court", ids: [courtId] });
  return filters;
}

/** The tokens of `citesTo` and `author`. */
function listsOf({ citesTo, author }: CaseFilter): string[][] {
  const words = author === undefined ? [] : wordsOf(author).map((word) => [tokenOf(word)]);
  return citesTo === undefined ? words : [...words, citedTokensOf(citesTo)];
}

function authorExpression({ author }: CaseFilter, open: OpenTexts | null): string | null {
  const words = author === undefined ? null : compileColumnWords("authors", author);
  return words === null || open === null ? words : `(${words} AND ${open.cases})`;
}

function citedExpression({ citesTo }: CaseFilter): string | null {
  return citesTo === undefined ? null : anyOf(citedTokensOf(citesTo), (token) => `"${token}"`);
}

function citedTokensOf({ ids, cites }: NonNullable<CaseFilter["citesTo"]>): string[] {
  return [...ids.map(citedIdToken), ...cites.map(citedCiteToken)];
}

function containsExpression(column: string, text: string | undefined): string | null {
  return text === undefined ? null : `${column} : "${foldForContains(text).replaceAll('"', '""')}"`;
}

/** Expression for the cases of some jurisdictions. */
export function casesOfJurisdictions(ids: readonly number[]): string {
  const tokens = ids.map((id) => filterToken("jurisdiction", id));
  return anyOf(tokens, (token) => `"${token}"`);
}

/** An empty list matches nothing. */
function anyOf(tokens: readonly string[], expression: (token: string) => string): string {
  return tokens.length === 0 ? expression(NO_CASE) : `(${tokens.map(expression).join(" OR ")})`;
}

function allOf(expressions: readonly (string | null)[]): string | null {
  const full = expressions.filter((expression) => expression !== null);
  return full.length === 0 ? null : full.join(" AND ");
}

function idsOf(filter: CaseFilter, findIds: FindIds): readonly number[] | null {
  const updated = updatedOf(filter);
  const lists = [
    filter.cite === undefined ? null : findIds({ cite: filter.cite }),
    filter.citedBy === undefined
      ? null
      : findIds({ citedBy: filter.citedBy, texts: filter.citedByTexts ?? "all" }),
    updated.updatedFrom === null && updated.updatedTo === null ? null : findIds(updated),
  ];
  const [first, ...others] = lists.filter((list) => list !== null);
  if (first === undefined) return null;
  return first.filter((id) => others.every((list) => list.includes(id)));
}
