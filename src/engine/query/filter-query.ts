/** Translates a filter on cases into the engine's query language: the same matches as those of the SQLite file. */

import { citationForms } from "../../citations/reporters.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import { instantKey } from "../../domain/decision-date.ts";
import {
  type CaseFilter,
  type CitedCases,
  type Condition,
  type ConditionField,
  type ExtraField,
  type FilterTable,
  type OpinionFilter,
  partsOfFilter,
} from "../../domain/query.ts";
import { citedTokensOf } from "../../store/search/conditions.ts";
import { isExtraField } from "../../store/write/extras.ts";
import { TOKEN_PREFIX } from "../../text/analyzer.ts";
import { searchNodeOf } from "../../text/read-search.ts";
import { mapLeaves, type SearchNode } from "../../text/search-tree.ts";
import { type TextField, WEIGHTS } from "../layout/mapping.ts";
import { anyOf, containing, filtered, type Query, termsOf } from "./query.ts";
import { type Scoring, scoringOf } from "./score-query.ts";
import { authorsQuery, eachQuery, METADATA_FIELDS, searchQuery } from "./words-query.ts";

export interface FilterContext {
  /** Ids of the jurisdictions whose texts everyone may search. */
  openJurisdictions(): readonly number[];
  findCourts(slug: string): readonly number[];
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
  readonly mustNot: readonly Query[];
  /** Orders matches by relevance; null without a search. */
  readonly scoring: Scoring | null;
}

/** Points of a match in these fields, for a search of open texts only (store/words/compile-search). */
const POINTS: readonly { readonly fields: readonly TextField[]; readonly of: "text" | "metadata" }[] = [
  { fields: ["names"], of: "metadata" },
  { fields: ["cites"], of: "metadata" },
  { fields: ["court"], of: "metadata" },
  { fields: ["head_matter"], of: "text" },
  { fields: ["opinions", "authors", "corrections"], of: "text" },
];
const MAX_SCORED = 6;

interface Part {
  readonly must?: readonly (Query | null)[];
  readonly mustNot?: readonly Query[];
}

interface Translation {
  readonly filter: CaseFilter;
  /** The search text, read; null: there is no search. */
  readonly node: SearchNode | null;
  readonly context: FilterContext;
  /** The cases whose texts are searched; null: all. */
  readonly open: Query | null;
}

const FILTERS: FilterTable<Translation, Part> = {
  cite: (cite) => ({ must: [termsOf("cite", citationForms(cite))] }),
  jurisdictions: (ids) => ({ must: [termsOf("jurisdiction", ids)] }),
  courts: (ids) => ({ must: [termsOf("court_id", ids)] }),
  reporters: (ids) => ({ must: [termsOf("reporter", ids)] }),
  courtId: (id) => ({ must: [{ term: { court_id: id } }] }),
  decidedFrom: (day) => ({ must: [{ range: { day: { gte: day } } }] }),
  decidedTo: (day) => ({ must: [{ range: { day: { lte: day } } }] }),
  updatedFrom: (at) => ({ must: [{ range: { updated: { gte: instantKey(at) } } }] }),
  updatedTo: (at) => ({ must: [{ range: { updated: { lte: instantKey(at) } } }] }),
  name: (text) => ({ must: [containing("name_part", text)] }),
  nameAbbreviation: (text) => ({ must: [containing("abbreviation_part", text)] }),
  docketNumber: (text) => ({ must: [containing("docket_part", text)] }),
  search: (_text, { node, open }) => ({
    must: node === null ? [] : [open === null ? searchQuery(node) : openQuery(node, open)],
  }),
  author: (author, { open }) => authorPart([author], open),
  opinions: (opinions, { open }) =>
    authorPart(
      opinions.map(({ author }) => author),
      open,
    ),
  citedBy: (ids, { filter, context }) => ({ must: [citedByQuery(filter, ids, context)] }),
  citesTo: (cited, { open }) => citingPart(cited, open),
  citesToCases: (cases, { context, open }) =>
    citingPart(context.cited(queryOf(matchQuery(cases, context))), open),
  statuses: (statuses) => ({ must: [termsOf("status", statuses.map(normaliseCitation))] }),
  blocked: () => ({ mustNot: [{ term: { blocked: true } }] }),
  conditions: (conditions) => ({
    must: conditions.filter(({ kind }) => kind === "among").map(conditionQuery),
    mustNot: conditions.filter(({ kind }) => kind === "outside").map(conditionQuery),
  }),
  // they modify other filters
  citedByTexts: () => ({}),
  searchedTexts: () => ({}),
};

