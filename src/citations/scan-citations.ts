/** Finds the citations of a text in one pass. */

import { isDigit } from "./character-codes.ts";
import { type CitationMatch, mayBegin, readCitation } from "./read-citation.ts";

/** The end of a number before a capital letter, a page number or `id.` Few other numbers are volumes. */
const END_OF_VOLUME = /\d(?=(?:[-‐‑–]|[\s\u00ad\u200b]{0,16})(?:[*A-Z]|\[\*|id\.))/g;

/** Returns the full citations of a text in order. None overlaps a citation with a known reporter. */
export function scanCitations(text: string): CitationMatch[] {
  const matches: CitationMatch[] = [];
  scanVolumes(text, (start) => {
    const found = readCitation(text, start, matches.at(-1));
    if (found === null) return null;
    matches.push(found);
    // a match without a known reporter may end in the volume of a citation: `(6 Cir., 85 F.2d 560)`
    return found.reporter === null ? null : found.end;
  });
  return matches;
}

/** @param visit called with the start of each number that may be a volume; returns where to go on, null for after the number */
export function scanVolumes(text: string, visit: (start: number) => number | null): void {
  // a regular expression is twice as fast as a loop over the units
  const search = new RegExp(END_OF_VOLUME);
  while (search.test(text)) {
    const start = startOfDigits(text, search.lastIndex);
    const next = mayBegin(text, start) ? visit(start) : null;
    if (next !== null) search.lastIndex = next;
  }
}

/** Maximal digits that are read; a longer number is not a volume. */
const MAX_DIGITS = 6;

function startOfDigits(text: string, end: number): number {
  let start = end;
  while (start > end - MAX_DIGITS && isDigit(text.charCodeAt(start - 1))) start--;
  return start;
}
