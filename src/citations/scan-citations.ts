/** One pass over a text, from number to number. */
import { type CitationPlace, mayBegin, readCitation } from "./read-citation.ts";
import { endOfDigits, isDigit } from "./signs.ts";

/** The full citations of a text, in order, none within another that is sure. */
export function* scanCitations(text: string): Generator<CitationPlace> {
  for (let at = 0; at < text.length; ) {
    if (!isDigit(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const found = mayBegin(text, at) ? readCitation(text, at) : null;
    if (found !== null) yield found;
    // what only looks like a citation may end in the volume of one: `(6 Cir., 85 F.2d 560)`
    at = found === null || found.reporter === null ? endOfDigits(text, at) : found.end;
  }
}