export function matchQuery(filter: CaseFilter, context: FilterContext): MatchQuery {
  const { search, opinions = [] } = filter;
  const open = filter.searchedTexts === "open" ? termsOf("jurisdiction", context.openJurisdictions()) : null;
  const node = search === undefined ? null : withCourts(searchNodeOf(search), context);
  const parts = partsOfFilter(FILTERS, { filter, node, context, open });
  const match = {
    filter: parts.flatMap(({ must = [] }) => must.filter((query) => query !== null)),
    mustNot: parts.flatMap(({ mustNot = [] }) => mustNot),
  };
  if (opinions.length > 0) match.filter.push(termsOf("id", context.withOpinions(queryOf(match), opinions)));
  return { ...match, scoring: node === null ? null : open === null ? scoringOf(node) : pointsOf(node, open) };
}

function authorPart(authors: readonly string[], open: Query | null): Part {
  const written = authors.map((author) => authorsQuery(author)).filter((query) => query !== null);
  return { must: written.length === 0 ? [] : [...written, open] };
}

/** What closed cases cite in their texts is not searched. */
function citingPart(cited: CitedCases, open: Query | null): Part {
  return {
    must: [citingQuery(cited)],
    mustNot: open === null ? [] : [filtered([{ term: { cites_from_text: true } }], [open])],
  };
}

function queryOf({ filter, mustNot }: Pick<MatchQuery, "filter" | "mustNot">): Query {
  return filtered(filter, mustNot);
}

function withCourts(node: SearchNode, context: FilterContext): SearchNode {
  return mapLeaves(node, {
    field: (leaf) => (leaf.field === "court" ? { ...leaf, ids: context.findCourts(leaf.text) } : leaf),
  });
}

/** Closed cases match by metadata only, and excluded words in their texts have no effect. */
function openQuery(node: SearchNode, open: Query): Query | null {
  const [inOpen, inClosed] = [searchQuery(node), searchQuery(node, METADATA_FIELDS)];
  if (inOpen === null || inClosed === null) return null;
  return anyOf([filtered([inOpen, open]), filtered([inClosed], [open])]);
}

function pointsOf(node: SearchNode, open: Query): Scoring {
  const scored = POINTS.flatMap(({ fields, of }) => {
    const [field] = fields;
    const points = field === undefined ? 0 : WEIGHTS[field];
    const distinct = new Map(eachQuery(node, fields).map((query) => [JSON.stringify(query), query]));
    return [...distinct.values()]
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
    termsOf("id", [...new Set(readable.flatMap((citing) => citing.ids))]),
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

const CONDITION_FIELDS: Readonly<Record<Exclude<ConditionField, ExtraField>, string>> = {
  ...{ id: "id", cite: "cite", jurisdiction: "jurisdiction", court: "court_id", reporter: "reporter" },
  ...{ decision_date: "day", last_updated: "updated" },
  ...{ "cites_to.reporter": "cites_to.reporter", "cites_to.category": "cites_to.category" },
};

function conditionQuery({ field, spans }: Condition): Query {
  const name = isExtraField(field) ? field : CONDITION_FIELDS[field];
  const values = spans.flatMap((span) => ("is" in span ? span.is : []));
  const ranges = spans.flatMap((span) => ("is" in span ? [] : [{ range: { [name]: { ...span } } }]));
  return anyOf([...(values.length === 0 ? [] : [termsOf(name, values)]), ...ranges]);
}
