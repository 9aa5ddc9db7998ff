/**
 * The clauses of a text in which cases are cited: each case with its name, parallel citations, pages and year is one mark, and what is in
 * brackets after a case is a clause of its own, of which that case is the subject. So rules need not know what citations look like.
 */

import { readAfterCitation } from "../citations/around-citation.ts";
import type { NameReading } from "../citations/case-name.ts";
import { CitationReader, type CitedCase, type ResolvedMention } from "../citations/citation-reader.ts";
import type { TextRange } from "../domain/casebody.ts";

/** A place where a text cites a case: from its name, or its first citation, to its year. */
export interface CitedPlace extends TextRange {
  /** What a short form, *id.* or *supra* refers to too; null if it is not known. */
  readonly cited: CitedCase | null;
  readonly year: number | null;
}

export interface Clause {
  /** `⟦3⟧` is the place with this index, `§` a statute or another work. */
  readonly text: string;
  readonly isInBrackets: boolean;
  /** The sentence that has it, in the text that was read. */
  readonly sentence: TextRange;
  /** Whether quotation marks are open at an offset of `text`. */
  readonly isQuotedAt: (at: number) => boolean;
}

/** @param isOfInterest of which paragraphs the clauses are read */
export function readClauses(
  text: string,
  isOfInterest: (paragraph: string) => boolean,
): { readonly places: readonly CitedPlace[]; readonly clauses: readonly Clause[] } {
  const { places, works } = placesIn(text);
  const clauses = paragraphsOf(text).flatMap((paragraph) => {
    if (!isOfInterest(text.slice(paragraph.start, paragraph.end))) return [];
    const isInside = ({ start, end }: TextRange) => start >= paragraph.start && end <= paragraph.end;
    const cases = places.flatMap((place, nth) => (isInside(place) ? [{ ...place, mark: `⟦${nth}⟧` }] : []));
    if (cases.length === 0) return [];
    const otherWorks = works.filter(isInside).map((work) => ({ ...work, mark: "§" }));
    const marks = [...cases, ...otherWorks].sort((a, b) => a.start - b.start);
    return clausesOf(maskedText(text, paragraph, marks));
  });
  return { places, clauses };
}

function paragraphsOf(text: string): TextRange[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const span = { start, end: start + line.length };
    start = span.end + 1;
    return span;
  });
}

function placesIn(text: string): { readonly places: CitedPlace[]; readonly works: TextRange[] } {
  const places: CitedPlace[] = [];
  const works: TextRange[] = [];
  const mentions = new CitationReader().read(text);
  for (const [nth, mention] of mentions.entries()) {
    const next = mentions[nth + 1]?.start ?? text.length;
    if (mention.form === "statute" || mention.form === "journal" || mention.form === "record") {
      works.push(mention);
      continue;
    }
    const before = places.at(-1);
    const end = Math.min(next, endOf(text, mention));
    if (before !== undefined && "isParallel" in mention && mention.isParallel) {
      places[places.length - 1] = { ...before, end };
      continue;
    }
    const reading = "reading" in mention ? mention.reading : null;
    const from = Math.max(before?.end ?? 0, works.at(-1)?.end ?? 0);
    const start = startOfName(text, from, mention.start, reading);
    places.push({ start, end, cited: mention.cited, year: "year" in mention ? mention.year : null });
  }
  return { places, works };
}

/** The offset after the pages and the year of a mention. */
function endOf(text: string, mention: ResolvedMention): number {
  const page = mention.form === "full" ? mention.citation.page : null;
  return readAfterCitation(text, { end: mention.end, page }, () => false).end;
}

/** Characters of a name that the reading does not have: line ends, `&amp;`. */
const MAX_LONGER = 30;

