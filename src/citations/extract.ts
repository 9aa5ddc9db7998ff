/**
 * Extracts the distinct citations from the text of a case, each with the pin cites of all its occurrences.
 *
 * For cases whose `cites_to` is missing or empty (docs/formats.md, "Lines of a bulk file"). The result depends on the text only, so
 * that the index and a later query cannot disagree. Names that are not in the table may be reporters too; the caller decides
 * with the reporters of the corpus.
 */
import { normaliseCitation } from "../domain/citation.ts";
import { CitationReader, mayContain, type ResolvedMention } from "./citation-reader.ts";
import type { Mention, ShortForm } from "./find-mentions.ts";
import { type CitationMatch, scanCitations } from "./read-citation.ts";

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
  readonly times: number;
  /** How often the case is cited, with short forms, *id.* and *supra*. */
  readonly mentions: number;
  /** Words at these places that can say how the case is treated (`treatmentWords`). */
  readonly treatmentWords: readonly string[];
  /** Opinion of the first occurrence; -1 is the head matter. */
  readonly opinionIndex: number;
  readonly isKnown: boolean;
}

/** The parts of a body that can cite. Corrections are the publisher's notes on the print and cite nothing. */
export interface CitableBody {
  readonly headMatter: string;
  readonly opinions: readonly { readonly text: string }[];
}

/** Returns the citations in the order of their first occurrence: head matter, then the opinions. */
export function extractCitations(body: CitableBody): ExtractedCitation[] {
  const citations = new Map<string, MergedCitation>();
  const reader = new CitationReader();
  for (const [index, text] of textsOf(body).entries()) {
    reader.startOpinion();
    const mentions = reader.read(text);
    for (const [nth, mention] of mentions.entries()) {
      const words = treatmentWords(text, mentions, nth);
      for (const citation of citationsOf(mention)) {
        for (const part of partsOf(citation)) {
          const key = normaliseCitation(part.standard);
          const merged = citations.get(key) ?? mergedOf(part, index - 1);
          citations.set(key, merged);
          merged.mentions++;
          for (const page of pinPagesIn(citation, mention)) merged.pinPages.add(page);
          for (const word of words) merged.treatmentWords.add(word);
          if (mention.form !== "full") continue;
          merged.times++;
          merged.year ??= mention.year;
        }
      }
    }
  }
  return [...citations.values()].map((merged) => ({
    ...merged,
    pinPages: [...merged.pinPages],
    treatmentWords: [...merged.treatmentWords].sort(),
  }));
}

/** The citations in full that a mention repeats: itself, or all of the case. */
function citationsOf(mention: ResolvedMention): readonly CitationMatch[] {
  return mention.form === "full" ? [mention.citation] : (mention.cited?.citations ?? []);
}

interface MergedCitation extends Part {
  readonly opinionIndex: number;
  readonly pinPages: Set<string>;
  year: number | null;
  times: number;
  mentions: number;
  readonly treatmentWords: Set<string>;
}

function mergedOf(part: Part, opinionIndex: number): MergedCitation {
  const [pinPages, treatmentWords] = [new Set<string>(), new Set<string>()];
  return { ...part, opinionIndex, pinPages, year: null, times: 0, mentions: 0, treatmentWords };
}

/** Returns the distinct normal forms of all citations: as written, and with the name from the table. */
export function extractNormals(body: CitableBody): string[] {
  const normals = new Set<string>();
  for (const text of textsOf(body)) {
    for (const match of scanCitations(text)) {
      for (const part of partsOf(match)) {
        for (const cite of [part.standard, part.cite]) {
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
  const first = { cite: `${volume} ${written} ${page}`, standard: `${volume} ${name} ${page}` };
  const outer = { ...first, volume, reporter: name, page, isKnown: reporter !== null };
  if (nominative === null) return [outer];
  const inner = `${nominative.volume} ${nominative.name} ${page}`;
  const { volume: innerVolume, name: innerName } = nominative;
  return [
    outer,
    { cite: inner, standard: inner, volume: innerVolume, reporter: innerName, page, isKnown: true },
  ];
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

/**
 * Words at the place of a citation that can say how the cited case is treated, each with the forms that are found. They are a feature of
 * the text and not a verdict: `we need not decide whether Roe was overruled` has the word too. `the following` says nothing.
 */
const TREATMENTS: readonly (readonly [word: string, forms: RegExp])[] = [
  ["abrogated", /\babrogat(?:ed|es|ing)\b/i],
  ["adopted", /\badopt(?:ed|s|ing)\b/i],
  ["affirmed", /\baff(?:irm(?:ed|s|ing)\b|['’]d\b)/i],
  ["approved", /(?<!dis)\bapprov(?:ed|es|ing)\b/i],
  ["criticized", /\bcritici[sz](?:ed|es|ing)\b/i],
  ["declined to follow", /\bdeclin(?:ed|es|ing) to follow\b/i],
  ["disapproved", /\bdisapprov(?:ed|es|ing)\b/i],
  ["distinguished", /\bdistinguish(?:ed|es|ing|able)?\b/i],
  ["explained", /\bexplain(?:ed|s|ing)\b/i],
  ["followed", /\bfollow(?:ed|s)\b/i],
  ["limited", /\blimit(?:ed|s|ing)\b/i],
  ["modified", /\bmodif(?:ied|ies|ying)\b/i],
  ["overruled", /\boverrul(?:ed?|es|ing)\b/i],
  ["questioned", /\bquestion(?:ed|ing)\b/i],
  ["rejected", /\breject(?:ed|s|ing)\b/i],
  ["reversed", /\brev(?:ers(?:ed|es|ing)\b|['’]d\b)/i],
  ["superseded", /\bsupersed(?:ed|es|ing)\b/i],
  ["vacated", /\bvacat(?:ed|es|ing)\b/i],
];
/** Characters that are read before and after a citation. */
const AROUND = 150;
/** The end of a sentence; a short word with a full stop is an abbreviation. */
const SENTENCE_END = /[a-z\d]{4}[.?!][”")]{0,2}\s+(?=[A-Z“"])|^\.\s+(?=[A-Z“"])|\n/g;

/** Words of the sentence around a mention, up to the mentions before and after it; sorted. */
function treatmentWords(text: string, mentions: readonly Mention[], nth: number): readonly string[] {
  const mention = mentions[nth];
  if (mention === undefined) return [];
  const from = Math.max(mention.start - AROUND, mentions[nth - 1]?.end ?? 0);
  const to = Math.min(mention.end + AROUND, mentions[nth + 1]?.start ?? text.length);
  const before = withoutName(text.slice(from, mention.start), mention).split(SENTENCE_END).at(-1) ?? "";
  const after = withoutName(text.slice(mention.end, to), mentions[nth + 1]).split(SENTENCE_END)[0] ?? "";
  const around = `${before} ${after}`;
  return TREATMENTS.filter(([, forms]) => forms.test(around)).map(([word]) => word);
}

/** A name can have such a word: `Distinguished Properties v. Smith`. @param text up to the mention */
function withoutName(text: string, mention: Mention | undefined): string {
  const name = mention !== undefined && "name" in mention ? mention.name : null;
  if (name === null) return text;
  let left = text;
  for (const party of name.split(" v. ")) {
    const at = left.lastIndexOf(party);
    if (at >= 0) left = left.slice(0, at) + left.slice(at + party.length);
  }
  return left;
}
