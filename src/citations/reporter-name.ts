/** Reads the text between volume and page as the name of a reporter; and the patterns of the parts of a citation. */
import { normaliseCitation, withoutEnd } from "../domain/citation.ts";
import { type KnownReporter, knownReporter, reporterInFull } from "./reporters.ts";

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

/** `4 Cr.`: an early reporter by fewer letters than the table has. */
const ABBREVIATED = /^\d{1,2} [A-Z][a-z]{0,6}\.$/;

function nameWithNominative(written: string, volume: string): ReporterName | null {
  const bracket = written.indexOf("(");
  const close = written.indexOf(")", bracket);
  if (close !== written.length - 1) return null;
  const outer = written.slice(0, bracket).trim();
  const reporter = reporterOf(outer, volume);
  if (reporter === null) return null;
  const inner = written.slice(bracket + 1, close);
  const ownVolume = inner.slice(0, endOf(DIGITS, inner, 0));
  const name = inner.slice(ownVolume.length).trim();
  const named = knownReporter(normaliseCitation(name), ownVolume);
  if (named === null && !ABBREVIATED.test(inner)) return null;
  const nominative =
    ownVolume === "" || named === null ? null : { volume: ownVolume, name: named.name ?? name };
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
  return withoutEnd(matched, /[\s,\-\u2010-\u2014]/);
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

/** Sticky patterns. No citation has longer numbers, and a number could be as long as the text. */
export const DIGITS = /\d{1,12}/y;
/** Spaces, invisible characters, and numbers of pages that begin within a line (`12 *380 Ill.`): an indent at most. */
export const GAP = /(?:[\s\u00ad\u200b]|\*\d{1,12}){1,16}/y;

/** Where a sticky pattern ends that begins at an offset; the offset if it does not. */
export function endOf(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : at;
}
