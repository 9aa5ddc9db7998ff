/** Pages, ids and counts of the cases that match a filter. */

import { readJoinedBody } from "../../casebody/read-body.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import type { CaseIndex } from "../../domain/corpus-source.ts";
import type { CaseFilter, CaseQuery, Facet, FacetCount, IdOrder, OpinionFilter } from "../../domain/query.ts";
import { SnapshotCache } from "../../store/database/statement-cache.ts";
import { pageOf, positionsAround } from "../../store/search/case-pages.ts";
import {
  fitsOpinions,
  MAX_BODIES_READ,
  MAX_CITED_CASES,
  tooManyBodies,
  tooManyCited,
} from "../../store/values/opinion-values.ts";
import { courtIdsOf } from "../../text/read-search.ts";
import { fieldsOf } from "../client/engine-client.ts";
import { MAX_VALUES } from "../layout/mapping.ts";
import { hitOrder } from "../query/case-order.ts";
import { type FilterContext, type MatchQuery, matchQuery } from "../query/filter-query.ts";
import { filtered, type Query, termsOf } from "../query/query.ts";
import type { EngineCases } from "./engine-cases.ts";
import { type EngineIndex, type Hit, idOf, type TableCache, valuesAlone, valuesOf } from "./engine-index.ts";

const FACET_FIELDS: Readonly<Record<Facet, string>> = {
  jurisdiction: "jurisdiction",
  court: "court_id",
  reporter: "reporter",
  decision_date: "year",
};
const ID_ORDERS: Readonly<Record<IdOrder, readonly string[]>> = {
  id: [],
  jurisdiction: ["jurisdiction"],
  year: ["jurisdiction", "year"],
};
/** Less than every id and year. */
const NO_VALUE = -1;

/** What the index has of a case: the number with which it was written, and the digest of its document. */
export interface IndexedCase {
  readonly id: number;
  readonly version: number;
  readonly digest: string;
}

type PagesOfIndex = Omit<
  CaseIndex,
  "idsByCitations" | "idsByVolume" | "idsByEntries" | "citations" | "sharedCitations"
>;

/** The part of a corpus that finds cases by their filters; each call reads one generation of the index. */
export function openPages(index: EngineIndex, cases: EngineCases, context: FilterContext): PagesOfIndex {
  const cache = new SnapshotCache<readonly number[]>(1);
  const matchOf = (filter: CaseFilter): Query => pageQuery(matchQuery(filter, context));
  /** The number of cases that each query matches. */
  const countEach = (queries: readonly Query[]): number[] => {
    if (queries.length === 0) return [];
    const aggs = Object.fromEntries(queries.map((filter, at) => [`filter${at}`, { filter }]));
    const { aggregations } = index.search("cases", { size: 0, aggs });
    return queries.map((_, at) => Number(fieldsOf(aggregations[`filter${at}`]).doc_count));
  };
  const bucketsIn = (filter: CaseFilter, values: Query): readonly unknown[] => {
    const { aggregations } = index.search("cases", { query: matchOf(filter), size: 0, aggs: { values } });
    return bucketsOf(aggregations.values);
  };
  return {
    cases: index.inState((query) => {
      const { ordering, position, pageSize } = query;
      const isByRelevance = ordering.by === "relevance";
      const match = matchQuery(query.filter, context);
      const { scoring } = match;
      const scored = !isByRelevance || scoring === null ? [] : scoring.scored(countEach(scoring.counted));
      const seen = isByRelevance ? position?.seen : undefined;
      const order = hitOrder(ordering, position?.direction ?? "after");
      const isAfterKey = position !== null && seen === undefined;
      const page: Query = {
        query: pageQuery(match, scored, seenFilter(query)),
        sort: order.sort,
        size: pageSize + 1,
        track_total_hits: seen === undefined,
        ...(isAfterKey ? order.after(position.key) : {}),
      };
      const { hits, count } = index.search("cases", page, isByRelevance ? "scored" : "plain");
      const { page: shown, hasMore } = pageOf(hits, query);
      const keys = shown.map(({ sort }) => order.keyOf(sort));
      return {
        items: shown.map((hit) => cases.caseOf(hit)),
        count: seen === undefined ? count : (countEach([pageQuery(match)])[0] ?? 0),
        relevance: isByRelevance ? "exact" : null,
        ...positionsAround({ keys, hasMore }, query, isByRelevance ? index.state.state : null),
      };
    }),
    explain: index.inState(({ filter, ordering }) => ({ order: ordering, query: matchOf(filter) })),
    facet: index.inState((filter, facet) => bucketsIn(filter, { terms: termsOfFacet(facet) }).map(countOf)),
    yearsByJurisdiction: index.inState((filter) => {
      const values = {
        terms: termsOfFacet("jurisdiction"),
        aggs: { years: { terms: termsOfFacet("decision_date") } },
      };
      return bucketsIn(filter, values).flatMap((bucket) => {
        const { value: jurisdictionId } = countOf(bucket);
        return bucketsOf(fieldsOf(bucket).years).map((inner) => {
          const { value: year, count } = countOf(inner);
          return { jurisdictionId, year, count };
        });
      });
    }),
    counts: index.inState((filters, most) =>
      countEach(filters.map(matchOf)).map((count) => Math.min(most, count)),
    ),
    *ids(filter, order) {
      const sort = [
        ...ID_ORDERS[order].map((field) => ({ [field]: { order: "asc", missing: NO_VALUE } })),
        { id: { order: "asc" } },
      ];
      const search = { query: matchOf(filter), sort, size: PAGE, _source: false };
      for (const hit of index.walk("cases", search)) yield Number(hit.sort.at(-1));
    },
    idFilter: (filter) =>
      index.inState((ids) => {
        if (ids.length === 0) return [];
        const { hits } = index.search("cases", {
          query: pageQuery(matchQuery(filter, context), [], [termsOf("id", ids)]),
          sort: [{ id: "asc" }],
          size: ids.length,
          ...valuesAlone(["id"]),
        });
        return hits.map(idOf);
      }),
    blocked: index.inState(() => {
      const query = filtered([{ term: { blocked: true } }]);
      return cache.get(index.state.state, "", () =>
        [...index.cases(query, { _source: false })].map(({ sort }) => Number(sort[0])),
      );
    }),
  };
}

