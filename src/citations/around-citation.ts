/**
 * Reads what follows a citation: its pages of quotations with notes and remarks, then brackets with the court and the year; and what is
 * between the name of a case and its citation.
 */
import { withoutEnd } from "../domain/citation.ts";

/** When a decision was made, and by which court, as far as a text says it. */
export interface Dated {
  readonly year: number | null;
  /** The words before the year: `D.C.`; null without them. */
  readonly court: string | null;
  /** `2015-05-05`; null if only the year is there. */
  readonly date: string | null;
}

export interface AfterCitation extends Dated {
  /** As written, with single spaces: `490-600`, `¶ 12`, `*4`. Each is one page or one range. */
  readonly pinPages: readonly string[];
  /** Whether a parallel citation follows, after a comma or in brackets. */
  readonly hasParallel: boolean;
  /** Offset after the pages, and after the brackets with the year. */
  readonly end: number;
}

/** Maximal characters that are read after the page. */
const MAX_FOLLOWING = 240;
/** `-938` of `359 Ill. App. 3d 931-938`. */
const LAST_PAGE = /^\s?[-‐‑‒–—−]\s?\d{1,5}(?![\w-])/;
/** `, 18`, `, at 18-20`, ` at *3`, `, ¶¶ 7-9`, `; 20`, ` and 22`. */
const PIN =
  /^(?:,?\s+at\s+|[,;]\s*(?:at\s+|and\s+|&\s*)?\[?|\s*(?=\[?¶)\[?|\s+(?:&|and)\s+)((?:pp?\.?\s*|pages?\s+|paras?\.?\s+|pars?\.?\s+)?(?:¶{1,2}\s*|\*)?\d{1,5}(?:\s?[-‐‑‒–—−]\s?[*¶]?\s?\d{1,5}|\s(?:to|through)\s[*¶]?\d{1,5})?)(?:ff?(?=[\s.,;(]))?\]?(?![\w])/;
/** `n.2`, `& n. 2`, `nn. 3-4`, `nn. 3 & 4`, `fn. 5`, `note 6`. Notes have small numbers. */
const NOTES =
  /^,?\s*(?:(?:&|and)\s*)?(?:\[?nn?\.?|fnn?\.?|(?:foot)?notes?)\s?\*?\d{1,3}(?:(?:\s?[-‐‑‒–—−]\s?|,\s|,?\s(?:&|and)\s)\d{1,2}(?![\d\w]))*\]?(?!\w)/i;
const AND_FOLLOWING = /^,?\s+(?:et\s+seq|(?:et\s+)?passim|ff?(?=[.,;\s(])|and\s+(?:following|note))\b\.?/i;
/** A number without `at`, `p.` or `¶` before a word is something else: `, 42 U.S.C.`, `, 10 years later`. */
const BEFORE_WORD =
  /^\d{1,5}(?:\s?[-‐‑‒–—−]\s?\*?\d{1,5})?[^\S\n]{0,3}\n?[^\S\n]{0,3}(?!(?:and|or|to|through|et|ff?|seq|passim|n|nn|in|text|cmt|notes?|fnn?|footnotes?)\b)\p{L}/u;
const BRACKETS = /^[,.]?\s{0,3}[([]([^()[\]]{0,100})[)\]]/;
const PARALLEL_BEFORE = /^(?:,|\s\[|,?\s=)\s*(?=\d)/;
/** `(410 U.S. 113, 1973)`: a number that is too far from the first page. */
const COMMA_YEAR = /^,\s(1[6-9]\d\d|20\d\d)(?=\))/;
const MAX_PAGES = 400;
/** Brackets between a citation and its year: `(en banc)`, `(Smith, J., dissenting)`. */
const MAX_REMARKS = 3;

/**
 * @param end offset after the page @param page first page of the case, for `931-938`; null after a short form
 * @param startsCitation whether a citation begins at this offset; then the number is its volume and not a page
 */
export function readAfterCitation(
  text: string,
  { end, page }: { readonly end: number; readonly page: string | null },
  startsCitation: (at: number) => boolean,
): AfterCitation {
  const following = text.slice(end, end + MAX_FOLLOWING);
  const [commaYear = "", written] = COMMA_YEAR.exec(following) ?? [];
  if (written !== undefined && !canBePage(Number(written), Number(page)))
    return {
      ...{ pinPages: [], hasParallel: false, end: end + commaYear.length },
      ...{ year: Number(written), court: null, date: null },
    };
  const { pinPages, at } = readPins(following, page, (offset) => startsCitation(end + offset));
  const separator = PARALLEL_BEFORE.exec(following.slice(at))?.[0];
  const hasParallel = separator !== undefined && startsCitation(end + at + separator.length);
  const dated = hasParallel ? null : readDate(following.slice(at));
  return {
    ...{ pinPages, hasParallel, end: end + at + (dated?.length ?? 0) },
    ...{ year: dated?.year ?? null, court: dated?.court ?? null, date: dated?.date ?? null },
  };
}

function canBePage(number: number, first: number): boolean {
  return number >= first && number <= first + MAX_PAGES;
}

function readPins(
  following: string,
  page: string | null,
  startsCitation: (offset: number) => boolean,
): { readonly pinPages: string[]; readonly at: number } {
  const pinPages: string[] = [];
  const [last = ""] = page === null ? [] : (LAST_PAGE.exec(following) ?? []);
  if (last !== "") pinPages.push(tidy(`${page}${last}`));
  let at = last.length;
  for (;;) {
    const rest = following.slice(at);
    const passed = NOTES.exec(rest) ?? AND_FOLLOWING.exec(rest);
    if (passed !== null) {
      at += passed[0].length;
      continue;
    }
    const [matched = "", pin = ""] = PIN.exec(rest) ?? [];
    const start = at + matched.indexOf(pin);
    if (matched === "" || startsCitation(start)) break;
    if (!/\bat\s/.test(matched) && BEFORE_WORD.test(following.slice(start))) break;
    pinPages.push(likeBefore(tidy(pin), pinPages.at(-1)));
    at += matched.length;
  }
  return { pinPages, at };
}

function tidy(pin: string): string {
  return pin
    .replace(/\s+/g, " ")
    .replace(/^par(?:a?s?\.?) /, "¶ ")
    .replace(/ (?:to|through) |\s?[‐‑‒–—−]\s?/, "-");
}

/** `¶¶ 12, 14`: the second is a paragraph too. */
function likeBefore(pin: string, before: string | undefined): string {
  return before?.startsWith("¶") === true && /^\d/.test(pin) ? `¶ ${pin}` : pin;
}

/** Before the brackets with the year, unread: `, cert. denied`, ` text accompanying n. 3`; no name and no end of a sentence. */
const UNREAD = /^[^()[\];“”"\p{Lu}]{0,60}(?=[([])/u;

/** The next cell of a row, if it has only the year; `- DC: Court of Appeals 1953`, as Google Scholar has it. */
const YEAR_APART =
  /^(?:[^\S\n]{0,3}\n\n(?=\d{4}(?:\n\n|$))|\s[-–—]\s[^\d()\n;]{0,30}\bCourt\b[^()\n;]{0,40}?\s)(1[6-9]\d\d|20\d\d)(?!\d)/;

/** The brackets with the year, after a few with remarks. */
function readDate(following: string): (DateAndCourt & { readonly length: number }) | null {
  const [apart = "", year] = YEAR_APART.exec(following) ?? [];
  if (year !== undefined) return { year: Number(year), court: null, date: null, length: apart.length };
  let at = UNREAD.exec(following)?.[0].length ?? 0;
  for (let count = 0; count <= MAX_REMARKS; count++) {
    const [matched, inside = ""] = BRACKETS.exec(following.slice(at)) ?? [];
    if (matched === undefined) return null;
    at += matched.length;
    const read = readDateAndCourt(inside);
    if (read !== null) return { ...read, length: at };
    // a remark that cites something is the end of what belongs to this citation
    if (/\d{2}/.test(inside) && !/^Nos?\.\s/.test(inside)) return null;
  }
  return null;
}

export interface DateAndCourt extends Dated {
  readonly year: number;
}

/** `1953, Mont.` */
const YEAR_AT_START = /^(1[6-9]\d\d|20\d\d),?\s(.+)$/;
const YEAR_AT_END =
  /(?:\b(1[6-9]\d\d|20\d\d)|\b\d{1,2}\/\d{1,2}\/(\d\d))(?:,?\s(?:en banc|in banc|per curiam|plurality|mem\.?|table|unpublished)[^()]{0,30})?$/i;
const MAX_COURT = 60;
/** `May 5, 1990`. */
const PART_OF_DATE =
  /^(?:\d{1,2}(?:st|nd|rd|th)?|(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}\.?),?$/;

/** Reads `7th Cir. May 5, 1990`, `La. 12/30/08`, `1953`, `1953, Mont.`; null if it is not so. */
export function readDateAndCourt(inside: string): DateAndCourt | null {
  const [, first, place = ""] = YEAR_AT_START.exec(inside.trim()) ?? [];
  if (first !== undefined && !YEAR.test(place) && isCourt(place))
    return { year: Number(first), court: place, date: null };
  const yearMatch = YEAR_AT_END.exec(inside.trim());
  if (yearMatch === null || yearMatch.index > MAX_COURT) return null;
  const [, long, short = ""] = yearMatch;
  const words = inside
    .trim()
    .slice(0, yearMatch.index)
    .split(/\s+/)
    .filter((word) => word !== "");
  while (PART_OF_DATE.test(words.at(-1) ?? "")) words.pop();
  const court = withoutEnd(words.join(" "), /[\s,;]/);
  // no case in a report is older than 1650, and two digits are of the last hundred years
  const year = long === undefined ? Number(short) + (Number(short) < 50 ? 2000 : 1900) : Number(long);
  return {
    year,
    court: /\p{L}/u.test(court) ? court : null,
    date: readDay(inside.slice(0, yearMatch.index), year),
  };
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH_AND_DAY =
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s*$/i;

/** @param before what precedes the year */
function readDay(before: string, year: number): string | null {
  const [, month = "", day = ""] = MONTH_AND_DAY.exec(before) ?? [];
  const nth = MONTHS.indexOf(month.toLowerCase()) + 1;
  const twoDigits = (number: number): string => String(number).padStart(2, "0");
  return nth === 0 ? null : `${year}-${twoDigits(nth)}-${twoDigits(Number(day))}`;
}

export interface BeforeCitation {
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
  /(?:^|[\s,(])(?:(?:Civ(?:il|\.)|Crim(?:inal|\.)|Docket|Dkt\.?|Case|Cause|Appeal|App\.|Index|Slip Op\.?)\s+)?(?:A(?:ction|\.)\s+)?(?:Nos?\.?|#)\s?(?=[\w./:‐‑–—-]{0,20}\d)[\w./:‐‑–—-]{1,30}(?:(?:,|,? (?:and|&)) [\d][\w./-]{0,30}){0,8}$/i;
/** `2008-0814`, as Louisiana has before its brackets; `93-CA-1234`; `DA 07-0758`. */
const BARE_DOCKET = /(?:(?:^|[\s,])(?:No\. )?|,\s[A-Z]{1,3}\s)\d{2,4}[-‐‑–](?:[A-Z]{1,4}[-‐‑–])?\d{2,6}$/;
/** `No. 12 Civ. 345`, `No. 1239 WDA 2012`, `Case No. CV 12-345 ABC`. */
const SPACED_DOCKET =
  /(?:^|[\s,(])(?:(?:Docket|Case|Cause|Appeal|Civil Action)\s)?Nos?\.\s?(?:\d{1,5}\s(?:Civ|Crim|[A-Z]{1,4})\.?\s\d{1,6}|[A-Z]{1,4}\.?\s\d{2,4}[-‐‑–—]\d{2,6}(?:\s[A-Z]{2,4})?)$/;
/** Words that lead from a name to its citation; a signal only after a separator, since `See 1 Ill. 2` has no name. */
const LEADING =
  /(?:\b(?:as )?(?:(?:is |was )?(?:reported|published|cited|found|decided|quoted) (?:in|at|as)|slip op\.?|u[bt]i? supra|supra|infra|op\. cit\.|in|at)|[,;:(—–-]\s*(?:see|see also|at|in|now|citing))$/i;
/** `Citation: `, as in lists of what is known of a case. */
const LABEL =
  /(?:^|[\s|])(?:(?:official|full|parallel|case|legal)\s)?(?:citations?|cites?|cited as|reported (?:at|in)|reporter):\s*$/i;
const MAX_PARTS = 8;
const MAX_BRACKETS = 120;

/**
 * Reads `Smith v. Jones, No. 12-345 (La. 12/30/08), `, `Smith v. Jones (1999) `, `Smith v. Jones, 5 Cir., `, `Smith v. Jones: see `.
 *
 * @param text that ends before a citation
 */
export function readBeforeCitation(text: string): BeforeCitation {
  let left = text.replace(LABEL, "");
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
    const end = LEADING.exec(left) ?? SPACED_DOCKET.exec(left) ?? DOCKET.exec(left) ?? BARE_DOCKET.exec(left);
    if (end !== null) {
      left = left.slice(0, end.index);
      continue;
    }
    const comma = left.lastIndexOf(",");
    const last = left.slice(comma + 1);
    if (comma <= 0 || last.length > MAX_COURT_BEFORE || !isCourt(last)) break;
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
const MAX_COURT_BEFORE = 40;

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
