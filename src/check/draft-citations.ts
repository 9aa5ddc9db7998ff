/** The citations of a draft: where they are, and what the draft says of the cited case. */
import { readPinCites } from "../citations/pin-cites.ts";
import { type CitationMatch, readCitation } from "../citations/read-citation.ts";
import { scanCitations } from "../citations/scan-citations.ts";
import { normaliseCitation } from "../domain/citation.ts";
import { nameBefore } from "./case-name.ts";

/** Offsets in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface DraftCitation extends TextRange {
  /** As written, with single spaces: `15 Ill., 284`. */
  readonly cite: string;
  /** The normal forms under which its case may be stored. */
  readonly normals: readonly string[];
  readonly volume: string;
  /** Names of the reporter, as written and from the table. */
  readonly reporters: readonly string[];
  /** Whether the table of reporters has it. */
  readonly isKnown: boolean;
  /** Of the case and its parallel citations together. */
  readonly name: string | null;
  readonly year: number | null;
  readonly pinPages: readonly string[];
}

/** Reports of journals and treatises, which are no cases. */
const JOURNAL = /\b(?:L\.? ?(?:Rev|J|Q)|J\.|Rev\.|Law(?:yer)?|Bull|Treatise|Harv|Yale|Colum)\b/;

export function draftCitations(text: string): DraftCitation[] {
  const startsCitation = (at: number): boolean => readCitation(text, at) !== null;
  const found: DraftCitation[] = [];
  let parallel: DraftCitation[] = [];
  let begin: number | null = null;
  let last = 0;
  for (const match of scanCitations(text)) {
    if (match.reporter === null && JOURNAL.test(match.written)) continue;
    const { pinPages, year, hasParallel } = readPinCites(text, match, startsCitation);
    begin ??= match.start;
    const name = nameBefore(text, last, begin);
    const isNeutral = match.reporter?.isNeutral === true;
    parallel.push({ ...partsOf(match, text), name, pinPages, year: isNeutral ? Number(match.volume) : year });
    if (hasParallel) continue;
    found.push(...parallel.map((one) => ({ ...one, year: one.year ?? year })));
    [parallel, begin, last] = [[], null, match.end];
  }
  return [...found, ...parallel];
}

function partsOf(match: CitationMatch, text: string): Omit<DraftCitation, "name" | "pinPages" | "year"> {
  const { start, end, volume, written, reporter, nominative, page } = match;
  const reporters = [...new Set([written, reporter?.name ?? written])];
  // some cases are stored as `2 U.S. (Dall.) 419`
  const forms = [
    ...reporters.map((name) => `${volume} ${name} ${page}`),
    ...(nominative === null ? [] : [`${nominative.volume} ${nominative.name} ${page}`]),
    text.slice(start, end),
  ];
  return {
    ...{ start, end, volume, reporters, isKnown: reporter !== null },
    cite: `${volume} ${written} ${page}`,
    normals: [...new Set(forms.map(normaliseCitation))],
  };
}
