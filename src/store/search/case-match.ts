/** Translates a filter on cases into conditions on the index of words and on case rows. Every statement on cases uses these. */
import { citationForms } from "../../citations/reporters.ts";
import { instantKey } from "../../domain/decision-date.ts";
import type { CaseFilter, CitedCases, Condition } from "../../domain/query.ts";
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import { parseSearch } from "../../text/search-query.ts";
import { hasScoredWord, type SearchNode } from "../../text/search-tree.ts";
import { compileAuthors, compileSearch, quoted, type SearchedColumns } from "../words/compile-search.ts";
import { type NameColumn, type NameFilter, type NameMatch, nameMatchOf } from "../words/name-filter.ts";
import { compileOpenSearch, type OpenTexts, openPoints, type Points } from "../words/open-texts.ts";
import { splitSearch, withPrefixes } from "../words/prefix-texts.ts";
import { prefixesOf, withTokens } from "../words/prefix-tokens.ts";
import { withFields } from "../words/search-fields.ts";
import { type CandidateTest, candidateTest } from "../words/text-test.ts";
import { citedCiteToken, citedIdToken } from "../write/cited-tokens.ts";
import { EVERY_CASE, filterToken, foldForContains, NO_CASE } from "../write/index-row.ts";
import { hasIndex, type ReferenceIds, type SplitConditions, splitConditions } from "./conditions.ts";
import { type FindIds, type Lookups, NO_LOOKUPS, type Updated } from "./lookups.ts";

export interface CaseMatch extends Updated {
  /** FTS5 expression for `case_words`, with the tokens of filters; null if the filter needs none. */
  readonly words: string | null;
  /** Conditions on fields of the case row, which `words` only narrows down. */
  readonly onRow: OnRow;
  /** FTS5 expression for those matches of `words` that need no test on their rows; null: not known. */
  readonly certain: string | null;
  /** The filters that are columns of the case row, if there is no other condition except dates; else null. */
  readonly inRows: readonly RowFilter[] | null;
  /** `words`, with the search restricted to names, citations, court and head matter; null without a search. */
  readonly inHeads: string | null;
  /** `words`, with the search restricted to names; null without a search. */
  readonly inNames: string | null;
  /** The search; null without a searchable word outside of fields. Relevance is defined only with it. */
  readonly search: SearchNode | null;
  /** Tokens of the filters: each match has one of each group. */
  readonly lists: readonly (readonly string[])[];
  /** Whether the search contains a prefix, so that looking up whether a single case matches costs as much as a page. */
  readonly hasPrefix: boolean;
  /** Whether a prefix has more tokens than can be listed: FTS5 merges all their lists again for each statement. */
  readonly isMerged: boolean;
  /** How a walk in date order finds its matches; null: with `words`. */
  readonly testedWalk: TestedWalk | null;
  /** The test of the cases that `words` finds; null: they all match, or the matches are known. */
  readonly test: CandidateTest | null;
  /** The parts of the score of a case; null: the score is BM25. */
  readonly points: readonly Points[] | null;
  /** Date rowids that do not match although the indexes say so. */
  readonly excluded: readonly number[];
  /** The only ids that can match; null: no restriction. */
  readonly ids: readonly number[] | null;
  /** The only date rowids that can match, ascending; null: no restriction. */
  readonly dateRowids: readonly number[] | null;
  /** The `words` that all cases with these ids match, so that they need no test; null: not known. */
  readonly knownWords: string | null;
  readonly decidedFrom: number | null;
  readonly decidedTo: number | null;
}

/** Conditions that are tested on the rows of cases. */
export interface OnRow {
  readonly contains: readonly NameFilter[];
  readonly conditions: readonly Condition[];
}

/** A walk in date order that tests the cases which FTS5 finds. */
export interface TestedWalk extends Pick<CandidateTest, "keep" | "readsTexts">, Pick<CaseMatch, "hasPrefix"> {
  /** FTS5 expression for the cases to test. */
  readonly words: string;
}

/** A column of the case row has one of these ids. */
export type RowFilter = ReferenceIds;

/** @param open which texts are searched; null: all */
export function matchOf(filter: CaseFilter, lookups: Lookups, open: OpenTexts | null = null): CaseMatch {
  const { search: text } = filter;
  const searched =
    text === undefined ? null : withFields(withTokens(parseSearch(text), lookups.findTokens), lookups);
  const searchIn = (columns: SearchedColumns): string | null => {
    if (searched === null) return null;
    return open === null ? compileSearch(searched, columns) : compileOpenSearch(searched, columns, open);
  };
  const search = searchIn("all");
  const prefixes = searched === null ? [] : prefixesOf(searched);
  const author = allOf(authorsOf(filter).map((text) => authorExpression(text, open)));
  const cited = citedExpression(filter);
  const split = splitConditions(filter);
  const inRows = [...rowFilters(filter), ...split.references];
  const tokens = inRows.map(({ kind, ids }) => ids.map((id) => filterToken(kind, id)));
  const names = nameFilters(filter).map((one) => nameMatchOf(one, lookups.findNameWords));
  const others = [author, cited, ...tokens.map((group) => anyOf(group))];
  const filters = [...others, ...names.flatMap(namedExpressions)];
  const onRow = {
    contains: names.flatMap(({ filter, isCertain }) => (isCertain ? [] : filter)),
    conditions: split.onRow,
  };
  const certain = certainNames(names, onRow);
  const every = hasNone(onRow) ? null : quoted(EVERY_CASE);
  const words = allOf([search, ...filters]) ?? every;
  return {
    words,
    onRow,
    certain: certain === null ? null : allOf([search, ...others, ...certain]),
    inRows:
      hasNone(onRow) && [search, author, cited, ...names].every((part) => part === null) ? inRows : null,
    inHeads: search === null ? null : allOf([searchIn("heads"), ...filters]),
    inNames: search === null ? null : allOf([words, searchIn("named")]),
    search: search === null || searched === null || !hasScoredWord(searched) ? null : searched,
    lists: [...tokens, ...names.flatMap(({ groups }) => groups), ...listsOf(filter)],
    hasPrefix: prefixes.length > 0,
    isMerged: prefixes.some(({ tokens }) => tokens === undefined),
    testedWalk: open === null && searched !== null ? testedWalkOf(searched, filters, lookups) : null,
    test: searched === null ? null : candidateTest(searched, lookups, open === null ? "all" : "open"),
    points: open === null || searched === null ? null : openPoints(searched, open),
    excluded: open === null || cited === null ? [] : open.citingInText(cited),
    ids: idsOf(filter, split, lookups.findIds),
    dateRowids: null,
    knownWords: null,
    decidedFrom: split.decidedFrom,
    decidedTo: split.decidedTo,
    ...updatedOf(filter),
  };
}

