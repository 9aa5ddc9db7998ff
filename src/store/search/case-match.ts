/** What a filter on cases comes to in the two indexes and the rows: the conditions of every statement on cases. */
import { instantKey } from "../../domain/instant.ts";
import type { CaseFilter } from "../../domain/listing.ts";
import { TOKEN_PREFIX } from "../../text/analyzer.ts";
import { citedCiteToken, citedIdToken } from "../write/cited-tokens.ts";
import { filterToken, foldForContains } from "../write/index-row.ts";
import { compileColumnWords, compileSearch, type SearchedColumns } from "./compile-search.ts";
import { compileOpenSearch, type OpenTexts, openPoints, type Points } from "./open-texts.ts";

export interface CaseMatch extends Updated {
  /** An expression for `case_words`, null when the filter asks for no word. Includes the filter tokens. */
  readonly words: string | null;
  /** An expression for `case_names`, null when nothing must be contained in a name or number. Includes the tokens. */
  readonly names: string | null;
  /** Whether `words` asks for more than `names` does, so that both indexes must be looked at. */
  readonly needsBoth: boolean;
  /** The filters that stand in the row too, when `words` and `names` ask for nothing else; null when an index must be asked. */
  readonly inRows: readonly RowFilter[] | null;
  /** Whether `words` holds a search, so that there is something to rank by. */
  readonly hasSearch: boolean;
  /** `words`, with what is searched found in names, citations, court and head matter; null without a search. */
  readonly inHeads: string | null;
  /** The same, found in names and citations. */
  readonly inNames: string | null;
  /** Whether a prefix is searched for: FTS5 puts its list of matches together anew each time it is asked for. */
  readonly hasPrefix: boolean;
  /** Whether one has so few letters that this takes as long as a question may. */
  readonly hasShortPrefix: boolean;
  /** What makes the score of a case; null: BM25. */
  readonly points: readonly Points[] | null;
  /** Date rowids that do not match, whatever the indexes say. */
  readonly excluded: readonly number[];
  /** The only ids that can match; null when any can. */
  readonly ids: readonly number[] | null;
  readonly decidedFrom: number | null;
  readonly decidedTo: number | null;
}

/** One of these ids stands in the row. */
export interface RowFilter {
  readonly kind: "jurisdiction" | "court" | "reporter";
  readonly ids: readonly number[];
}

/** Prefixes in an expression; what stands in quotes there has none. */
const PREFIX = /" \*/;
const SHORT_PREFIX = /"[^" ]{1,2}" \*/u;

/** A token that no row has. */
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
 * Looks up the ids of a filter that goes by a table or an index of its own: citations, what a case cites, and when a case
 * was updated. Null when they are too many to be worth it.
 */
export type FindIds = (filter: { cite: string } | CitedBy | Updated) => readonly number[] | null;

/** @param open null: all texts are searched */
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
  const wordsIn = (columns: SearchedColumns): string | null =>
    search === null ? null : allOf([searchIn(columns), ...filters]);
  return {
    words: allOf([search, ...filters]),
    names:
      contains.length === 0
        ? null
        : allOf([...contains, ...tokens.map((group) => anyOf(group, (token) => `filters : " ${token} "`))]),
    needsBoth: contains.length > 0 && (search !== null || author !== null || cited !== null),
    inRows: [search, author, cited, ...contains].every((part) => part === null) ? inRows : null,
    hasSearch: search !== null,
    inHeads: wordsIn("heads"),
    inNames: wordsIn("names"),
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

function authorExpression({ author }: CaseFilter, open: OpenTexts | null): string | null {
  const words = author === undefined ? null : compileColumnWords("authors", author);
  return words === null || open === null ? words : `(${words} AND ${open.cases})`;
}

function citedExpression({ citesTo }: CaseFilter): string | null {
  if (citesTo === undefined) return null;
  const tokens = [...citesTo.ids.map(citedIdToken), ...citesTo.cites.map(citedCiteToken)];
  return anyOf(tokens, (token) => `"${token}"`);
}

function containsExpression(column: string, text: string | undefined): string | null {
  return text === undefined ? null : `${column} : "${foldForContains(text).replaceAll('"', '""')}"`;
}

/** The cases of some jurisdictions. */
export function casesOfJurisdictions(ids: readonly number[]): string {
  const tokens = ids.map((id) => filterToken("jurisdiction", id));
  return anyOf(tokens, (token) => `"${token}"`);
}

/** An empty group matches nothing. */
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
