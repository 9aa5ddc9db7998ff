/**
 * Reads what can be between the name of a case and its citation: `Smith v. Jones, No. 12-345 (La. 12/30/08), 199 P.3d 818`,
 * `Smith v. Jones (1999) 20 Cal.4th 1`, `Smith v. Jones, 5 Cir., 85 F.2d 560`, `Smith v. Jones: see 1 Ill. 2`.
 */
import { withoutEnd } from "../domain/citation.ts";

export interface BeforeCitation {
  /** The text that ends with the name, if there is one. */
  readonly text: string;
  /** What brackets with a year say, or a court and a year between commas: `Cal. 1999`; null without them. */
  readonly dated: string | null;
  /** What is in other brackets: `In re Oakes` of `Smith v. Jones (In re Oakes)`. */
  readonly alias: string | null;
}

/** Separators, and brackets and marks that the citation is in: `(Smith v. Jones, [1 Ill. 2]`. */
const SEPARATOR = /[\s,;:([*_—–"”“'’‘]/;
const YEAR = /\b(?:1[6-9]\d\d|20\d\d)\b|\b\d{1,2}\/\d{1,2}\/\d{2}\b/;
const DOCKET =
  /(?:^|[\s,(])(?:(?:Civ(?:il|\.)|Crim(?:inal|\.)|Docket|Dkt\.?|Case|Cause|Appeal|App\.|Index|Slip Op\.?)\s+)?(?:A(?:ction|\.)\s+)?(?:Nos?\.?|#)\s?(?=[\w./:-]{0,20}\d)[\w./:-]{1,30}(?:(?:,|,? (?:and|&)) [\d][\w./-]{0,30}){0,8}$/i;
/** `2008-0814`, as Louisiana has before its brackets; `93-CA-1234`. */
const BARE_DOCKET = /(?:^|[\s,])(?:No\. )?\d{2,4}[-‐‑–](?:[A-Z]{1,4}[-‐‑–])?\d{2,6}$/;
/** Words that lead from a name to its citation; a signal only after a separator, since `See 1 Ill. 2` has no name. */
const LEADING =
  /(?:\b(?:as )?(?:(?:is |was )?(?:reported|published|cited|found|decided|quoted) (?:in|at|as)|slip op\.?|u[bt]i? supra|supra|infra|op\. cit\.|in|at)|[,;:(—–-]\s*(?:see|see also|at|in|now|citing))$/i;
const MAX_PARTS = 8;
const MAX_BRACKETS = 120;

/** @param text that ends before a citation */
export function readBeforeCitation(text: string): BeforeCitation {
  let left = text;
  let [dated, alias]: (string | null)[] = [null, null];
  for (let count = 0; count < MAX_PARTS; count++) {
    left = withoutEnd(left, SEPARATOR);
    const inside = lastBrackets(left);
    if (inside !== null) {
      if (YEAR.test(inside)) dated ??= inside;
      else if (!isCourt(inside)) alias ??= inside;
      left = left.slice(0, left.length - inside.length - 2);
      continue;
    }
    const end = LEADING.exec(left) ?? DOCKET.exec(left) ?? BARE_DOCKET.exec(left);
    if (end !== null) {
      left = left.slice(0, end.index);
      continue;
    }
    const comma = left.lastIndexOf(",");
    const last = left.slice(comma + 1);
    if (comma <= 0 || last.length > MAX_COURT || !isCourt(last)) break;
    if (YEAR.test(last)) dated ??= last.trim();
    left = left.slice(0, comma);
  }
  return { text: left, dated: dated ?? null, alias: alias ?? null };
}

/** What is in the brackets that end a text; null if it does not end in brackets, or they are long. */
function lastBrackets(text: string): string | null {
  if (!/[)\]]$/.test(text)) return null;
  const start = Math.max(text.lastIndexOf("("), text.lastIndexOf("["));
  const inside = text.slice(start + 1, -1);
  return start < 0 || inside.length > MAX_BRACKETS ? null : inside;
}

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
/** `C.C.A.`, `S.D.N.Y.`, `D.C.`, `D. Mass.`, as their first letters. */
const FEDERAL = /^(?:cca?|[nsewcm]?d)/;
const MAX_COURT = 40;

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
