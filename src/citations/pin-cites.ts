/** Reads what follows a citation: pin cites, and the year in brackets. */
import type { CitationMatch } from "./read-citation.ts";

export interface PinCites {
  readonly pinPages: readonly string[];
  readonly year: number | null;
  /** Whether a parallel citation follows after a comma. */
  readonly hasParallel: boolean;
  /** Offset after the pin cites. */
  readonly end: number;
}

/** Maximal characters that are read after the page. */
const MAX_FOLLOWING = 160;
/** `, 18`, `, at 18-20`, ` at *3`, `, ¶¶ 7-9`, ` n.4`. */
const PIN =
  /^(?:,?\s+at\s+|,\s*|\s*(?=¶)|\s+&\s+)((?:pp?\.\s*)?(?:¶{1,2}\s*|\*)?\d{1,5}(?:\s?[-–—]\s?\*?\d{1,5})?)(?![\w])(?:\s*n\.\s?\d+)?/;
/** A number without `at`, `p.` or `¶` before a word is something else: `, 42 U.S.C.`, `, 10 years later`. */
const BEFORE_WORD =
  /^\d{1,5}(?:\s?[-–—]\s?\*?\d{1,5})?[^\S\n]{0,3}\n?[^\S\n]{0,3}(?!(?:and|or|et|ff?|seq|passim|n|nn|notes?|fn|footnotes?)\b)\p{L}/u;
/** `(1994)`, `(7th Cir. 1994)`, `[Mich. 1850]`. */
const YEAR = /^[,.]?\s{0,3}[([][^()[\]]{0,60}?\b(1[6-9]\d\d|20\d\d)[)\]]/;
const COMMA_BEFORE = /^[,;]\s*(?=\d)/;

/** @param startsCitation whether a citation begins at this offset; then the number is its volume and not a page */
export function readPinCites(
  text: string,
  { end }: Pick<CitationMatch, "end">,
  startsCitation: (at: number) => boolean,
): PinCites {
  const following = text.slice(end, end + MAX_FOLLOWING);
  const pinPages: string[] = [];
  let at = 0;
  for (;;) {
    const found = PIN.exec(following.slice(at));
    const [matched = "", page = ""] = found ?? [];
    const start = at + matched.indexOf(page);
    if (found === null || startsCitation(end + start)) break;
    if (!/\bat\s/.test(matched) && BEFORE_WORD.test(following.slice(start))) break;
    pinPages.push(page.replace(/\s+/g, " "));
    at += matched.length;
  }
  const comma = COMMA_BEFORE.exec(following.slice(at))?.[0];
  const hasParallel = comma?.startsWith(",") === true && startsCitation(end + at + comma.length);
  const year = hasParallel ? undefined : YEAR.exec(following.slice(at))?.[1];
  return { pinPages, year: year === undefined ? null : Number(year), hasParallel, end: end + at };
}
