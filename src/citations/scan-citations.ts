/** One pass over a text, from number to number. */
import { type CitationPlace, mayBegin, readCitation } from "./read-citation.ts";
import { endOfDigits, isDigit } from "./signs.ts";

/** The full citations of a text, in order, none within another. */
export function* scanCitations(text: string): Generator<CitationPlace> {
  for (let at = 0; at < text.length; ) {
    if (!isDigit(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const found = mayBegin(text, at) ? readCitation(text, at) : null;
    if (found !== null) yield found;
    at = found === null ? endOfDigits(text, at) : found.end;
  }
}
