/** Where the words of a search are in a text. */
import { snippetFinder } from "../text/snippets.ts";

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
