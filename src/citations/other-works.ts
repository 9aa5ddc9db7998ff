/** Finds citations of works that are not American cases: statutes, rules and journals, the record of a case, reports of other countries. */
import type { TextRange } from "../domain/casebody.ts";
import { withoutEnd } from "../domain/citation.ts";

export interface OtherWork extends TextRange {
  readonly form: "statute" | "journal" | "record" | "foreign";
}

/** `42 U.S.C. § 1983`, `29 C.F.R. pt. 1910`, `48 Stat. 1064`, `75 Fed. Reg. 3281`. */
const FEDERAL =
  /\b\d{1,3}\s+(?:U\.\s?S\.\s?C\.(?:\s?[AS]\.)?|C\.\s?F\.\s?R\.|Stat\.|Fed\.\s?Reg\.)\s*(?:(?:§{1,2}|[Ss]ecs?\.|[Ss]ections?|[Pp]ts?\.)\s*)?\d[\w.-]{0,20}/g;
/** `Fed. R. Civ. P. 56`, `F.R.C.P. 12`. */
const RULE =
  /\b(?:Fed\.\s?R\.\s?(?:Civ|Crim|App|Evid|Bankr)\.(?:\s?P\.)?|F\.\s?R\.\s?C\.\s?P\.)\s*\d[\w.()-]{0,20}/g;
/** `§ 125.25`, `ch. 38`, after the name of a code. */
const SECTION = /(?:§{1,2}|\b[Ss]ecs?\.|\b[Ss]ections?|\bch\.|\bart\.)\s*[\dIVX][\w.:-]{0,20}/g;
/** Characters before a section in which the name of its code is sought. */
const MAX_CODE = 60;
const CODE =
  /(?:Codes?|Stat(?:\.|s\.|utes)|Laws?|Const\.|Constitution|C\.L\.A?\.|R\.S\.)(?:\s(?:Ann|Supp|Rev|Comp)\.){0,2}$/;
/** `Am. Compl. ¶ 14`, `Dkt. 12 at 3`, `Smith Decl. ¶ 5`, `Smith Dep. 12:4-9`: *id.* after it is not of a case. */
const RECORD =
  /\b(?:Compl(?:\.|aint)|Ans(?:\.|wer)|Decl(?:\.|aration)|Dep(?:\.|o\.|osition)|Aff(?:\.|idavit)|Tr(?:\.|anscript)|Ex(?:\.|h\.|hibit)|Br(?:\.|ief)|Mot(?:\.|ion)|Mem\.|Pet(?:\.|ition)|Resp(?:\.|onse)|Opp(?:\.|['’]n)|Reply|R\.|App\.|J\.A\.|Stip\.|Order|Report|Dkt\.|ECF|Doc\.)\s?(?:No\.\s?)?(?:[A-Z\d][\w-]{0,8},?\s?)?(?:at\s|¶{1,2}\s?|pp?\.\s?|(?=\d{1,4}:\d))\d[\d:,-]{0,20}/g;
/** `[1932] AC 562`, `[2001] 2 All E.R. 45`, `[2009] UKSC 6`. */
const FOREIGN =
  /\[(?:1[89]|20)\d\d\]\s(?:\d{1,2}\s)?(?:UK(?:SC|HL|PC)|EW(?:CA|HC)|HCA|SCC|NZSC|A\.?C\.?|[QK]\.?B\.?|Ch\.?|W\.?L\.?R\.?|All\sE\.?R\.?|S\.?C\.?R\.?)\s(?:[A-Z][a-z]{2,5}\s)?\d{1,5}\b/g;
/** `100 Harv. L. Rev.`: the name of a journal between volume and page. */
const JOURNAL = /\b(?:L\.? ?(?:Rev|J|Q)|J\.|Rev\.|Law(?:yer)?|Bull|Treatise|Harv|Yale|Colum)\b/;

/** Whether the name between a volume and a page is a journal's. @param written a name that the table of reporters lacks */
export function isJournal(written: string): boolean {
  return JOURNAL.test(written);
}

export function findOtherWorks(text: string): OtherWork[] {
  return [...findStatutes(text), ...ranges(text, RECORD, "record"), ...ranges(text, FOREIGN, "foreign")];
}

export function findStatutes(text: string): OtherWork[] {
  const works = [...ranges(text, FEDERAL, "statute"), ...ranges(text, RULE, "statute")];
  for (const section of ranges(text, SECTION, "statute")) {
    const from = Math.max(0, section.start - MAX_CODE);
    const code = CODE.exec(withoutEnd(text.slice(from, section.start), /[\s,]/));
    if (code !== null) works.push({ ...section, start: startOfCode(text, from + code.index) });
  }
  return works.sort((a, b) => a.start - b.start || b.end - a.end);
}

function ranges(text: string, pattern: RegExp, form: OtherWork["form"]): OtherWork[] {
  return [...text.matchAll(pattern)].map(({ 0: matched, index: start }) => ({
    form,
    start,
    end: start + withoutEnd(matched, /[.:-]/).length,
  }));
}

/** The capitalised words before `Code` that name it: `N.Y. Penal `. */
function startOfCode(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - MAX_CODE), at);
  const words = before.split(/(?<=\s)/).toReversed();
  let start = at;
  for (const word of words) {
    if (!/^(?:[A-Z][\w.&'’]*|&|and)\s$/.test(word)) break;
    start -= word.length;
  }
  return start;
}
