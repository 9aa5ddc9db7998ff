/**
 * Extracts the distinct citations from the text of a case, each with the pin cites of all its occurrences.
 *
 * For cases whose `cites_to` is missing or empty (docs/formats.md, "Lines of a bulk file"). The result depends on the text only, so
 * that the index and a later query cannot disagree. Names that are not in the table may be reporters too; the caller decides
 * with the reporters of the corpus.
 */
import { normaliseCitation } from "../domain/citation.ts";
import { readPinCites } from "./pin-cites.ts";
import { type CitationMatch, readCitation } from "./read-citation.ts";
import { scanCitations } from "./scan-citations.ts";

export interface ExtractedCitation {
  /** As written at the first occurrence, with single spaces: `15 Ill., 284`. */
  readonly cite: string;
  /** With the reporter's name from the table: `15 Ill. 284`. */
  readonly standard: string;
  readonly volume: string;
  readonly reporter: string;
  readonly page: string;
  /** The distinct pin cites as written. */
  readonly pinPages: readonly string[];
  readonly year: number | null;
  /** Number of full citations. */
  readonly times: number;
  /** Opinion of the first occurrence; -1 is the head matter. */
  readonly opinionIndex: number;
  /** Whether the reporter is in the table. */
  readonly isKnown: boolean;
}

/** The parts of a body that can cite. Corrections are the publisher's notes on the print and cite nothing. */
export interface CitableBody {
  readonly headMatter: string;
  readonly opinions: readonly { readonly text: string }[];
}

/** Returns the citations in the order of their first occurrence: head matter, then the opinions. */
export function extractCitations(body: CitableBody): ExtractedCitation[] {
  const found = new Map<string, MergedCitation>();
  for (const [index, text] of textsOf(body).entries()) {
    for (const citation of citationsOfText(text)) {
      const key = normaliseCitation(citation.standard);
      const merged = found.get(key);
      if (merged === undefined) found.set(key, startMerge(citation, index - 1));
      else merge(merged, citation);
    }
  }
  return [...found.values()].map(({ first, pinPages, year, times }) => ({
    ...first,
    pinPages: [...pinPages],
    year,
    times,
  }));
}

/** The merged occurrences of one citation. */
interface MergedCitation {
  readonly first: ExtractedCitation;
  readonly pinPages: Set<string>;
  year: number | null;
  times: number;
}

function startMerge(citation: TextCitation, opinionIndex: number): MergedCitation {
  const { pinPages, year, times } = citation;
  return { first: { ...citation, opinionIndex }, pinPages: new Set(pinPages), year, times };
}

function merge(merged: MergedCitation, more: TextCitation): void {
  for (const page of more.pinPages) merged.pinPages.add(page);
  merged.year ??= more.year;
  merged.times += more.times;
}

/** Returns the distinct normal forms of all citations: as written, and with the name from the table. */
export function extractNormals(body: CitableBody): string[] {
  const normals = new Set<string>();
  for (const text of textsOf(body)) {
    for (const match of scanCitations(text)) {
      for (const one of partsOf(match)) {
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

/** The citation, then the nominative one in brackets: `12 U.S. 1` and `8 Wheat. 1`. */
function partsOf({ volume, written, reporter, nominative, page }: CitationMatch): Part[] {
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
  // citations of one case; the year follows the last of them
  let parallel: TextCitation[] = [];
  for (const match of scanCitations(text)) {
    const { pinPages, year, hasParallel } = readPinCites(text, match, startsCitation);
    const ownYear = match.reporter?.isNeutral === true ? Number(match.volume) : year;
    for (const part of partsOf(match)) parallel.push({ ...part, pinPages, year: ownYear, times: 1 });
    if (hasParallel) continue;
    for (const one of parallel) found.push({ ...one, year: one.year ?? ownYear });
    parallel = [];
  }
  return [...found, ...parallel];
}
