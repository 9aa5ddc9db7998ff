/** Translates a filter on cases into the engine's query language: the same matches as those of the SQLite file. */

import { citationForms } from "../../citations/reporters.ts";
import { instantKey } from "../../domain/decision-date.ts";
import type { CaseFilter, CitedCases, OpinionFilter } from "../../domain/query.ts";
import { citedTokensOf } from "../../store/search/case-match.ts";
import { TOKEN_PREFIX } from "../../text/analyzer.ts";
import { parseSearch } from "../../text/search-query.ts";
import { mapLeaves, type SearchNode } from "../../text/search-tree.ts";
import type { TextField } from "../layout/mapping.ts";
import { conditionQueries } from "./condition-query.ts";
import { anyOf, containing, filtered, type Query, termsOf } from "./query.ts";
import { type Scoring, scoringOf } from "./score-query.ts";
import { authorsQuery, eachQuery, METADATA_FIELDS, searchQuery } from "./words-query.ts";

/** What a filter refers to. */
export interface FilterContext {
  /** Ids of the jurisdictions whose texts everyone may search. */
  openJurisdictions(): readonly number[];
  /** The ids of the courts with a slug. */
  findCourts(slug: string): readonly number[];
  /** What some cases cite. */
  citedBy(ids: readonly number[]): readonly CitingCase[];
  /** The cases that a query matches, as cited cases. @throws CaselawError `invalid` if they are too many */
  cited(query: Query): CitedCases;
  /** Those matches of a query that have the opinions. @throws CaselawError `invalid` if too many match the query */
  withOpinions(query: Query, opinions: readonly OpinionFilter[]): readonly number[];
}

export interface CitingCase {
  readonly ids: readonly number[];
  readonly normals: readonly string[];
  readonly isFromText: boolean;
  readonly jurisdictionId: number | null;
}

export interface MatchQuery {
  readonly filter: readonly Query[];
  readonly unwanted: readonly Query[];
  /** Orders matches by relevance; null without a search. */
  readonly scoring: Scoring | null;
}

/** Points of a match in these fields, for a search of open texts only (store/words/open-texts). */
const POINTS: readonly {
  readonly fields: readonly TextField[];
  readonly points: number;
  readonly of: "text" | "metadata";
}[] = [
  { fields: ["names"], points: 10, of: "metadata" },
  { fields: ["cites"], points: 5, of: "metadata" },
  { fields: ["court"], points: 2, of: "metadata" },
  { fields: ["head_matter"], points: 3, of: "text" },
  { fields: ["opinions", "authors", "corrections"], points: 1, of: "text" },
];
const MAX_SCORED = 6;

export function matchQuery(filter: CaseFilter, context: FilterContext): MatchQuery {
  const { search, citesToCases, opinions = [] } = filter;
  const node = search === undefined ? null : withCourts(parseSearch(search), context);
  const open = filter.searchedTexts === "open" ? termsOf("jurisdiction", context.openJurisdictions()) : null;
  const searched = node === null ? null : open === null ? searchQuery(node) : openQuery(node, open);
  const authors = [
    ...(filter.author === undefined ? [] : [filter.author]),
    ...opinions.map((one) => one.author),
  ];
  const written = authors.map((author) => authorsQuery(author)).filter((query) => query !== null);
  const cited =
    citesToCases === undefined ? null : context.cited(wantedOf(matchQuery(citesToCases, context)));
  const parts: (Query | null)[] = [
    ...rowFilters(filter),
    searched,
    ...written,
    written.length === 0 ? null : open,
    filter.citedBy === undefined ? null : citedByQuery(filter, filter.citedBy, context),
    filter.citesTo === undefined ? null : citingQuery(filter.citesTo),
    cited === null ? null : citingQuery(cited),
  ];
  const isHidden = open !== null && (filter.citesTo !== undefined || cited !== null);
  const conditions = conditionQueries(filter.conditions ?? []);
  const match = {
    filter: [...parts.filter((part) => part !== null), ...conditions.wanted],
    unwanted: isHidden
      ? [filtered([{ term: { cites_from_text: true } }], [open]), ...conditions.unwanted]
      : conditions.unwanted,
  };
  if (opinions.length > 0) match.filter.push(termsOf("id", context.withOpinions(wantedOf(match), opinions)));
  return {
    ...match,
    scoring: node === null ? null : open === null ? scoringOf(node) : pointsOf(node, open),
  };
}

