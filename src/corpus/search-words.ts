/** What a person should know about the search text (docs/interface.md, "Search language"). */
import { compileSearch } from "../store/search/compile-search.ts";

/** A text may mean something else than its author expects. */
export type SearchDoubt = "no word" | "operator" | "proximity";

/** Operators of other search languages; here they are words. */
const OPERATOR = /(?<![^\s()|"])(?:OR|AND|NOT)(?![^\s()|"])/;
/** Within a sentence, a paragraph, some words: `/s`, `/5`, `w/5`, `pre/3`. */
const PROXIMITY = /(?<![^\s()|"])(?:w|pre|near|onear|adj)?\/(?:s|p|sent|para|\d{1,3})(?![^\s()|"])/i;
/** A quoted phrase has no operators. */
const PHRASE = /"[^"]*(?:"|$)/g;

/** Whether a search text has a searchable word; a text without one is ignored (docs/interface.md, "Search language"). */
export function holdsWord(search: string): boolean {
  return compileSearch(search) !== null;
}

/** What to note next to the answer; empty for most texts. */
export function doubtsOf(search: string): SearchDoubt[] {
  if (!holdsWord(search)) return ["no word"];
  const unquoted = search.replace(/[“”„‟«»]/gu, '"').replace(PHRASE, '"');
  const doubts: SearchDoubt[] = [];
  if (OPERATOR.test(unquoted)) doubts.push("operator");
  if (PROXIMITY.test(unquoted)) doubts.push("proximity");
  return doubts;
}
