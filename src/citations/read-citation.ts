/**
 * Reads one full citation that begins at a number: volume, reporter, page. It reads at most some 100 characters, so that a pass
 * over any text takes linear time.
 *
 * Short forms have no page after the reporter (`12 Ill. at 45`); `find-mentions` reads them.
 */
import type { TextRange } from "../domain/casebody.ts";
import { normaliseCitation } from "../domain/citation.ts";
import {
  DIGITS,
  endOf,
  GAP,
  mayBeGlued,
  type ReporterName,
  reporterName,
  tidyReporter,
} from "./reporter-name.ts";
import { knownReporter } from "./reporters.ts";

export interface CitationMatch extends ReporterName, TextRange {
  readonly volume: string;
  readonly page: string;
}

const MAX_VOLUME_DIGITS = 4;
const MAX_PAGE_DIGITS = 8;
/** `4 Mar. 1850` is a date, `4 Mar. 185` a citation of Marshall's reports. */
const DATE = /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?:\.|[a-z]*) (?:1[6-9]|20)\d\d$/;
const MAX_NAME = 60;
const LETTER = /[A-Za-z\u00c0-\u024f]/;
const LETTER_OR_DIGIT = /[A-Za-z\u00c0-\u024f\d]/;

/**
 * @param at start of a run of digits that `mayBegin` allows
 * @param previous the citation before it: `id.` can be its reporter, `103 id. 528`
 */
export function readCitation(text: string, at: number, previous?: CitationMatch): CitationMatch | null {
  const volumeEnd = endOf(DIGITS, text, at);
  if (volumeEnd - at > MAX_VOLUME_DIGITS) return null;
  const volume = text.slice(at, volumeEnd);
  const nameStart = endOf(BEFORE_NAME, text, volumeEnd);
  const idEnd = endOf(ID, text, nameStart);
  if (idEnd > nameStart && previous !== undefined)
    return sameReporter(text, { start: at, volume, nameEnd: idEnd }, previous);
  if (!/[A-Z]/.test(text.charAt(nameStart))) return null;
  const pageStart = findPage(text, nameStart, volume);
  if (pageStart === null) return null;
  const numberEnd = Math.max(endOf(DIGITS, text, pageStart), endOf(ROMAN, text, pageStart));
  if (numberEnd - pageStart > MAX_PAGE_DIGITS || LETTER_OR_DIGIT.test(text.charAt(numberEnd))) return null;
  const end = endOf(SUFFIX, text, numberEnd);
  const page = text.slice(pageStart, end);
  const written = tidyReporter(text.slice(nameStart, pageStart));
  if (DATE.test(`${written} ${page}`)) return null;
  const name = reporterName(written, volume);
  const isGlued = nameStart === volumeEnd;
  if (name === null || (isGlued && !mayBeGlued(name, text.slice(Math.max(0, at - 2), pageStart))))
    return null;
  return { start: at, end, volume, page, ...name };
}

/** A gap, a dash, or the number of a page in brackets: `135 [*355] Mass. 147`. */
const BEFORE_NAME =
  /[-\u2010-\u2014]|(?:[\s\u00ad\u200b]|\*\d{1,12}){0,16}(?:\[\*\d{0,12}\](?:[\s\u00ad\u200b]|\*\d{1,12}){0,16})?/y;
const ID = /id\.,?(?=\s{1,3}\d)/iy;
/** A page of front matter, `3 Ill. xi`. At least two letters, because `v.` separates parties. */
const ROMAN = /(?=[ivxlc]{2})c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})(?![\w.])/y;
/** `50688(U)` and `1176(A)`: unreported and abstracted decisions of New York; `130663-U`: unpublished ones of Illinois. */
const SUFFIX = /\([AU]\)|[-‐‑–]U[BC]?(?![\w-])/y;

function sameReporter(
  text: string,
  { start, volume, nameEnd }: { readonly start: number; readonly volume: string; readonly nameEnd: number },
  { written, reporter }: CitationMatch,
): CitationMatch | null {
  const pageStart = endOf(GAP, text, nameEnd);
  const end = endOf(DIGITS, text, pageStart);
  if (end - pageStart > MAX_PAGE_DIGITS || LETTER_OR_DIGIT.test(text.charAt(end))) return null;
  return { start, end, volume, written, reporter, nominative: null, page: text.slice(pageStart, end) };
}

