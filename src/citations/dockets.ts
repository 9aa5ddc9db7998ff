/**
 * Finds decisions that a text cites by their docket number, as those that no report has: `Roe v. Poe, No. 12-345 (S.D.N.Y. May 5, 2015)`,
 * `Roe v. Poe, slip op. at 3 (U.S. June 3, 2024)`.
 */
import type { TextRange } from "../domain/casebody.ts";
import { withoutEnd } from "../domain/citation.ts";
import { type DateAndCourt, readDateAndCourt } from "./around-citation.ts";

export interface DocketCitation extends DateAndCourt, TextRange {
  readonly form: "docket";
  /** `12-345`; empty if the text has none. */
  readonly docket: string;
}

/** From the number, or from `slip op.`, to the brackets. The words before the number are those that `around-citation` passes over. */
const CITED =
  /(?:\b(?:(?:Civ(?:il|\.)|Crim(?:inal|\.)|Docket|Dkt\.?|Case|Cause|Appeal|Index|C\.\s?A\.|Misc\.|Bankr\.|Adv\.)\s)?(?:A(?:ction|\.)\s|Case\s|Proc\.\s)?Nos?\.\s?(?=(?:[A-Z]{1,4}\.?\s)?[^\s()]{0,20}\d)|\b[Ss]lip\s[Oo]p\.)([^()[\]\n;]{0,70})\s?\(([^()]{4,90})\)/g;
/** What may be between the number and the brackets. */
const AFTER_NUMBER =
  /^(?:,?\s*(?:slip\sop\.?|mem\.?|order|at\s\*?\d[\d-]{0,8}|\*\d[\d-]{0,8}|(?:ECF|Dkt\.|Doc\.)\s(?:No\.\s)?\d{1,4}|(?:(?:and|&)\s)?(?:Nos?\.\s)?[A-Z\d][\w:./-]{0,25}))*[,.\s]*$/i;
/** `12-345`, `DA 07-0758`, `1239 WDA 2012`. */
const NUMBER =
  /^(?:[A-Z]{1,4}\.?\s(?=\d))?[A-Z\d][\w:./-]{0,25}(?:\s[A-Z][A-Za-z]{0,3}\.?(?:\s\d{1,6})?(?![\w-]))?/;

export function findDockets(text: string): DocketCitation[] {
  return [...text.matchAll(CITED)].flatMap(
    ({ 0: matched, 1: between = "", 2: inside = "", index: start }) => {
      const dated = readDateAndCourt(inside);
      if (dated === null || (dated.court === null && dated.date === null)) return [];
      const isSlip = /^slip/i.test(matched);
      const docket = isSlip ? "" : withoutEnd(NUMBER.exec(between)?.[0] ?? "", /[.,/:]/);
      if ((!isSlip && docket === "") || !AFTER_NUMBER.test(between.slice(docket.length))) return [];
      return [{ form: "docket", start, end: start + matched.length, docket, ...dated }];
    },
  );
}

const MAX_BEFORE = 60;
const NUMBER_BEFORE =
  /\bNos?\.\s?((?:[A-Z]{1,4}\.?\s(?=\d))?[A-Z\d][\w:./-]{0,25}(?:\s[A-Z][A-Za-z]{0,3}\.?(?:\s\d{1,6})?)?)(?:\s\([A-Z]{2,4}\))?,?\s*$/;
/** What precedes a number that is no volume: `No. 12 Civ. 345`. */
const NUMBER_SIGN = /\bNos?\.\s?$/;

/** The docket number before a citation: `12-345` of `Roe v. Poe, No. 12-345, 2015 WL 77`; null without one. */
export function docketBefore(text: string, end: number): string | null {
  const docket = NUMBER_BEFORE.exec(text.slice(Math.max(0, end - MAX_BEFORE), end))?.[1];
  return docket !== undefined && /\d/.test(docket) ? docket : null;
}

/** Whether a number in a text is that of a docket. @param at where it begins */
export function isDocketNumber(text: string, at: number): boolean {
  return NUMBER_SIGN.test(text.slice(Math.max(0, at - 6), at));
}
