/** What a search text is: its words (docs/interface.md, "Search language"), and the cases that it cites. */

import { pastedCitation } from "../citations/pasted-citation.ts";
import { volumeForms } from "../citations/reporters.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { CaseIndex, CorpusSource } from "../domain/corpus-source.ts";
import {
  type CaseFilter,
  type CasePage,
  type CaseQuery,
  OLDEST,
  type Ordering,
  type Page,
  type SearchText,
} from "../domain/query.ts";
import type { Case, Court } from "../domain/records.ts";
import { compileSearch } from "../store/words/compile-search.ts";
import { isInIndex } from "../store/words/text-test.ts";
import { otherOperators } from "../text/other-operators.ts";
import { courtIdsOf, parseSearchText, searchNodeOf, writtenText } from "../text/read-search.ts";
import { hasScoredWord, leavesOf } from "../text/search-tree.ts";
import { snippetFinder, wordsIn } from "../text/snippets.ts";

export { otherOperators, parseSearchText, wordsIn, writtenText };

/** Whether a search text has a searchable word; a text without one is ignored. */
export function hasWord(search: SearchText): boolean {
  return compileSearch(searchNodeOf(search)) !== null;
}

/** Whether a search text has a word by which matches can be scored: a field (`court:neb`) is a filter. */
export function canBeScored(search: SearchText): boolean {
  return hasScoredWord(searchNodeOf(search));
}

/** The same of the search of a filter: `§` and `court:neb` have no such word. */
export function hasSearchWord({ search }: CaseFilter): boolean {
  return search !== undefined && canBeScored(search);
}

/** The order of a question: relevance needs a searchable word, and is the default when there is one. */
export function orderingOf(filter: CaseFilter, requested: Ordering | null): Ordering {
  const hasWord = hasSearchWord(filter);
  if (requested !== null && (hasWord || requested.by !== "relevance")) return requested;
  return { by: hasWord ? "relevance" : "decision_date", descending: false };
}

/** Whether the cases that FTS5 finds for a search have to be tested one by one, so that only few matches can be counted. */
export function testsCases(search: SearchText): boolean {
  return !isInIndex(searchNodeOf(search));
}

/** Why a search text cannot be searched, as a sentence; null for nearly every text. */
export function problemOf(search: SearchText, corpus: { courts(): readonly Court[] }): string | null {
  const { node, problem } = parseSearchText(search);
  const courts = leavesOf(node, "all").flatMap((leaf) =>
    leaf.kind === "field" && leaf.field === "court" ? [leaf] : [],
  );
  if (problem !== null || courts.length === 0) return problem;
  if (typeof search !== "string") {
    const unknown = courts.find(({ text }) => courtIdsOf(text, corpus.courts()).length === 0);
    if (unknown === undefined) return null;
    const character = [...writtenText(search).slice(0, unknown.at)].length + 1;
    return `No court has this slug, or these words in its name: character ${character}.`;
  }
  const slugs = new Set(corpus.courts().map(({ slug }) => slug));
  const unknown = courts.find(({ text }) => !slugs.has(text))?.text;
  return unknown === undefined
    ? null
    : `Select a valid choice. ${unknown} is not one of the available choices.`;
}

/** A match in a text, in UTF-16 units: `from <= offset < to`. */
export interface TextMatch {
  readonly from: number;
  readonly to: number;
}

/** Longer than any text, so that all matches are in one fragment, which is the complete text. */
const ANY_LENGTH = 2 ** 40;

/** Returns a function that finds the words and phrases of a search in a text, as previews mark them: in order, not nested. */
export function matchFinder(search: SearchText): (text: string) => readonly TextMatch[] {
  const find = snippetFinder(search, { most: 1, chars: ANY_LENGTH });
  return (text) => find([text])[0]?.matches ?? [];
}

/** How many matches come before a page; null if the page does not show it. */
export function countBefore({ items, count, next, previous }: Page<unknown>): number | null {
  if (previous === null) return 0;
  if (previous.seen !== undefined) return previous.seen.length;
  return next === null && count !== null ? count - items.length : null;
}

