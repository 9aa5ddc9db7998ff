/** One pass over a text, from volume to volume. */

import { isDigit } from "./character-codes.ts";
import { type CitationPlace, mayBegin, readCitation } from "./read-citation.ts";

/** The end of a number with a capital behind it, or the number of a page: few numbers are a volume. */
const END_OF_VOLUME = /\d(?=(?:-|[\s\u00ad\u200b]{1,16})[*A-Z])/g;

/** The full citations of a text, in order, none within another that is sure. */
export function scanCitations(text: string): CitationPlace[] {
  const places: CitationPlace[] = [];
  // a search for a pattern passes over a text twice as fast as a loop over its units
  const search = new RegExp(END_OF_VOLUME);
  while (search.test(text)) {
    const start = startOfDigits(text, search.lastIndex);
    const found = mayBegin(text, start) ? readCitation(text, start) : null;
    if (found === null) continue;
    places.push(found);
    // what only looks like a citation may end in the volume of one: `(6 Cir., 85 F.2d 560)`
    if (found.reporter !== null) search.lastIndex = found.end;
  }
  return places;
}

/** Most digits that are looked at: a longer number is no volume. */
const MAX_DIGITS = 6;

function startOfDigits(text: string, end: number): number {
  let start = end;
  while (start > end - MAX_DIGITS && isDigit(text.charCodeAt(start - 1))) start--;
  return start;
}