/** What follows a comma or a full stop within the name of a party: `Lakeview Invs., Inc. v. Smith`. */
const PART_OF_NAME = /^(?:&|Inc|LLC|L\.|Ltd|Co\b|Corp|Ass['’]n|Ry|R\.|Dev\b|Dist\b|Ins\b|Lab\b|of\b|v\.)/;

/** Where the shortest reading of a name begins; the citation, if it is not found or not clear. */
function startOfName(text: string, from: number, citation: number, reading: NameReading | null): number {
  if (reading === null || reading.form === "unclear") return citation;
  const name = reading.shorter.findLast((form) => !PART_OF_NAME.test(form)) ?? reading.name;
  let start = citation;
  for (const word of name.split(" ").toReversed()) {
    if (word === "v.") continue;
    const at = text.lastIndexOf(word, start - word.length);
    if (at < from) return citation;
    start = at;
  }
  const isNear = citation - start <= name.length + MAX_LONGER + MAX_DOCKET;
  return isNear ? start : citation;
}

/** Between a name and its citation: `, No. 12-345 (La. 12/30/08), `. */
const MAX_DOCKET = 40;

/** A text with the offset of each of its units in the text that was read. */
interface Masked {
  readonly text: string;
  readonly offsets: readonly number[];
}

function maskedText(
  text: string,
  paragraph: TextRange,
  marks: readonly (TextRange & { mark: string })[],
): Masked {
  let masked = "";
  const offsets: number[] = [];
  let from = paragraph.start;
  for (const { start, end, mark } of [...marks, { start: paragraph.end, end: paragraph.end, mark: "" }]) {
    if (start < from) continue;
    masked += text.slice(from, start) + mark;
    for (let at = from; at < start; at++) offsets.push(at);
    for (let unit = 0; unit < mark.length; unit++) offsets.push(start);
    from = end;
  }
  offsets.push(paragraph.end);
  return { text: masked, offsets };
}

const OPENING = "([";
const CLOSING = ")]";
/** Longer brackets are not read as brackets: one of them is missing. */
const MAX_BRACKETS = 1500;
/** A bracket after these belongs to the case. */
const AFTER_CASE = /⟦(\d+)⟧[\s,]{0,3}$/;
/** The end of a sentence: a word of small letters, a mark or a closing bracket, and a capital or a paragraph's number. */
const SENTENCE_END =
  /(?:(?<![\p{L}.])(?!(?:art|sec|secs|vol|pp?|no|nos|nom|rel|cf|eg|ed|cl|ch|v|vs|cir|ex)\.)\p{Ll}{2,}|[⟧§”"’)\]])[.?!][”"’)\]]{0,3}(?:\s+(?=[“"‘([]{0,2}[\p{Lu}⟦¶])|\s*(?=\{\d))/gu;

/** The sentences of a paragraph without their brackets, and each bracket as a clause. */
function clausesOf({ text, offsets }: Masked): Clause[] {
  let outside = "";
  const at: number[] = [];
  const inside: { readonly text: string; readonly at: number }[] = [];
  const closings = closingsOf(text);
  for (let nth = 0; nth < text.length; nth++) {
    const end = closings.get(nth);
    if (end === undefined) {
      outside += text.charAt(nth);
      at.push(nth);
      continue;
    }
    const content = text.slice(nth + 1, end);
    const host = AFTER_CASE.exec(outside.slice(-14))?.[1];
    // `[t]he` is a word
    if (host === undefined && text.charAt(nth) === "[" && !content.includes("⟦")) {
      outside += content;
      for (let inner = nth + 1; inner < end; inner++) at.push(inner);
    } else inside.push({ text: host === undefined ? content : `⟦${host}⟧, ${content}`, at: nth });
    nth = end;
  }
  at.push(text.length);
  const quoted = quotedUnits(outside);
  const sentences = sentencesOf(outside).map(({ start, end }) => ({
    ...{ text: outside.slice(start, end), isInBrackets: false, at: at[start] ?? 0 },
    isQuotedAt: (offset: number) => quoted[start + offset] ?? false,
    sentence: {
      start: offsets[at[start] ?? 0] ?? 0,
      end: offsets[at[end] ?? text.length] ?? offsets.at(-1) ?? 0,
    },
  }));
  const brackets = inside.flatMap(({ text: content, at: start }) => {
    const sentence = sentences.findLast((clause) => clause.at <= start)?.sentence ?? { start: 0, end: 0 };
    const parts = clausesOf({ text: content, offsets: [] });
    return parts.map((part) => ({ ...part, isInBrackets: true, sentence }));
  });
  return [...sentences.map(({ at: _at, ...clause }) => clause), ...brackets];
}

/** By the place of each opening bracket the place of its closing one. */
function closingsOf(text: string): ReadonlyMap<number, number> {
  const open: number[] = [];
  const closings = new Map<number, number>();
  for (let at = 0; at < text.length; at++) {
    if (OPENING.includes(text.charAt(at))) open.push(at);
    else if (CLOSING.includes(text.charAt(at))) {
      const start = open.pop();
      if (start !== undefined && at - start <= MAX_BRACKETS) closings.set(start, at);
    }
  }
  return closings;
}

function sentencesOf(text: string): TextRange[] {
  const ends = [...text.matchAll(SENTENCE_END)].map((end) => end.index + end[0].length);
  return [...ends, text.length].map((end, nth) => ({ start: nth === 0 ? 0 : (ends[nth - 1] ?? 0), end }));
}

/** Whether quotation marks are open, at each place. */
function quotedUnits(text: string): boolean[] {
  let depth = 0;
  let isOpen = false;
  const states: boolean[] = [];
  for (let at = 0; at < text.length; at++) {
    states.push(depth > 0 || isOpen);
    const unit = text.charAt(at);
    if (unit === "“") depth++;
    else if (unit === "”") depth = Math.max(0, depth - 1);
    else if (unit === '"') isOpen = !isOpen;
  }
  return states;
}
