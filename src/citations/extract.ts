/**
 * Extracts the distinct citations from the text of a case, each with the pin cites of all its occurrences.
 *
 * For cases whose `cites_to` is missing or empty (docs/formats.md, "Lines of a bulk file"). The result depends on the text only, so
 * that the index and a later query cannot disagree. Names that are not in the table may be reporters too; the caller decides
 * with the reporters of the corpus.
 */
import { normaliseCitation } from "../domain/citation.ts";
import { CitationReader, mayContain, type ResolvedMention } from "./citation-reader.ts";
import type { CitationMatch } from "./read-citation.ts";
import type { ShortForm } from "./read-short-form.ts";
import { scanCitations } from "./scan-citations.ts";
import { treatmentWords } from "./treatment-words.ts";

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
  /** How often the case is cited, with short forms, *id.* and *supra*. */
  readonly mentions: number;
  /** Words at these places that can say how the case is treated (`treatmentWords`). */
  readonly treatmentWords: readonly string[];
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
  const reader = new CitationReader();
  for (const [index, text] of textsOf(body).entries()) {
    reader.startOpinion();
    const mentions = reader.read(text);
    for (const [nth, mention] of mentions.entries()) {
      const words = treatmentWords(text, mentions, nth);
      for (const citation of citationsOf(mention)) {
        for (const part of partsOf(citation)) {
          const key = normaliseCitation(part.standard);
          const merged = found.get(key) ?? new MergedCitation(part, index - 1);
          found.set(key, merged);
          merged.add(mention, pinPagesIn(citation, mention), words);
        }
      }
    }
  }
  return [...found.values()].map((merged) => merged.citation);
}

/** The citations in full that a mention repeats: itself, or all of the case. */
function citationsOf(mention: ResolvedMention): readonly CitationMatch[] {
  return mention.form === "full" ? [mention.citation] : (mention.cited?.citations ?? []);
}

/** The merged mentions of one citation. */
class MergedCitation {
  readonly #first: Part & Pick<ExtractedCitation, "opinionIndex">;
  readonly #pinPages = new Set<string>();
  readonly #treatmentWords = new Set<string>();
  #year: number | null = null;
  #times = 0;
  #mentions = 0;

  constructor(part: Part, opinionIndex: number) {
    this.#first = { ...part, opinionIndex };
  }

  add(mention: ResolvedMention, pinPages: readonly string[], words: readonly string[]): void {
    this.#mentions++;
    for (const page of pinPages) this.#pinPages.add(page);
    for (const word of words) this.#treatmentWords.add(word);
    if (mention.form !== "full") return;
    this.#times++;
    this.#year ??= mention.year;
  }

  get citation(): ExtractedCitation {
    return {
      ...this.#first,
      pinPages: [...this.#pinPages],
      year: this.#year,
      times: this.#times,
      mentions: this.#mentions,
      treatmentWords: [...this.#treatmentWords].sort(),
    };
  }
}

/** Returns the distinct normal forms of all citations: as written, and with the name from the table. */
export function extractNormals(body: CitableBody): string[] {
  const normals = new Set<string>();
  for (const text of textsOf(body)) {
    for (const match of scanCitations(text)) {
      for (const one of partsOf(match)) {
        for (const cite of [one.standard, one.cite]) {
          normals.add(normaliseCitation(cite));
          // some cases are stored without it
          if (cite.endsWith(")")) normals.add(normaliseCitation(cite.slice(0, -3)));
        }
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

/**
 * The pages that a mention names in the reports of one of the parallel citations. A short form names its own; *id.* and *supra* name
 * those that can follow its first page.
 */
function pinPagesIn(citation: CitationMatch, mention: ResolvedMention): readonly string[] {
  switch (mention.form) {
    case "full":
      return mention.pinPages;
    case "short":
      return isOfReporter(citation, mention) ? mention.pinPages : [];
    case "id":
    case "supra":
      return mention.pinPages.filter((page) => mayContain(citation, [page]));
    default:
      return [];
  }
}

function isOfReporter({ reporter, written }: CitationMatch, short: ShortForm): boolean {
  const name = short.reporter.name ?? short.written;
  return normaliseCitation(reporter?.name ?? written) === normaliseCitation(name);
}
