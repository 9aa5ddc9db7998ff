/** Reads what stands behind a citation: the pages of quotations, and the year in brackets. */
import type { CitationPlace } from "./read-citation.ts";

export interface PinCites {
  readonly pinPages: readonly string[];
  readonly year: number | null;
  /** Where it ends. */
  readonly end: number;
  /** Whether another citation of the same case follows after a comma. */
  readonly hasParallel: boolean;
}

/** Characters that are looked at behind a page. */
const MAX_BEHIND = 160;
/** `, 18`, `, at 18-20`, ` at *3`, `, ¶¶ 7-9`, ` n.4`. */
const PIN =
  /^(?:,?\s+at\s+|,\s*|\s*(?=¶)|\s+&\s+)((?:pp?\.\s*)?(?:¶{1,2}\s*|\*)?\d{1,5}(?:\s?[-–—]\s?\*?\d{1,5})?)(?![\w])(?:\s*n\.\s?\d+)?/;
/** `(1994)`, `(7th Cir. 1994)`, `[Mich. 1850]`. */
const YEAR = /^[,.]?\s{0,3}[([][^()[\]]{0,60}?\b(1[6-9]\d\d|20\d\d)[)\]]/;
const COMMA_BEFORE = /^[,;]\s*(?=\d)/;

/** @param startsCitation whether a citation begins at this place of the text: then the number is no page */
export function readPinCites(
  text: string,
  { end }: CitationPlace,
  startsCitation: (at: number) => boolean,
): PinCites {
  const behind = text.slice(end, end + MAX_BEHIND);
  const pinPages: string[] = [];
  let at = 0;
  for (;;) {
    const found = PIN.exec(behind.slice(at));
    const [whole = "", page = ""] = found ?? [];
    if (found === null || startsCitation(end + at + whole.indexOf(page))) break;
    pinPages.push(page.replace(/\s+/g, " "));
    at += whole.length;
  }
  const comma = COMMA_BEFORE.exec(behind.slice(at))?.[0];
  const hasParallel = comma?.startsWith(",") === true && startsCitation(end + at + comma.length);
  const year = hasParallel ? undefined : YEAR.exec(behind.slice(at))?.[1];
  return { pinPages, year: year === undefined ? null : Number(year), end: end + at, hasParallel };
}
