/** What is known of a search text before it is searched (docs/interface.md, "Search language"). */
import type { CaseFilter, Ordering, Page } from "../domain/query.ts";
import type { Court } from "../domain/records.ts";
import { compileSearch } from "../store/words/compile-search.ts";
import { isInIndex } from "../store/words/text-test.ts";
import { otherOperators } from "../text/other-operators.ts";
import { parseSearch, readSearch } from "../text/search-query.ts";
import { hasScoredWord, leavesOf } from "../text/search-tree.ts";
import { snippetFinder } from "../text/snippets.ts";

export { otherOperators };

/** Whether a search text has a searchable word; a text without one is ignored. */
export function hasWord(search: string): boolean {
  return compileSearch(parseSearch(search)) !== null;
}

/** Whether a search text has a word by which matches can be scored: a field (`court:neb`) is a filter. */
export function canBeScored(search: string): boolean {
  return hasScoredWord(parseSearch(search));
}

/** The same of the search of a filter: `§` and `court:neb` have no such word. */
export function hasSearchWord({ search }: CaseFilter): boolean {
  return search !== undefined && canBeScored(search);
}

/** The order of a question: relevance needs a searchable word, and is the default when there is one. */
export function orderingOf(filter: CaseFilter, wanted: Ordering | null): Ordering {
  const hasWord = hasSearchWord(filter);
  if (wanted !== null && (hasWord || wanted.by !== "relevance")) return wanted;
  return { by: hasWord ? "relevance" : "decision_date", descending: false };
}

/** Whether the cases that FTS5 finds for a search have to be tested one by one, so that only few matches can be counted. */
export function testsCases(search: string): boolean {
  return !isInIndex(parseSearch(search));
}

/** Why a search text cannot be searched, as a sentence; null for nearly every text. */
export function problemOf(search: string, corpus: { courts(): readonly Court[] }): string | null {
  const { node, problem } = readSearch(search);
  const courts = leavesOf(node, "all").flatMap((leaf) =>
    leaf.kind === "field" && leaf.field === "court" ? [leaf.text] : [],
  );
  if (problem !== null || courts.length === 0) return problem;
  const known = new Set(corpus.courts().map(({ slug }) => slug));
  const unknown = courts.find((slug) => !known.has(slug));
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
export function matchFinder(search: string): (text: string) => readonly TextMatch[] {
  const find = snippetFinder(search, { most: 1, chars: ANY_LENGTH });
  return (text) => find([text])[0]?.matches ?? [];
}

/** Null if the page does not show it. */
export function countBefore({ items, count, next, previous }: Page<unknown>): number | null {
  if (previous === null) return 0;
  if (previous.seen !== undefined) return previous.seen.length;
  return next === null && count !== null ? count - items.length : null;
}