function testedWalkOf(
  searched: SearchNode,
  filters: readonly (string | null)[],
  { isCommonPrefix, columnsOf }: Lookups,
): TestedWalk | null {
  const split = splitSearch(searched, isCommonPrefix);
  if (split === null) return null;
  const others = split.others === null ? null : compileSearch(split.others);
  return {
    words: allOf([others, ...filters]) ?? quoted(EVERY_CASE),
    hasPrefix: split.others !== null && prefixesOf(split.others).length > 0,
    keep: (dateRowids) => withPrefixes(columnsOf, split.prefixes, dateRowids),
    readsTexts: true,
  };
}

/** Whether no row has to be read. */
export function hasNone({ contains, conditions }: OnRow): boolean {
  return contains.length === 0 && conditions.length === 0;
}

/** The match of all cases. */
export const EVERY_CASE_MATCHES = matchOf({}, NO_LOOKUPS);

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
function listsOf(filter: CaseFilter): string[][] {
  const { citesTo } = filter;
  const words = authorsOf(filter).flatMap((text) => wordsOf(text).map((word) => [tokenOf(word)]));
  return citesTo === undefined ? words : [...words, citedTokensOf(citesTo)];
}

function authorsOf({ author, opinions = [] }: CaseFilter): string[] {
  const authors = opinions.map((one) => one.author);
  return [...new Set(author === undefined ? authors : [author, ...authors])];
}

function authorExpression(author: string, open: OpenTexts | null): string | null {
  const words = compileAuthors(author);
  return words === null || open === null ? words : `(${words} AND ${open.cases})`;
}

function citedExpression({ citesTo }: CaseFilter): string | null {
  return citesTo === undefined ? null : anyOf(citedTokensOf(citesTo));
}

/** Tokens of what cites these, in any form of their citations. */
export function citedTokensOf({ ids, cites }: CitedCases): string[] {
  const normals = new Set(cites.flatMap(citationForms));
  return [...ids.map(citedIdToken), ...[...normals].map(citedCiteToken)];
}

function nameFilters({ name, nameAbbreviation, docketNumber }: CaseFilter): NameFilter[] {
  const texts: [NameColumn, string | undefined][] = [
    ["name", name],
    ["name_abbreviation", nameAbbreviation],
    ["docket_number", docketNumber],
  ];
  return texts.flatMap(([column, text]) =>
    text === undefined ? [] : [{ column, text: foldForContains(text) }],
  );
}

function namedExpressions({ filter, groups }: NameMatch): string[] {
  // the numbers are indexed with the citations
  const column = filter.column === "docket_number" ? "cites : " : "";
  return groups.map((tokens) => column + anyOf(tokens));
}

/** Expressions for names that contain the texts for certain; null without such names, and if other tests are needed. */
function certainNames(names: readonly NameMatch[], { contains, conditions }: OnRow): string[] | null {
  if (contains.length === 0 || conditions.length > 0 || names.some(({ certain }) => certain.length === 0))
    return null;
  return names.map(({ certain }) => anyOf(certain));
}

/** Expression for the cases of some jurisdictions. */
export function casesOfJurisdictions(ids: readonly number[]): string {
  const tokens = ids.map((id) => filterToken("jurisdiction", id));
  return anyOf(tokens);
}

/** An empty list matches nothing. */
function anyOf(tokens: readonly string[]): string {
  return tokens.length === 0 ? quoted(NO_CASE) : `(${tokens.map(quoted).join(" OR ")})`;
}

function allOf(expressions: readonly (string | null)[]): string | null {
  const full = expressions.filter((expression) => expression !== null);
  return full.length === 0 ? null : full.join(" AND ");
}

function idsOf(
  filter: CaseFilter,
  { ids, cites, onRow }: SplitConditions,
  findIds: FindIds,
): readonly number[] | null {
  const updated = updatedOf(filter);
  const lists = [
    filter.cite === undefined ? null : findIds({ cite: filter.cite }),
    filter.citedBy === undefined
      ? null
      : findIds({ citedBy: filter.citedBy, texts: filter.citedByTexts ?? "all" }),
    updated.updatedFrom === null && updated.updatedTo === null ? null : findIds(updated),
    ...ids,
    ...cites.map((normals) => normals.flatMap((cite) => findIds({ cite }) ?? [])),
    ...onRow.filter(hasIndex).map((condition) => findIds({ condition })),
  ];
  const [first, ...others] = lists.filter((list) => list !== null);
  if (first === undefined) return null;
  return first.filter((id) => others.every((list) => list.includes(id)));
}
