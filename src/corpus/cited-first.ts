/**
 * A page by relevance of a search that is a citation: the cases with this citation come first.
 *
 * Other cases may match its words better, and a case that is stored under another name of the volume may not match them at all.
 */
import { pastedCitation } from "../citations/pasted-citation.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { CaseIndex } from "../domain/corpus-source.ts";
import type { CaseFilter, CasePage, CaseQuery } from "../domain/query.ts";
import type { Case } from "../domain/records.ts";

type Index = Pick<CaseIndex, "cases" | "idsByCitations">;

export function casesCitedFirst(index: Index, query: CaseQuery): CasePage {
  const { filter, ordering, pageSize } = query;
  const { search, ...otherFilters } = filter;
  const isByRelevance = ordering.by === "relevance" && !ordering.descending;
  const ids = search === undefined || !isByRelevance ? [] : idsCitedAs(search, index);
  // a page must have room for another case, or the next page would leave it out
  if (ids.length === 0 || ids.length >= pageSize) return index.cases(query);
  const cited = casesAmong(ids, otherFilters, index);
  const isFirst = query.position === null;
  const page = index.cases(isFirst ? { ...query, pageSize: pageSize - cited.length } : query);
  const others = page.items.filter(({ id }) => !cited.some((one) => one.id === id));
  const unmatched = cited.length - casesAmong(ids, filter, index).length;
  return {
    ...page,
    items: page.previous === null ? [...cited, ...others] : others,
    count: page.count === null ? null : page.count + unmatched,
  };
}

/** Of the first form that a case has; empty if the text is not a citation. */
function idsCitedAs(search: string, index: Index): readonly number[] {
  for (const form of pastedCitation(search)?.forms ?? []) {
    const normal = normaliseCitation(form);
    const ids = index.idsByCitations([normal]).get(normal) ?? [];
    if (ids.length > 0) return ids;
  }
  return [];
}

function casesAmong(ids: readonly number[], filter: CaseFilter, index: Index): readonly Case[] {
  const among = { field: "id", kind: "among", spans: ids.map((id) => ({ is: id })) } as const;
  return index.cases({
    filter: { ...filter, conditions: [...(filter.conditions ?? []), among] },
    ordering: { by: "decision_date", descending: false },
    position: null,
    pageSize: ids.length,
  }).items;
}
