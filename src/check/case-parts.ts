/**
 * In which part of a case a passage is: the opinion of the court, a dissent, the head matter, a note; and whether a draft says so of what it
 * quotes from a part that is not the court's.
 */
import type { CaseBody } from "../domain/casebody.ts";
import { withoutEnd } from "../domain/citation.ts";
import { sentenceEnds } from "../text/sentences.ts";
import type { TextRange } from "./draft.ts";
import { textAfterCitation } from "./draft-citations.ts";

export interface CasePart {
  /** `majority`, `dissent`, `concurring in part and dissenting in part`, `head matter` …; null if it is not known. */
  readonly kind: string | null;
  readonly author: string | null;
  readonly text: string;
}

/** A line with which a separate opinion begins: `MR. JUSTICE HARLAN, dissenting.` */
const HEADING =
  /^(?:[[{(]?¶?\s?\d{0,4}[\]})]?\.?\s{0,3})?(\p{Lu}[^\n]{0,80}?),?\s[[({]?(dissenting|(?:specially )?concurring)\b[^\n]{0,60}$/u;
const JUDGE = /\b(?:justices?|judges?|j\.?j\.?|[cpe]\.\s?j|j\.)(?=$|[^\p{L}])/iu;
/** Opinions that may have separate ones in their text. */
const UNDIVIDED = new Set(["majority", "combined", "unanimous", "plurality"]);

/** The parts of a case in the order of its text. */
export function partsOfCase({ headMatter, opinions }: CaseBody): CasePart[] {
  return [
    { kind: "head matter", author: null, text: headMatter },
    ...opinions.flatMap(({ type, author, text }) => {
      const kind = type === null || type === "combined" ? null : type.replaceAll("-", " ");
      const part = { kind, author: author === null ? null : withoutEnd(author, /[\s:;,.—–-]/) };
      return type === null || UNDIVIDED.has(type) ? dividedText(text, part) : [{ ...part, text }];
    }),
  ];
}

function dividedText(text: string, part: Omit<CasePart, "text">): CasePart[] {
  if (!/\b(?:dissent|concurr)ing\b/.test(text)) return [{ ...part, text }];
  const parts = [{ ...part, lines: [] as string[] }];
  for (const [nth, line] of text.split("\n").entries()) {
    const [, author = "", how = ""] = (nth > 0 && HEADING.exec(line)) || [];
    if (JUDGE.test(author))
      parts.push({ kind: how === "dissenting" ? "dissent" : "concurrence", author, lines: [] });
    parts.at(-1)?.lines.push(line);
  }
  return parts.map(({ lines, ...part }) => ({ ...part, text: lines.join("\n") }));
}

/** What a draft says near a quotation from a part that is not the court's, by the kind of the part. */
const SAID: readonly (readonly [kind: RegExp, said: RegExp])[] = [
  [/concurring in part/, /\b(?:dissent|concur)|\bopinion of\b|\bseparate/i],
  [/dissent/, /(?<!\b(?:over|despite|against|unlike)\s(?:\p{L}{1,20}\s){0,2})\bdissent/iu],
  [/concur/, /\bconcur|\bopinion of\b|\bseparate/i],
  [/plurality/, /\bplurality|\bopinion of\b|\blead opinion\b|\bannounc/i],
  [/head matter/, /\bsyllabus|\bhead ?notes?\b|\bargu|\bcounsel\b|\bstatement of\b|\breporter\b|\battorney/i],
  [/trial court/, /\btrial|\bbelow\b|\bchancellor|\bcircuit judge/i],
];
const SAYS_SEPARATE =
  /\([^()]{0,200}\b(?:dissent|concurr)ing\b[^()]{0,100}\)|\bin\s(?:(?:his|her|their|a)\s)?(?:dissent|concurrence)\b|\(dissent\)/i;
/** The first word of each author of `Iredell, Justice. Wilson, Justice. By the Court.` */
const AUTHORS = /(?:^|(?<![Pp]resent)[.:]\s{1,3})[^\p{L}\s]{0,3}(\p{Lu}[\p{L}'’-]{2,40}),{1,2}\s/gu;

/** What is to be said of the part of a quotation; null for the court's words, and for those that the draft gives as what they are. */
export function partRemark(part: CasePart | undefined, nearby: string): string | null {
  if (part === undefined) return null;
  const isSeparate = SAYS_SEPARATE.test(nearby);
  if (!isCourts(part)) {
    if (saysPart(part, nearby)) return null;
    return `in ${partWords(part)}, given ${isSeparate ? "as of another opinion" : "without saying so"}`;
  }
  if (hasSeveralAuthors(part))
    return `in opinions of several judges that the text does not separate: ${part.author}`;
  return part.kind !== null && isSeparate ? `in ${partWords(part)}, given as of a separate opinion` : null;
}

/** Whether opinions of several judges are one in the text. */
export function hasSeveralAuthors({ author }: Pick<CasePart, "author">): boolean {
  return new Set([...(author ?? "").matchAll(AUTHORS)].map(([, name]) => name)).size > 1;
}

const ARGUES =
  /\b(?:conten(?:d(?:s|ed|ing)?|tion)|argu(?:e[sd]?|ing|ment)|urg(?:e[sd]?|ing)|insist(?:s|ed|ing|ence)?|maintain(?:s|ed|ing)?|assert(?:s|ed|ing|ion)?|claim(?:s|ed|ing)?|submit(?:s|ted|ting)?|alleg(?:e[sd]?|ing|ation)|object(?:s|ed|ion)|suggestion|proposition|theory|assumption|it\sis\ssaid)(?:\s(?:is|was|here|also|further|first|next|by(?:\s\p{L}[\p{L}.'’]{0,20}){1,4})|,\s(?!(?:we|i|the\scourt|it)\b)[^,.;:]{1,40},)?,?\sthat\b|\baccording\sto\s(?:the\s)?(?:plaintiff|defendant|petitioner|respondent|appell(?:ant|ee)|state|government|city)s?,/iu;
/** Who argues is no party. */
const NO_PARTY = /\b(?:we|our|i|court|judge|justice|opinion|dissent)\s(?:\p{L}{2,20}\s){0,2}$/iu;
/** With these a sentence goes on in the court's own words. */
const GOES_ON = /;|\b(?:but|however|yet|although|though|while|whereas)\b/i;
/** With what an opinion begins a clause that is not its own, directly before it or earlier in the sentence, and what a draft then says. */
const REPORTED: readonly (readonly [begins: RegExp, said: RegExp])[] = [
  [
    ARGUES,
    /\b(?:argu|conten[dt]|urge|insist|maintain|assert|claim|submit|alleg|object|suggest|propos|theory|assum|according|counsel\b|position\b)/i,
  ],
  [
    /\b(?:(?:district|trial|circuit|superior|lower)\s(?:court|judge)|courts?\sof\sappeals?|appellate\scourt|court\sbelow|jury)\s\p{L}{3,12}d\sthat\b/iu,
    /\b(?:district|trial|circuit|superior|lower)\s(?:court|judge)|\bcourts?\sof\sappeals?|\bappellate\scourt|\bbelow\b|\bjury/i,
  ],
  [
    /\bwhether(?:\sor\snot)?(?:\s(?:the|an?|such|this|these|his|her|its|their))?$/i,
    /\b(?:whether|questions?|issues?|asks?|asked)\b/i,
  ],
];

/**
 * What is to be said of a passage that the opinion only reports, as a party's argument, a lower court's finding or a question, unless the
 * draft gives it as that.
 *
 * @param before what the case has before each place of the passage
 */
export function reportRemark(before: readonly string[], nearby: string): string | null {
  const reports = before.map((text) => reportAtEnd(text, nearby));
  const [first = null] = reports;
  return first === null || reports.includes(null)
    ? null
    : `after “${first}” in the opinion, given without saying so`;
}

/** The words with which an unfinished sentence begins a report, `contends that`, if the draft does not say so. */
function reportAtEnd(text: string, nearby: string): string | null {
  // a sentence ends before a capital letter
  const sentence = text.trimEnd().slice([...sentenceEnds(`${text}A`)].at(-1) ?? 0);
  for (const [begins, said] of REPORTED) {
    const report = begins.exec(sentence);
    if (report === null || said.test(nearby)) continue;
    const isOwn = begins === ARGUES && NO_PARTY.test(sentence.slice(0, report.index));
    if (!isOwn && !GOES_ON.test(sentence.slice(report.index))) return report[0];
  }
  return null;
}

/** Of the parts that have a passage the one that the draft names, else the court's, else the first opinion. */
export function partMeant(parts: readonly CasePart[], nearby: string): CasePart | undefined {
  return (
    parts.find((part) => !isCourts(part) && saysPart(part, nearby)) ??
    parts.find(isCourts) ??
    parts.find(({ kind }) => kind !== "head matter") ??
    parts[0]
  );
}

function isCourts({ kind }: CasePart): boolean {
  return kind === null || !SAID.some(([of]) => of.test(kind));
}

function saysPart({ kind }: CasePart, nearby: string): boolean {
  return SAID.find(([of]) => of.test(kind ?? ""))?.[1].test(nearby) ?? true;
}

function partWords({ kind, author }: CasePart): string {
  if (kind === "head matter") return "the head matter (headnotes, arguments of counsel)";
  const words = kind === "dissent" || kind === "concurrence" ? kind : `opinion (${kind})`;
  const [name = ""] = author?.split(/,?\s[[({]?(?:dissent|concurr)ing\b/i) ?? [];
  return `the ${words}${name === "" ? "" : ` of ${name}`}`;
}

/** Characters of a draft before a quotation, and after it or its citation, that may say from which part of the case it is. */
const [MAX_BEFORE, MAX_AFTER] = [250, 150] as const;

/**
 * What a draft says around a quotation and its citation, without the quotation and what belongs to other citations.
 *
 * @param cited the citation with those parallel to it @param citations all citations of the draft, in order
 */
export function nearbyText(
  text: string,
  quotation: TextRange,
  cited: TextRange,
  citations: readonly TextRange[],
): string {
  const isOther = ({ start, end }: TextRange) => end <= cited.start || start >= cited.end;
  const previous = citations.findLast((citation) => isOther(citation) && citation.end <= quotation.start);
  const from = previous === undefined ? 0 : endOfCitation(text, previous.end);
  const before = text.slice(Math.max(from, quotation.start - MAX_BEFORE), quotation.start);
  const between =
    cited.start >= quotation.end ? text.slice(quotation.end, cited.start).slice(0, MAX_AFTER) : "";
  const next = citations.find((citation) => isOther(citation) && citation.start >= cited.end);
  // the quotation itself says nothing of its part
  const end = quotation.start >= cited.end ? quotation.start : text.length;
  const after = [
    sentenceFrom(text, quotation.end, next?.start),
    sentenceFrom(text, endOfCitation(text, cited.end), Math.min(end, next?.start ?? end)),
  ];
  const nearby = [before, between, text.slice(cited.end, endOfCitation(text, cited.end)), ...after];
  return nearby.map((words) => words.replace(OTHER_QUOTATION, " ")).join(" \n ");
}

/** What another quotation has is not said by the draft. */
const OTHER_QUOTATION = /“[^“”]*(?:”|$)|"[^"]*"/g;

/** The offset behind the pages, years and remarks in brackets of a citation. */
function endOfCitation(text: string, end: number): number {
  return end + textAfterCitation(text, end).length;
}

/** The rest of a sentence. */
function sentenceFrom(text: string, start: number, limit: number = text.length): string {
  const end = Math.min(limit, start + MAX_AFTER);
  const [first = end] = sentenceEnds(text, start, end);
  return text.slice(start, first);
}
