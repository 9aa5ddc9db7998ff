/** The quotations of a draft, each with the citation that it is taken from. */
import { withoutNotes } from "../citations/footnotes.ts";
import type { TextRange } from "./draft.ts";
import type { DraftCitation } from "./draft-citations.ts";

export interface DraftQuotation extends TextRange {
  /** Without its quotation marks. */
  readonly text: string;
  /** Index of the citation; null if the draft names none. */
  readonly citation: number | null;
}

const QUOTED = /“([^“”]{10,4000})”|(?<![\p{L}\p{N}])"(?!\s)([^"\n]{10,4000})(?<!\s)"/gu;
/** Shorter texts in quotation marks are terms, not quotations. */
const MIN_WORDS = 4;
/** Between a quotation and the citation after it. */
const MAX_GAP = 300;

/** @param text a line for each paragraph */
export function draftQuotations(text: string, citations: readonly DraftCitation[]): DraftQuotation[] {
  return [...text.matchAll(QUOTED)].flatMap((found) => {
    const quoted = withoutNotes(found[1] ?? found[2] ?? "");
    if (quoted.split(/\s+/).length < MIN_WORDS) return [];
    const [start, end] = [found.index, found.index + found[0].length];
    return [{ start, end, text: quoted, citation: sourceOf({ start, end }, text, citations) }];
  });
}

/**
 * The citation that follows, if nothing but its name and a signal is in between; else the last one before, as in `In Roe v. Wade, 410
 * U.S. 113, it was said that "…"`; else the next one.
 */
function sourceOf(
  { start, end }: TextRange,
  text: string,
  citations: readonly DraftCitation[],
): number | null {
  const isClose = (from: number, to: number): boolean =>
    to - from <= MAX_GAP && !/\n[^\S\n]*\n/.test(text.slice(from, to));
  const next = citations.findIndex((one) => one.start >= end);
  const following = citations[next];
  const isNext = following !== undefined && isClose(end, following.start);
  if (isNext && leadsTo(following, text.slice(end, following.start))) return next;
  const before = citations.findLastIndex((one) => one.end <= start);
  const last = citations[before];
  if (last !== undefined && isClose(last.end, start)) return before;
  return isNext ? next : null;
}

/** Words between a quotation and the citation that it is taken from. */
const SIGNALS = new Set(["see", "quoting", "citing", "eg", "id"]);
/** Words before a citation of another opinion, or of one that only agrees: `In Roe, 410 U.S. 113, it was said that "…". See also Doe`. */
const CONTRASTS = new Set(["also", "accord", "but", "cf", "contra", "compare"]);
/** A name without its other party: `White, 348 Mont. 196`. */
const MAX_OTHERS = 3;

function leadsTo({ name }: DraftCitation, between: string): boolean {
  const spaced = between.replace(/\s+/g, " ");
  const at = name === null ? -1 : spaced.lastIndexOf(name.split(" v. ")[0] ?? name);
  const words = (at < 0 ? spaced : spaced.slice(0, at)).match(/[\p{L}\p{N}.']+/gu) ?? [];
  const plain = words.map((word) => word.toLowerCase().replace(/[.']/g, ""));
  const named = words.filter((word, nth) => /\p{L}/u.test(word) && !SIGNALS.has(plain[nth] ?? ""));
  if (plain.some((word) => CONTRASTS.has(word))) return false;
  return named.length <= (at < 0 ? MAX_OTHERS : 0) && named.every((word) => /^\p{Lu}/u.test(word));
}
