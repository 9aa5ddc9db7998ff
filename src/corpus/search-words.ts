/** What a search text comes to, for those who tell a person why it found what it did (docs/interface.md, "Search language"). */
import { compileSearch } from "../store/search/compile-search.ts";

/** What a person may have meant otherwise than it is taken. */
export type SearchDoubt = "no word" | "operator" | "proximity";

/** Operators of other search languages; here they are words. */
const OPERATOR = /(?<![^\s()|"])(?:OR|AND|NOT)(?![^\s()|"])/;
/** Within a sentence, a paragraph, some words: `/s`, `/5`, `w/5`, `pre/3`. */
const PROXIMITY = /(?<![^\s()|"])(?:w|pre|near|onear|adj)?\/(?:s|p|sent|para|\d{1,3})(?![^\s()|"])/i;
/** What stands in quotes is meant as it stands. */
const PHRASE = /"[^"]*(?:"|$)/g;

/** Whether a search text asks for any word; one that does not is as no search (docs/interface.md, "Search language"). */
export function holdsWord(search: string): boolean {
  return compileSearch(search) !== null;
}

/** Whatever should be told beside the answer, however many cases match; nothing for most texts. */
export function doubtsOf(search: string): SearchDoubt[] {
  if (!holdsWord(search)) return ["no word"];
  const unquoted = search.replace(/[“”„‟«»]/gu, '"').replace(PHRASE, '"');
  const doubts: SearchDoubt[] = [];
  if (OPERATOR.test(unquoted)) doubts.push("operator");
  if (PROXIMITY.test(unquoted)) doubts.push("proximity");
  return doubts;
}