/** A normal form: volume and reporter, then the page. */
const VOLUME_AND_PAGE = /^(\d+\D.*?)(\d{1,6})$/;

/** Cases with a citation in a volume, at most: more are not a volume but a series, as `1990 U.S. LEXIS`. Reading them takes 0.1 s. */
const MAX_IN_VOLUME = 3_000;
/** Cases that one page can have: the last lines of one, short ones, the first lines of the next. */
const MAX_ON_PAGE = 5;

/** A case that has a page after its first one. */
interface CaseWithPage {
  readonly record: Case;
  /** Its citation in this volume. */
  readonly cite: string;
}

/** A page of a volume, and the cases that have it after their first page, by their position in the volume. */
interface PageInVolume {
  readonly page: string;
  readonly cases: readonly CaseWithPage[];
}

/**
 * The cases in which a printed page lies: `61 Frankl. 34` is a page of the case that begins at `61 Frankl. 30`.
 *
 * @returns null if the text does not end with a page, or no case has it
 */
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
    .flatMap((record): CaseWithPage[] => {
      const cite = citeOfPages(record, volumes);
      const isWithin = page > Number(record.firstPage) && page <= Number(record.lastPage);
      return cite !== undefined && isWithin ? [{ record, cite }] : [];
    })
    .sort(({ record: a }, { record: b }) => Number(a.firstPage) - Number(b.firstPage) || a.id - b.id);
  return cases.length === 0 ? null : { page: String(page), cases: cases.slice(-MAX_ON_PAGE) };
}

/** The pages of a record are those of one report, so the case must begin there at the page of its citation. */
function citeOfPages({ citations, firstPage }: Case, volumes: readonly string[]): string | undefined {
  const pageCites = volumes.map((volume) => volume + firstPage);
  return citations.find(({ cite }) => pageCites.includes(normaliseCitation(cite)))?.cite;
}

type Index = Pick<CaseIndex, "cases" | "idsByCitations">;

/**
 * A page by relevance of a search that is a citation: the cases with this citation come first.
 *
 * Other cases may match its words better, and a case that is stored under another name of the volume may not match them at all.
 * A position among the cited cases is the number of them before it; behind them positions are those of the index.
 */
export function casesCitedFirst(index: Index, query: CaseQuery): CasePage {
  const { filter, ordering, position, pageSize } = query;
  const { search, ...otherFilters } = filter;
  if (search === undefined || ordering.by !== "relevance" || ordering.descending) return index.cases(query);
  const ids = idsCitedAs(writtenText(search), index);
  const cited = ids.length === 0 ? [] : casesAmong(ids, otherFilters, index);
  const isAmong = position === null || position.key.length === 1;
  if (cited.length === 0) return index.cases(isAmong ? { ...query, position: null } : query);
  const isBefore = position?.direction === "before";
  const citedBefore = Math.trunc(Number(position?.key[0])) || 0;
  const at = isAmong ? Math.min(cited.length, Math.max(0, citedBefore)) : cited.length;
  const shown = isBefore ? (isAmong ? pageSize : 0) : Math.min(pageSize, cited.length - at);
  const room = pageSize - shown;
  const page = index.cases({ ...query, position: isAmong ? null : position, pageSize: Math.max(1, room) });
  const items = room === 0 ? [] : page.items;
  const from = isBefore ? Math.max(0, at - (pageSize - items.length)) : at;
  const to = isBefore ? at : at + shown;
  const matching = casesAmong(ids, filter, index).length;
  const hasMore = to < cited.length || page.count === null || page.count > matching;
  const otherCases = items.filter(({ id }) => !cited.some((record) => record.id === id));
  return {
    ...page,
    items: [...cited.slice(from, to), ...otherCases],
    count: page.count === null ? null : page.count + cited.length - matching,
    next: room > 0 ? page.next : hasMore ? { direction: "after", key: [to] } : null,
    previous: page.previous ?? (from > 0 ? { direction: "before", key: [from] } : null),
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
    ...OLDEST,
    pageSize: ids.length,
  }).items;
}