function wantedOf({ filter, unwanted }: Pick<MatchQuery, "filter" | "unwanted">): Query {
  return filtered(filter, unwanted);
}

function withCourts(node: SearchNode, { findCourts }: FilterContext): SearchNode {
  return mapLeaves(node, {
    field: (one) => (one.field === "court" ? { ...one, ids: findCourts(one.text) } : one),
  });
}

function rowFilters(filter: CaseFilter): Query[] {
  const { cite, jurisdictions, courts, reporters, courtId, decidedFrom, decidedTo } = filter;
  const [updatedFrom, updatedTo] = [filter.updatedFrom, filter.updatedTo].map((at) => instantKey(at ?? null));
  const part = (field: string, text: string | undefined): Query[] =>
    text === undefined ? [] : [containing(field, text)];
  const range = (field: string, from: string | number | null, to: string | number | null): Query[] =>
    from === null && to === null
      ? []
      : [
          {
            range: {
              [field]: { ...(from === null ? {} : { gte: from }), ...(to === null ? {} : { lte: to }) },
            },
          },
        ];
  return [
    ...(cite === undefined ? [] : [termsOf("cite", citationForms(cite))]),
    ...(jurisdictions === undefined ? [] : [termsOf("jurisdiction", jurisdictions)]),
    ...(courts === undefined ? [] : [termsOf("court_id", courts)]),
    ...(reporters === undefined ? [] : [termsOf("reporter", reporters)]),
    ...(courtId === undefined ? [] : [{ term: { court_id: courtId } }]),
    ...range("day", decidedFrom ?? null, decidedTo ?? null),
    ...range("updated", updatedFrom ?? null, updatedTo ?? null),
    ...part("name_part", filter.name),
    ...part("abbreviation_part", filter.nameAbbreviation),
    ...part("docket_part", filter.docketNumber),
  ];
}

/** Closed cases match by metadata only, and excluded words in their texts have no effect. */
function openQuery(node: SearchNode, open: Query): Query | null {
  const [inOpen, inClosed] = [searchQuery(node), searchQuery(node, METADATA_FIELDS)];
  if (inOpen === null || inClosed === null) return null;
  return anyOf([filtered([inOpen, open]), filtered([inClosed], [open])]);
}

function pointsOf(node: SearchNode, open: Query): Scoring {
  const scored = POINTS.flatMap(({ fields, points, of }) => {
    const each = new Map(eachQuery(node, fields).map((query) => [JSON.stringify(query), query]));
    return [...each.values()]
      .slice(0, MAX_SCORED)
      .map((query) => (of === "text" ? filtered([query, open]) : query))
      .map((query): Query => ({ constant_score: { filter: query, boost: points } }));
  });
  return { counted: [], scored: () => scored };
}

function citedByQuery(filter: CaseFilter, ids: readonly number[], context: FilterContext): Query {
  const open = filter.citedByTexts === "open" ? new Set<number | null>(context.openJurisdictions()) : null;
  const readable = context
    .citedBy(ids)
    .filter(({ isFromText, jurisdictionId }) => !isFromText || open === null || open.has(jurisdictionId));
  return anyOf([
    termsOf("id", [...new Set(readable.flatMap((one) => one.ids))]),
    termsOf("cite", [...new Set(readable.flatMap(({ normals }) => normals.flatMap(citationForms)))]),
  ]);
}

/** The engine takes some 65,000 values in one query. */
const MAX_TERMS = 60_000;

function citingQuery(cited: CitedCases): Query {
  // fields have the tokens without their prefix
  const tokens = citedTokensOf(cited).map((token) => token.slice(TOKEN_PREFIX.length));
  const parts = Array.from({ length: Math.ceil(tokens.length / MAX_TERMS) }, (_, at) =>
    termsOf("cited", tokens.slice(at * MAX_TERMS, (at + 1) * MAX_TERMS)),
  );
  return anyOf(parts);
}
