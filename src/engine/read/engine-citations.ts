/** Pages of the citations collection: by case id, then by position within the case. */

import { citationForms } from "../../citations/nominative.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import type { CitationQuery, Page } from "../../domain/query.ts";
import type { CitationOfCase } from "../../domain/records.ts";
import { citationPage, type PlacedCitation } from "../../store/search/citation-pages.ts";
import { fieldsOf } from "../client/engine-error.ts";
import { readSource } from "../layout/case-document.ts";
import { filtered, type Query, termsOf } from "../query/query.ts";
import type { EngineIndex } from "./engine-index.ts";

type Filter = CitationQuery["filter"];

export function readCitations(index: EngineIndex, query: CitationQuery): Page<CitationOfCase> {
  const found = citationsFrom(index, query, query.pageSize + 1);
  return citationPage(found, query, countOf(index, query.filter));
}

/** In reading direction, behind the position. */
function citationsFrom(
  index: EngineIndex,
  { filter, position }: CitationQuery,
  limit: number,
): PlacedCitation[] {
  const backwards = position?.direction === "before";
  const [caseId = null, seq = null] = (position?.key ?? []).map(Number);
  const isBeyond = (one: PlacedCitation): boolean => {
    if (caseId === null || seq === null) return true;
    const order = one.caseId - caseId || one.seq - seq;
    return backwards ? order < 0 : order > 0;
  };
  const found: PlacedCitation[] = [];
  let from = caseId;
  let isIncluded = true;
  for (;;) {
    const { hits } = index.search("cases", {
      query: filtered([...caseFilters(filter), ...startAt(from, backwards, isIncluded)]),
      sort: [{ id: backwards ? "desc" : "asc" }],
      size: limit,
    });
    for (const { source } of hits) {
      const { id, citations } = readSource(source.record);
      const placed = citations.map((one, at) => ({ ...one, caseId: id, seq: at }));
      found.push(
        ...(backwards ? placed.reverse() : placed).filter((one) => isBeyond(one) && matches(one, filter)),
      );
    }
    if (found.length >= limit || hits.length < limit) return found.slice(0, limit);
    from = Number(hits.at(-1)?.sort[0]);
    isIncluded = false;
  }
}

function startAt(from: number | null, backwards: boolean, isIncluded: boolean): Query[] {
  if (from === null) return [];
  const bound = (backwards ? "lt" : "gt") + (isIncluded ? "e" : "");
  return [{ range: { id: { [bound]: from } } }];
}

function matches({ type, cite }: PlacedCitation, filter: Filter): boolean {
  return (
    (filter.type === undefined || filter.type === type) &&
    (filter.cite === undefined ||
      (filter.cite !== "" && citationForms(filter.cite).includes(normaliseCitation(cite))))
  );
}

function caseFilters(filter: Filter): Query[] {
  const { caseId } = filter;
  return [
    ...(caseId === undefined ? [] : [{ term: { id: caseId } }]),
    { nested: { path: "citations", query: citationFilter(filter) } },
  ];
}

function citationFilter({ cite, type }: Filter): Query {
  const terms: Query[] = [];
  if (cite !== undefined)
    terms.push(cite === "" ? { match_none: {} } : termsOf("citations.normal", citationForms(cite)));
  if (type !== undefined) terms.push({ term: { "citations.type": type } });
  return terms.length === 0 ? { match_all: {} } : filtered(terms);
}

function countOf(index: EngineIndex, filter: Filter): number {
  const { aggregations } = index.search("cases", {
    query: filtered(caseFilters(filter)),
    size: 0,
    aggs: {
      all: { nested: { path: "citations" }, aggs: { matching: { filter: citationFilter(filter) } } },
    },
  });
  return Number(fieldsOf(fieldsOf(aggregations.all).matching).doc_count ?? 0);
}
