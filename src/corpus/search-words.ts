/** Finds search texts that probably do not mean what their author expects (docs/interface.md, "Search language"). */
import { compileSearch } from "../store/words/compile-search.ts";
import { parseSearch } from "../text/search-query.ts";

/** What the author may have expected otherwise. */
export type SearchDoubt = "no word" | "operator" | "proximity";

/** Operators of other search languages; here they are ordinary words. */
const OPERATOR = /(?<![^\s()|"])(?:OR|AND|NOT)(?![^\s()|"])/;
/** Within a sentence, a paragraph, some words: `/s`, `/5`, `w/5`, `pre/3`. */
const PROXIMITY = /(?<![^\s()|"])(?:w|pre|near|onear|adj)?\/(?:s|p|sent|para|\d{1,3})(?![^\s()|"])/i;
/** Operators within quotes are part of the phrase. */
const PHRASE = /"[^"]*(?:"|$)/g;

/** Whether a search text has a searchable word; a text without one is ignored. */
export function hasWord(search: string): boolean {
  return compileSearch(parseSearch(search)) !== null;
}

/** The doubts about a search text, whatever it finds; none for most texts. */
export function doubtsOf(search: string): SearchDoubt[] {
  if (!hasWord(search)) return ["no word"];
  const unquoted = search.replace(/[“”„‟«»]/gu, '"').replace(PHRASE, '"');
  const doubts: SearchDoubt[] = [];
  if (OPERATOR.test(unquoted)) doubts.push("operator");
  if (PROXIMITY.test(unquoted)) doubts.push("proximity");
  return doubts;
}
