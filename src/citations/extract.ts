/**
 * What a case cites, taken from its text: each citation once, with the pages of all places where it stands.
 *
 * For cases of which the source tells nothing (`cites_to` absent or empty, docs/formats.md, "Lines of a bulk file"). A function
 * of the text alone, so that the index and a later question cannot disagree: which of the names that are not in the table are
 * reporters is left to the corpus that is asked.
 */
import { normaliseCitation } from "../domain/citation.ts";
import { readPinCites } from "./pin-cites.ts";
import { type CitationPlace, readCitation } from "./read-citation.ts";
import { scanCitations } from "./scan-citations.ts";

export interface ExtractedCitation {
  /** As it stands where it is first cited, gaps made one space: `15 Ill., 284`. */
  readonly cite: string;
  /** With the reporter's name in the table: `15 Ill. 284`. */
  readonly standard: string;
  readonly volume: string;
  readonly reporter: string;
  readonly page: string;
  /** Pages of quotations, as written, each once. */
  readonly pinPages: readonly string[];
  readonly year: number | null;
  /** How often it is cited in full. */
  readonly times: number;
  /** Of the first place; -1 is the head matter. */
  readonly opinionIndex: number;
  /** Whether the reporter is in the table. */
  readonly isKnown: boolean;
}

/** What is read of a body: corrections are the publisher's notes on the print, and cite nothing. */
export interface CitableBody {
  readonly headMatter: string;
  readonly opinions: readonly { readonly text: string }[];
}

/** In the order in which they are first cited: head matter, then the opinions. */
export function extractCitations(body: CitableBody): ExtractedCitation[] {
  const found = new Map<string, Gathered>();
  for (const [index, text] of textsOf(body).entries()) {
    for (const citation of citationsOfText(text)) {
      const key = normaliseCitation(citation.standard);
      const held = found.get(key);
      if (held === undefined) found.set(key, gatheredFrom(citation, index - 1));
      else gather(held, citation);
    }
  }
  return [...found.values()].map(({ first, pinPages, year, times }) => ({
    ...first,
    pinPages: [...pinPages],
    year,
    times,
  }));
}

/** All places of one citation; a text may hold as many as it has room for. */
interface Gathered {
  readonly first: ExtractedCitation;
  readonly pinPages: Set<string>;
  year: number | null;
  times: number;
}

function gatheredFrom(citation: TextCitation, opinionIndex: number): Gathered {
  const { pinPages, year, times } = citation;
  return { first: { ...citation, opinionIndex }, pinPages: new Set(pinPages), year, times };
}

function gather(held: Gathered, more: TextCitation): void {
  for (const page of more.pinPages) held.pinPages.add(page);
  held.year ??= more.year;
  held.times += more.times;
}

/** Normal forms of all that a case may cite, each once: as written and by the name in the table. */
export function extractNormals(body: CitableBody): string[] {
  const normals = new Set<string>();
  for (const text of textsOf(body)) {
    for (const place of scanCitations(text)) {
      for (const one of partsOf(place)) {
        normals.add(normaliseCitation(one.standard));
        normals.add(normaliseCitation(one.cite));
      }
    }
  }
  return [...normals];
}

function textsOf({ headMatter, opinions }: CitableBody): string[] {
  return [headMatter, ...opinions.map(({ text }) => text)];
}

type Part = Pick<ExtractedCitation, "cite" | "standard" | "volume" | "reporter" | "page" | "isKnown">;

/** The citation, and behind it the one in brackets: `12 U.S. 1` and `8 Wheat. 1`. */
function partsOf({ volume, written, reporter, nominative, page }: CitationPlace): Part[] {
  const name = reporter?.name ?? written;
  const first = {
    cite: `${volume} ${written} ${page}`,
    standard: `${volume} ${name} ${page}`,
    volume,
    reporter: name,
    page,
    isKnown: reporter !== null,
  };
  if (nominative === null) return [first];
  const inner = `${nominative.volume} ${nominative.name} ${page}`;
  const second = {
    cite: inner,
    standard: inner,
    volume: nominative.volume,
    reporter: nominative.name,
    page,
    isKnown: true,
  };
  return [first, second];
}

type TextCitation = Omit<ExtractedCitation, "opinionIndex">;

function citationsOfText(text: string): TextCitation[] {
  const startsCitation = (at: number): boolean => readCitation(text, at) !== null;
  const found: TextCitation[] = [];
  // citations of one case, the year of which stands behind the last
  let parallel: TextCitation[] = [];
  for (const place of scanCitations(text)) {
    const { pinPages, year, hasParallel } = readPinCites(text, place, startsCitation);
    const ownYear = place.reporter?.isNeutral === true ? Number(place.volume) : year;
    for (const part of partsOf(place)) parallel.push({ ...part, pinPages, year: ownYear, times: 1 });
    if (hasParallel) continue;
    for (const one of parallel) found.push({ ...one, year: one.year ?? ownYear });
    parallel = [];
  }
  return [...found, ...parallel];
}
