/** The cases in which a printed page lies: `61 Frankl. 34` is a page of the case that begins at `61 Frankl. 30`. */

import { pastedCitation } from "../citations/pasted-citation.ts";
import { volumeForms } from "../citations/reporters.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { CaseIndex, CorpusSource } from "../domain/corpus-source.ts";
import type { CaseFilter, CasePage, CaseQuery } from "../domain/query.ts";
import type { Case } from "../domain/records.ts";

/** A normal form: volume and reporter, then the page. */
const VOLUME_AND_PAGE = /^(\d+\D.*?)(\d{1,6})$/;

/** Cases with a citation in a volume, at most: more are not a volume but a series, as `1990 U.S. LEXIS`. Reading them takes 0.1 s. */
const MAX_IN_VOLUME = 3_000;
/** Cases that one page can have: the last lines of one, short ones, the first lines of the next. */
const MAX_ON_PAGE = 5;

/** A case that has a page after its first one. */
interface CaseWithPage {
  readonly found: Case;
  /** Its citation in this volume. */
  readonly cite: string;
}

/** A page of a volume, and the cases that have it after their first page, by their position in the volume. */
interface PageInVolume {
  readonly page: string;
  readonly cases: readonly CaseWithPage[];
}

/** @returns null if the text does not end with a page, or no case has it */
export function pageInVolume(
  corpus: Pick<CorpusSource, "idsByVolume" | "casesOf">,
  text: string,
): PageInVolume | null {
  const [, volume, digits] = VOLUME_AND_PAGE.exec(normaliseCitation(text)) ?? [];
  if (volume === undefined || digits === undefined) return null;
  const volumes = volumeForms(volume);
  const ids = corpus.idsByVolume(volume);
  if (ids.length > MAX_IN_VOLUME) return null;
  const page = Number(digits);
  const cases = corpus
    .casesOf(ids)
    .flatMap((found): CaseWithPage[] => {
      const cite = citeOfPages(found, volumes);
      const isWithin = page > Number(found.firstPage) && page <= Number(found.lastPage);
      return cite !== undefined && isWithin ? [{ found, cite }] : [];
    })
    .sort((a, b) => Number(a.found.firstPage) - Number(b.found.firstPage) || a.found.id - b.found.id);
  return cases.length === 0 ? null : { page: String(page), cases: cases.slice(-MAX_ON_PAGE) };
}

/** The pages of a record are those of one report, so the case must begin there at the page of its citation. */
function citeOfPages({ citations, firstPage }: Case, volumes: readonly string[]): string | undefined {
  const own = volumes.map((volume) => volume + firstPage);
  return citations.find(({ cite }) => own.includes(normaliseCitation(cite)))?.cite;
}

/**
 * A page by relevance of a search that is a citation: the cases with this citation come first.
 *
 * Other cases may match its words better, and a case that is stored under another name of the volume may not match them at all.
 */
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