/** What the index has of each case, ascending by id. */
export function* indexedCases(index: EngineIndex): Generator<IndexedCase> {
  for (const hit of index.cases({ match_all: {} }, { ...valuesAlone(["digest"]), version: true }))
    yield { id: Number(hit.sort[0]), version: hit.version, digest: String(valuesOf(hit, "digest")[0]) };
}

function termsOfFacet(facet: Facet): Query {
  return { field: FACET_FIELDS[facet], size: MAX_VALUES, order: { _key: "asc" } };
}

function bucketsOf(aggregation: unknown): readonly unknown[] {
  const { buckets, sum_other_doc_count: leftOut } = fieldsOf(aggregation);
  if (leftOut !== 0) throw new Error(`A facet has more than ${MAX_VALUES} values`);
  return Array.isArray(buckets) ? buckets : [];
}

function countOf(bucket: unknown): FacetCount {
  const { key, doc_count: count } = fieldsOf(bucket);
  return { value: Number(key), count: Number(count) };
}

/** By relevance a page has cases that were not seen yet, or those seen last: scores may have changed since. */
function seenFilter({ ordering, position }: CaseQuery): Query[] {
  if (ordering.by !== "relevance" || position?.seen === undefined) return [];
  const seen = termsOf("id", position.seen);
  return [position.direction === "before" ? seen : { bool: { must_not: [seen] } }];
}

function pageQuery(
  { filter, mustNot }: MatchQuery,
  scored: readonly Query[] = [],
  also: readonly Query[] = [],
): Query {
  const matching = filtered([...filter, ...also], mustNot);
  return scored.length === 0 ? matching : { bool: { filter: [matching], should: [...scored] } };
}

const PAGE = 10_000;
const BODIES = 50;

/** What filters refer to; cited cases and opinions, which the engine's query language lacks, are read here. */
export function filtersOf(index: EngineIndex, cases: EngineCases, tables: TableCache): FilterContext {
  const cache = new SnapshotCache<readonly number[]>(8);
  /** All matches of a query; null if they are more. */
  const hitsUpTo = (query: Query, fields: readonly string[], most: number): Hit[] | null => {
    const hits: Hit[] = [];
    for (const hit of index.cases(query, valuesAlone(fields), Math.min(PAGE, most + 1))) {
      hits.push(hit);
      if (hits.length > most) return null;
    }
    return hits;
  };
  return {
    openJurisdictions: () =>
      tables.get("jurisdictions").flatMap(({ id, whitelisted }) => (whitelisted ? id : [])),
    findCourts: (text) => courtIdsOf(text, tables.get("courts")),
    citedBy: (ids) => cases.citing(ids),
    cited: (query) => {
      const hits = hitsUpTo(query, ["id", "cite"], MAX_CITED_CASES);
      if (hits === null) throw tooManyCited();
      const cites = hits.flatMap((hit) => valuesOf(hit, "cite").map(String));
      return { ids: hits.map(idOf), cites: [...new Set(cites)] };
    },
    withOpinions: (query, opinions) => {
      const key = `${JSON.stringify(opinions)} of ${JSON.stringify(query)}`;
      return cache.get(index.state.state, key, () => {
        const hits = hitsUpTo(query, ["id"], MAX_BODIES_READ);
        if (hits === null) throw tooManyBodies(opinions);
        const ids = hits.map(idOf);
        const fitting: number[] = [];
        for (let at = 0; at < ids.length; at += BODIES)
          fitting.push(...havingOpinions(cases, ids.slice(at, at + BODIES), opinions));
        return fitting;
      });
    },
  };
}

function havingOpinions(
  cases: EngineCases,
  ids: readonly number[],
  opinions: readonly OpinionFilter[],
): number[] {
  const bodies = cases.bodies(ids);
  const fitting = cases.read(ids).filter(({ id, citesTo, citations }) => {
    const text = bodies.get(id)?.text ?? null;
    const body = text === null ? null : readJoinedBody(text.form, text.source);
    const normals = citations.map(({ cite }) => normaliseCitation(cite));
    return fitsOpinions(opinions, { body, entries: citesTo ?? [], citations: normals });
  });
  return fitting.map(({ id }) => id);
}
