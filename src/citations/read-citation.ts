/**
 * Reads one full citation that begins at a number: volume, reporter, page. It reads at most some 100 characters, so that a pass
 * over any text takes linear time.
 *
 * Short forms have no page after the reporter (`12 Ill. at 45`); `read-citation` has a reader of its own for them.
 */
import { normaliseCitation } from "../domain/citation.ts";
import {
  CLOSE,
  CLOSE_SQUARE,
  endOfDigits,
  endOfSpaces,
  isCapital,
  isDash,
  isDigit,
  isLetter,
  isSpace,
  isWithinName,
  mayBeGlued,
  OPEN,
  OPEN_SQUARE,
  type ReporterName,
  reporterName,
  STAR,
  STOP,
  tidyReporter,
} from "./reporter-name.ts";
import { knownReporter } from "./reporters.ts";

/** A citation in a text. */
export interface CitationMatch extends ReporterName {
  readonly start: number;
  /** Offset after the page. */
  readonly end: number;
  readonly volume: string;
  readonly page: string;
}

const MAX_VOLUME_DIGITS = 4;
const MAX_PAGE_DIGITS = 8;
/** `4 Mar. 1850` is a date, `4 Mar. 185` a citation of Marshall's reports. */
const DATE = /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?:\.|[a-z]*) (?:1[6-9]|20)\d\d$/;
const MAX_NAME = 60;
/**
 * @param at start of a run of digits that `mayBegin` allows
 * @param previous the citation before it: `id.` can be its reporter, `103 id. 528`
 */
export function readCitation(text: string, at: number, previous?: CitationMatch): CitationMatch | null {
  const volumeEnd = endOfDigits(text, at);
  if (volumeEnd - at > MAX_VOLUME_DIGITS) return null;
  const nameStart = startOfName(text, volumeEnd);
  const idEnd = lengthOfId(text, nameStart);
  if (idEnd > 0 && previous !== undefined)
    return sameReporter(
      text,
      { start: at, volume: text.slice(at, volumeEnd), nameEnd: nameStart + idEnd },
      previous,
    );
  if (!isCapital(text.charCodeAt(nameStart))) return null;
  const pageStart = findPage(text, nameStart, text.slice(at, volumeEnd));
  if (pageStart === null) return null;
  const numberEnd = endOfDigits(text, pageStart) + lengthOfRoman(text, pageStart);
  if (numberEnd - pageStart > MAX_PAGE_DIGITS || isLetterOrDigit(text.charCodeAt(numberEnd))) return null;
  const end = numberEnd + lengthOfSuffix(text, numberEnd);
  const volume = text.slice(at, volumeEnd);
  const page = text.slice(pageStart, end);
  const written = tidyReporter(text.slice(nameStart, pageStart));
  if (DATE.test(`${written} ${page}`)) return null;
  const name = reporterName(written, volume);
  if (
    name === null ||
    (nameStart === volumeEnd && !mayBeGlued(name, text.slice(Math.max(0, at - 2), pageStart)))
  )
    return null;
  return { start: at, end, volume, page, ...name };
}

/** After a space, a dash, or the number of a page in brackets: `135 [*355] Mass. 147`. */
function startOfName(text: string, volumeEnd: number): number {
  if (isDash(text.charCodeAt(volumeEnd))) return volumeEnd + 1;
  const start = endOfSpaces(text, volumeEnd);
  if (text.charCodeAt(start) !== OPEN_SQUARE || text.charCodeAt(start + 1) !== STAR) return start;
  const end = endOfDigits(text, start + 2);
  return text.charCodeAt(end) === CLOSE_SQUARE ? endOfSpaces(text, end + 1) : start;
}

const ID = /id\.,?(?=\s{1,3}\d)/iy;

function lengthOfId(text: string, at: number): number {
  ID.lastIndex = at;
  return ID.test(text) ? ID.lastIndex - at : 0;
}

