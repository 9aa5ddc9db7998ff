/** Removes the court and the year that old citations have between a name and its citation: `Smith v. Jones, 5 Cir., 85 F.2d 560`. */
import { withoutEnd } from "../domain/without-end.ts";

/** Abbreviated words in the names of courts, in lower case without full stops. */
const COURT_WORDS = new Set(
  "app appeals bankr cca ch cir circ civ cl com comm cr crim ct dep dept dist div eq err fam mun prob sess super sup supr sur surr term".split(
    " ",
  ),
);
/** Without spaces and full stops. */
const STATES = new Set(
  "ala alas alaska ariz ark cal calif colo conn dc del fla ga haw ida idaho ill ind iowa kan kans ky la mass md me mich minn miss mo mont nc nd neb nev nh nj nm nmex ny ohio okl okla or ore pa pr ri sc sd tenn tex utah va vt wash wis wva wyo".split(
    " ",
  ),
);
const NUMBER = /^(?:\d{1,2}(?:st|nd|rd|d|th)?|1[6-9]\d\d|20\d\d)$/;
const YEAR = /^(?:1[6-9]\d\d|20\d\d)$/;
/** `C.C.A.`, `S.D.N.Y.`, `D.C.`, `D. Mass.`, as their first letters. */
const FEDERAL = /^(?:cca?|[nsewcm]?d)/;
const MAX_LENGTH = 40;
const MAX_COURTS = 4;

/** @param text that ends before a citation */
export function withoutCourts(text: string): string {
  let left = text;
  for (let count = 0; count < MAX_COURTS; count++) {
    // a comma or a bracket separates it from the name
    const isInBrackets = left.endsWith(")");
    const at = left.lastIndexOf(isInBrackets ? "(" : ",");
    const last = left.slice(at + 1, isInBrackets ? -1 : undefined);
    if (at <= 0 || last.length > MAX_LENGTH || !isCourt(last)) break;
    left = withoutEnd(left.slice(0, at), /[\s,]/);
  }
  return left;
}

function isCourt(text: string): boolean {
  if (/[&()]/.test(text)) return false;
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase());
  if (words.length === 0) return false;
  if (words.every((word) => YEAR.test(word)) || STATES.has(words.join(""))) return true;
  const isNamed = words.some((word) => COURT_WORDS.has(word)) || FEDERAL.test(initials(words));
  return (
    isNamed &&
    words.every((word) => word.length === 1 || COURT_WORDS.has(word) || STATES.has(word) || NUMBER.test(word))
  );
}

/** The single letters at the beginning. */
function initials(words: readonly string[]): string {
  const end = words.findIndex((word) => word.length > 1);
  return words.slice(0, end < 0 ? words.length : end).join("");
}
