/** Reads the text between volume and page as the name of a reporter; and the classes of UTF-16 units, since citations are read unit by unit. */
import { normaliseCitation } from "../domain/citation.ts";
import { type KnownReporter, knownReporter, reporterInFull } from "./reporters.ts";

/** The name of a reporter in a citation. */
export interface ReporterName {
  /** As written, without the nominative citation in brackets. */
  readonly written: string;
  /** Null: a name that is not in the table but looks like a reporter. */
  readonly reporter: KnownReporter | null;
  /** `8 Wheat.` in `12 U. S. (8 Wheat.) 1`. */
  readonly nominative: { readonly volume: string; readonly name: string } | null;
}

/** One or two letters need a full stop: `2 P. 5`, `2 Or. 5`, but not `2 In 1996`. */
const SMALL_WORD = /^[A-Z][a-z]?$/;
/** `131 A, p. 1834`: not a volume, but the number and page of something else. `1 T.C. at 24` is a short form. */
const PAGE_WORD = /[\s,](?:pp?\.?|at)$/;
/** Form of a name that is not in the table: capitalised words, as `Sarat. C.C.` or `Pa. D. & C.2d`. */
const NAME_SHAPE =
  /^(?:[A-Z][\w.'’]*|&|[2-9](?:d|th)\.?)(?:[\s,]+(?:[A-Z][\w.'’]*|&|[2-9](?:d|th)\.?)){0,5}$/;
/** Records of a case: the clerk's and the reporter's transcripts, appendices. */
const RECORD = /^(?:CT|RT|AA|JA|ER|SER|ROA|AR|CP|RP|VRP|CR|RR|Tr\.|R\.|Rec\.|Ex\.|Aplt\. App\.)$/;
/** Statutes and rules, courts, `5 Cir., 85`, and sentences, `¶ 2 On September 6`. */
const NO_REPORTER =
  /^(?:Cir|Dept|Dep['’]t|Dist)\.?$|U\.? ?S\.? ?C|C\. ?F\. ?R|Stat|Reg\.|Code|Sec\b|Art\b|Const|Rule|^(?:On|In|At|By|From|The|Issue|Section|Article)\b|\b(?:Acts?|Bill|ILCS|Dollars)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)$/;

/** Reads the text between volume and page as a reporter; null if it is not one. */
export function reporterName(written: string, volume: string): ReporterName | null {
  if (PAGE_WORD.test(written) || SMALL_WORD.test(written) || RECORD.test(written)) return null;
  const reporter = reporterOf(written, volume);
  if (reporter !== null) return { written, reporter, nominative: null };
  if (/[([]/.test(written))
    return nameWithNominative(written.replaceAll("[", "(").replaceAll("]", ")"), volume);
  return NAME_SHAPE.test(written) && !NO_REPORTER.test(written)
    ? { written, reporter: null, nominative: null }
    : null;
}

function reporterOf(written: string, volume: string): KnownReporter | null {
  return knownReporter(normaliseCitation(written), volume) ?? reporterInFull(written, volume);
}

function nameWithNominative(written: string, volume: string): ReporterName | null {
  const bracket = written.indexOf("(");
  const close = written.indexOf(")", bracket);
  if (close !== written.length - 1) return null;
  const outer = written.slice(0, bracket).trim();
  const reporter = reporterOf(outer, volume);
  if (reporter === null) return null;
  const inner = written.slice(bracket + 1, close);
  const ownVolume = inner.slice(0, endOfDigits(inner, 0));
  const name = inner.slice(ownVolume.length).trim();
  const named = knownReporter(normaliseCitation(name), ownVolume);
  if (named === null) return null;
  const nominative = ownVolume === "" ? null : { volume: ownVolume, name: named.name ?? name };
  return { written: outer, reporter, nominative };
}

/** Replaces gaps by single spaces, and `3 d`, `3rd` by `3d`; removes page numbers, and a comma or hyphen at the end. */
export function tidyReporter(between: string): string {
  const matched = between
    .replace(/\*\d+/g, " ")
    .replace(/\u00ad/g, "")
    .replace(/[\s\u200b]+/g, " ")
    .replace(/(?<=\b[23]) ?(?:d|nd|rd)\b/g, "d")
    .replace(/(?<=\b[4-9]) th\b/g, "th");
  let end = matched.length;
  while (end > 0 && isLoose(matched.charCodeAt(end - 1))) end--;
  return matched.slice(0, end);
}

function isLoose(unit: number): boolean {
  return isSpace(unit) || unit === COMMA || isDash(unit);
}

/**
 * Whether a name without a space before it is a reporter: `410U.S.113`, `846F.2d746`; not `§ 402A. 2`, nor the docket number `2007AP617`.
 *
 * @param before the volume and the name, with what is before them
 */
export function mayBeGlued({ written, reporter }: ReporterName, before: string): boolean {
  const isLong =
    /^[A-Z]\.? ?[2-9]|\.[A-Za-z ]{0,20}[.\d]|^(?:US|SCt|LEd)/.test(written) ||
    (written.length > 3 && !/\s$/.test(before));
  if (reporter?.isNeutral === true) return true;
  return reporter !== null && isLong && !/^\D*§/.test(before) && /[a-z.]|^US$/.test(written);
}

export const STAR = 0x2a;
const COMMA = 0x2c;
export const STOP = 0x2e;
export const OPEN = 0x28;
export const CLOSE = 0x29;
export const OPEN_SQUARE = 0x5b;
export const CLOSE_SQUARE = 0x5d;
const SOFT_HYPHEN = 0xad;

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** A hyphen or a dash, as in `2009-WI-75`. */
export function isDash(unit: number): boolean {
  return unit === 0x2d || (unit >= 0x2010 && unit <= 0x2014);
}

export function isCapital(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a;
}

export function isLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || isCapital(unit) || (unit >= 0xc0 && unit < 0x250);
}

/** Spaces, line ends and invisible characters. */
export function isSpace(unit: number): boolean {
  return (
    unit === 0x20 ||
    (unit >= 0x09 && unit <= 0x0d) ||
    unit === 0xa0 ||
    unit === SOFT_HYPHEN ||
    (unit >= 0x2000 && unit <= 0x200b) ||
    unit === 0x202f ||
    unit === 0xfeff
  );
}

/** Whether a reporter's name may contain the unit, in addition to letters, digits and spaces. */
export function isWithinName(unit: number): boolean {
  return (
    unit === STOP ||
    unit === COMMA ||
    isDash(unit) ||
    unit === 0x26 || // &
    unit === 0x27 || // '
    unit === 0x2019 || // ’
    unit === OPEN ||
    unit === CLOSE ||
    unit === OPEN_SQUARE ||
    unit === CLOSE_SQUARE
  );
}

/** Maximal digits that are read. No citation has longer numbers, and a number could be as long as the text. */
const MAX_DIGITS = 12;

/** End of the digits that begin at `at`, limited to `MAX_DIGITS`; `at` if there is no digit. */
export function endOfDigits(text: string, at: number): number {
  let end = at;
  while (end < at + MAX_DIGITS && isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** End of a gap: spaces, and numbers of pages that begin within a line (`12 *380 Ill.`). */
export function endOfSpaces(text: string, at: number): number {
  let end = at;
  for (const limit = at + MAX_GAP; end < limit; ) {
    if (isSpace(text.charCodeAt(end))) end++;
    else if (text.charCodeAt(end) === STAR && isDigit(text.charCodeAt(end + 1))) {
      end = endOfDigits(text, end + 1);
    } else break;
  }
  return end;
}

/** Maximal gap between two parts of a citation: an indent, or a page number. */
const MAX_GAP = 16;