/** A number, or the `3 d` of a series that a space has broken, `359 Ill. App. 3 d 962`, which is not a page. */
const NUMBER = /\d{1,12}(?:(?<=\b[2-9])\s{1,2}(?:d|th|nd|rd)(?=[\s\d]))?/y;
/** Other parts of a name: a bracket, the number of a page, a gap, a word. */
const NAME_PART =
  /[()[\]]|\*\d{1,12}|[\s\u00ad\u200b]{1,60}|[A-Za-z\u00c0-\u024f.,&'’\-\u2010-\u2014]{1,60}/y;

/** The first separate number outside of brackets; null if a character that no name contains comes first. */
function findPage(text: string, nameStart: number, volume: string): number | null {
  let depth = 0;
  for (let at = nameStart; at < nameStart + MAX_NAME; ) {
    const end = endOf(NUMBER, text, at);
    const isAlone = !LETTER.test(text.charAt(end)) && !LETTER.test(text.charAt(end - 1));
    if (end > at && depth === 0 && isAlone && isPageAfter(text, { nameStart, at, volume })) return at;
    if (depth === 0 && /[\s\u00ad\u200b]/.test(text.charAt(at - 1)) && endOf(ROMAN, text, at) > at) return at;
    if ("([".includes(text.charAt(at))) depth++;
    else if (")]".includes(text.charAt(at))) depth--;
    const next = end > at ? end : endOf(NAME_PART, text, at);
    if (next === at) return null;
    at = next;
  }
  return null;
}

/** Whether a number after a name is its page. Without a space between them, `846F.2d746`, the name must be in the table. */
function isPageAfter(
  text: string,
  { nameStart, at, volume }: { readonly nameStart: number; readonly at: number; readonly volume: string },
): boolean {
  return (
    !LETTER.test(text.charAt(at - 1)) ||
    knownReporter(normaliseCitation(tidyReporter(text.slice(nameStart, at))), volume) !== null
  );
}

/** Parts of longer numbers, words, amounts of money, paragraphs and page numbers; a comma separates pages and volumes, often without a space. */
const NO_VOLUME_AFTER = /[A-Za-z\u00c0-\u024f\d*$¶§]$|\d\.$/;

function mayBegin(text: string, at: number): boolean {
  return !NO_VOLUME_AFTER.test(text.slice(Math.max(0, at - 2), at));
}

/** The parts of a citation that a source gives as a separate text. */
interface CitationParts {
  readonly volume: string;
  readonly reporter: string;
  readonly page: string;
  /** With the reporter's name from the table. */
  readonly standard: string;
}

/** Splits a text that is exactly one full citation; null for any other text. */
export function partsOfCitation(cite: string): CitationParts | null {
  const match = readCitation(cite, 0);
  if (match === null || match.end !== cite.trimEnd().length) return null;
  const { volume, page, written } = match;
  const reporter = match.reporter?.name ?? written;
  return { volume, reporter, page, standard: `${volume} ${reporter} ${page}` };
}

/** The end of a number before a capital letter, a page number or `id.` Few other numbers are volumes. */
const END_OF_VOLUME = /\d(?=(?:[-‐‑–]|[\s\u00ad\u200b]{0,16})(?:[*A-Z]|\[\*|id\.))/g;

/** Returns the full citations of a text in order. None overlaps a citation with a known reporter. */
export function scanCitations(text: string): CitationMatch[] {
  const matches: CitationMatch[] = [];
  scanVolumes(text, (start) => {
    const citation = readCitation(text, start, matches.at(-1));
    if (citation === null) return null;
    matches.push(citation);
    // a match without a known reporter may end in the volume of a citation: `(6 Cir., 85 F.2d 560)`
    return citation.reporter === null ? null : citation.end;
  });
  return matches;
}

/** @param visit called with the start of each number that may be a volume; returns where to go on, null for after the number */
export function scanVolumes(text: string, visit: (start: number) => number | null): void {
  // a regular expression is twice as fast as a loop over the units
  const search = new RegExp(END_OF_VOLUME);
  while (search.test(text)) {
    const end = search.lastIndex;
    // a longer number is not a volume
    const start = end - (/\d{1,6}$/.exec(text.slice(Math.max(0, end - 6), end))?.[0].length ?? 0);
    const next = mayBegin(text, start) ? visit(start) : null;
    if (next !== null) search.lastIndex = next;
  }
}