function sameReporter(
  text: string,
  { start, volume, nameEnd }: { readonly start: number; readonly volume: string; readonly nameEnd: number },
  { written, reporter }: CitationMatch,
): CitationMatch | null {
  const pageStart = endOfSpaces(text, nameEnd);
  const end = endOfDigits(text, pageStart);
  if (end - pageStart > MAX_PAGE_DIGITS || isLetterOrDigit(text.charCodeAt(end))) return null;
  return { start, end, volume, written, reporter, nominative: null, page: text.slice(pageStart, end) };
}

/** The first separate number outside of brackets; null if a character that no name contains comes first. */
function findPage(text: string, nameStart: number, volume: string): number | null {
  let depth = 0;
  for (let at = nameStart; at < nameStart + MAX_NAME; ) {
    const unit = text.charCodeAt(at);
    if (isDigit(unit)) {
      const end = endOfDigits(text, at) + lengthOfOrdinal(text, at);
      if (
        depth === 0 &&
        !isLetter(text.charCodeAt(end)) &&
        !isLetter(text.charCodeAt(end - 1)) &&
        isPageAfter(text, { nameStart, at, volume })
      )
        return at;
      at = end;
    } else if (unit === STAR && isDigit(text.charCodeAt(at + 1))) at = endOfDigits(text, at + 1);
    else if (depth === 0 && isSpace(text.charCodeAt(at - 1)) && lengthOfRoman(text, at) > 0) return at;
    else if (isLetter(unit) || isSpace(unit) || isWithinName(unit)) {
      if (unit === OPEN || unit === OPEN_SQUARE) depth++;
      else if (unit === CLOSE || unit === CLOSE_SQUARE) depth--;
      at++;
    } else return null;
  }
  return null;
}

/** `3 d` of a series that a space has broken: `359 Ill. App. 3 d 962`. */
const ORDINAL = /(?<=\b[2-9])\s{1,2}(?:d|th|nd|rd)(?=[\s\d])/y;

function lengthOfOrdinal(text: string, at: number): number {
  ORDINAL.lastIndex = at + 1;
  return ORDINAL.test(text) ? ORDINAL.lastIndex - at - 1 : 0;
}

/** Whether a number after a name is its page. Without a space between them, `846F.2d746`, the name must be in the table. */
function isPageAfter(
  text: string,
  { nameStart, at, volume }: { readonly nameStart: number; readonly at: number; readonly volume: string },
): boolean {
  return (
    !isLetter(text.charCodeAt(at - 1)) ||
    knownReporter(normaliseCitation(tidyReporter(text.slice(nameStart, at))), volume) !== null
  );
}

/** `50688(U)` and `1176(A)`: unreported and abstracted decisions of New York; `130663-U`: unpublished ones of Illinois. */
const SUFFIX = /\([AU]\)|[-‐‑–]U[BC]?(?![\w-])/y;

function lengthOfSuffix(text: string, at: number): number {
  SUFFIX.lastIndex = at;
  return SUFFIX.test(text) ? SUFFIX.lastIndex - at : 0;
}

/** A page of front matter, `3 Ill. xi`. At least two letters, because `v.` separates parties. */
const ROMAN = /(?=[ivxlc]{2})c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})(?![\w.])/y;

function lengthOfRoman(text: string, at: number): number {
  ROMAN.lastIndex = at;
  return ROMAN.test(text) ? ROMAN.lastIndex - at : 0;
}

function isLetterOrDigit(unit: number): boolean {
  return isLetter(unit) || isDigit(unit);
}

/** Before an amount of money, a paragraph and a section. */
const NO_VOLUME = /[$¶§]/;

/** Whether a volume may begin here. Parts of longer numbers, words, amounts of money and page numbers are not volumes. */
function mayBegin(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (Number.isNaN(before) || isSpace(before)) return true;
  if (isLetterOrDigit(before) || before === STAR || NO_VOLUME.test(text.charAt(at - 1))) return false;
  // a comma separates pages and volumes, often without a space: `¶ 36,168 P.3d 685`
  return !(before === STOP && isDigit(text.charCodeAt(at - 2)));
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
