/** Takes a citation apart that stands alone, as sources give it. */
import { readCitation } from "./read-citation.ts";

export interface CitationParts {
  readonly volume: string;
  readonly reporter: string;
  readonly page: string;
  /** With the reporter's name in the table. */
  readonly standard: string;
}

/** Null when the text is no full citation, or more than one. */
export function partsOfCitation(cite: string): CitationParts | null {
  const place = readCitation(cite, 0);
  if (place === null || place.end !== cite.trimEnd().length) return null;
  const { volume, page, written } = place;
  const reporter = place.reporter?.name ?? written;
  return { volume, reporter, page, standard: `${volume} ${reporter} ${page}` };
}
