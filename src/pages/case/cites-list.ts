/** The list of what a case cites, grouped by work, in the column next to the text. */

import { findStatutes, isJournal } from "../../citations/other-works.ts";
import { partsOfCitation } from "../../citations/read-citation.ts";
import { type Cited, countOf } from "../../corpus/cites.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import type { Case } from "../../domain/records.ts";
import { type Html, markup, type PageRequest } from "../page.ts";
import { numberWords, shortName } from "../words.ts";
import { searchFor, type TextWorks } from "./case-citations.ts";

/** Cases in the column; a link leads to all works. */
const MAX_CASES = 10;
/** Works in the column of each further group. */
const MAX_OTHERS = 4;
/** Works of a group in the complete list: more than any real opinion cites. */
const MAX_WORKS = 3_000;

/** Works of a kind, the most cited first. */
export interface WorkGroup {
  readonly name: string;
  readonly works: readonly CitedWork[];
  /** As many are in the column. */
  readonly most: number;
}

export function citesList(
  id: number,
  groups: readonly WorkGroup[],
  { query, root }: PageRequest,
): Html | null {
  if (groups.length === 0) return null;
  const count = groups.reduce((sum, { works }) => sum + works.length, 0);
  const wantsAll = query.get("cites") === "all";
  const isCut = !wantsAll && groups.some(({ works, most }) => works.length > most);
  const more = isCut
    ? markup`<p class="case-more"><a href="${root}/cases/${id}/?cites=all#cites">All ${numberWords(count)} works cited</a></p>`
    : null;
  const shown = groups.map((group) => (wantsAll ? { ...group, most: MAX_WORKS } : group));
  return markup`<section id="cites" class="no-print"><h2>Cites <span class="quiet">${numberWords(count)}</span></h2>
${shown.map((group) => groupHtml(group, shown.length === 1 ? "alone" : "one of several", root))}${more}</section>`;
}

/** The number of a single group is in the heading of the list. */
function groupHtml(
  { name, works, most }: WorkGroup,
  company: "alone" | "one of several",
  root: string,
): Html {
  const number =
    company === "alone" ? null : markup` <span class="quiet">${numberWords(works.length)}</span>`;
  return markup`<h3>${name}${number}</h3>
<ul>${works.slice(0, most).map((work) => markup`<li>${workHtml(work, root)}${timesHtml(work.times)}</li>`)}</ul>
`;
}

function workHtml({ case: record, name, cites, year }: CitedWork, root: string): Html {
  if (record !== null) return caseLink(record, root, cites.join(", "));
  const [first = "", ...parallel] = cites;
  const behind = [
    parallel.map((cite) => `, ${cite}`).join(""),
    year === null || hasYear(cites.join(", "), String(year)) ? "" : ` (${year})`,
  ].join("");
  return markup`${name === null ? null : markup`<bdi>${name}</bdi>, `}<a class="cb-sought" href="${searchFor(first, root)}"><bdi>${first}</bdi></a>${behind === "" ? null : markup`<span class="quiet">${behind}</span>`}`;
}

function timesHtml(times: number): Html | null {
  return times > 1
    ? markup`<span class="quiet">\u00a0· </span><span class="case-times">${numberWords(times)} times</span>`
    : null;
}

/** A case of the corpus by its name, with its citations and year. */
export function caseLink(record: Case, root: string, cite: string): Html {
  const year = /^\d{4}(?!\d)/.exec(record.decisionDate ?? "")?.[0];
  const isYearShown = year !== undefined && !hasYear(cite, year);
  const behind = [cite, isYearShown ? `(${year})` : ""].filter((part) => part !== "").join(" ");
  return markup`<a href="${root}/cases/${record.id}/"><bdi>${shortName(record)}</bdi></a>${behind === "" ? null : markup` <span class="quiet"><bdi>${behind}</bdi></span>`}`;
}

/** Whether a volume of the citations is the year: `2009 WI 78`. */
function hasYear(cites: string, year: string): boolean {
  return `, ${cites}`.includes(`, ${year} `);
}

interface CitedWork {
  readonly kind: "case" | "statute" | "other";
  /** Null if the corpus does not have it. */
  readonly case: Case | null;
  /** The name of a case that the corpus does not have, as written; null if the text has none. */
  readonly name: string | null;
  /** As written; one at least. */
  readonly cites: readonly string[];
  readonly year: number | null;
  /** How often it is cited, as far as that is known. */
  readonly times: number;
}

/** Citations in a line: more than any real case has. */
const MAX_PARALLEL = 12;

/** @param text the statutes and journals of a text count if the source lists none */
export function groupCites(cites: readonly Cited[], text: TextWorks): readonly WorkGroup[] {
  const listed = groupByWork(cites, text);
  const hasOwnList = listed.some(({ kind }) => kind !== "case");
  const works = [...listed, ...(hasOwnList ? [] : worksOfText(text))].sort((a, b) => b.times - a.times);
  const worksOf = (kind: CitedWork["kind"]) => works.filter((work) => work.kind === kind);
  const inCorpus = worksOf("case").filter(({ case: record }) => record !== null);
  const elsewhere = worksOf("case").filter(({ case: record }) => record === null);
  return [
    { name: "In this corpus", works: inCorpus, most: MAX_CASES },
    { name: "Other cases", works: elsewhere, most: Math.max(MAX_OTHERS, MAX_CASES - inCorpus.length) },
    { name: "Statutes and rules", works: worksOf("statute"), most: MAX_OTHERS },
    { name: "Journals and other works", works: worksOf("other"), most: MAX_OTHERS },
  ].filter((group) => group.works.length > 0);
}

/** Citations are of one case if the corpus says so, or if the text has them as parallel citations. */
function groupByWork(cites: readonly Cited[], text: TextWorks): CitedWork[] {
  const works: CitedWork[] = [];
  const placeOf = new Map<unknown, number>();
  for (const cited of cites) {
    const named = text.caseOf(cited.standardCite) ?? text.caseOf(cited.cite);
    const normal = normaliseCitation(cited.standardCite) || null;
    const keys = [cited.case?.id, named, normal].filter((key) => key !== undefined && key !== null);
    const work = workOf(cited, nameToShow(named?.name ?? null));
    const place = keys
      .flatMap((key) => placeOf.get(key) ?? [])
      .find((at) => isCompatible(works[at]?.case ?? null, work.case));
    const at = place ?? works.length;
    const before = works[at];
    works[at] = before === undefined ? work : mergeWorks(before, work);
    for (const key of keys) if (!placeOf.has(key)) placeOf.set(key, at);
  }
  return works;
}

/** What is before a citation is not always only its name: `402A and Dippel v. Sciano`, `Rex v. Delaval, where the parent had`. */
const NO_NAME = /^\d|^Cited\b|["“”()[\]]|\bat \d|\bJustice\b|\b(?:is|said|was|were|when|where|which)\b/;

function nameToShow(name: string | null): string | null {
  return name === null || NO_NAME.test(name) ? null : name;
}

function isCompatible(a: Case | null, b: Case | null): boolean {
  return a === null || b === null || a.id === b.id;
}

function mergeWorks(a: CitedWork, b: CitedWork): CitedWork {
  return {
    kind: a.kind,
    case: a.case ?? b.case,
    name: a.name ?? b.name,
    cites: [...a.cites, ...b.cites.filter((cite) => !isAmong(a.cites, cite))].slice(0, MAX_PARALLEL),
    year: a.year ?? b.year,
    times: Math.max(a.times, b.times),
  };
}

/** `69 S.Ct. 1434` is `69 S. Ct. 1434`. */
function isAmong(cites: readonly string[], cite: string): boolean {
  const normal = normaliseCitation(cite);
  return cites.some((text) => normaliseCitation(text) === normal);
}

function workOf(cited: Cited, name: string | null): CitedWork {
  const { cite, standardCite, year } = cited;
  const shown = cite.trim() === "" ? standardCite : cite;
  return {
    ...{ kind: kindOf(cited), case: cited.case, name, cites: [shown], year },
    times: countOf(cited),
  };
}

/** Works in volumes and pages that are neither reports nor journals: commentaries and encyclopedias. */
const BOOK =
  /^(?:Bl|Black|Blackstone|Kent)['’]?s?\.?,? Comm?\b|^(?:Co\. Litt|Am\. ?Jur|Corpus Juris|Cyc|R\. ?C\. ?L|C\. ?J)\b/;

function kindOf({ case: record, category, cite, reporter }: Cited): CitedWork["kind"] {
  if (record !== null) return "case";
  if (BOOK.test(reporter ?? "")) return "other";
  if (category?.startsWith("reporters:")) return "case";
  if (category?.startsWith("laws:")) return "statute";
  if (category !== null) return "other";
  if (findStatutes(cite).length > 0) return "statute";
  return partsOfCitation(cite) === null || isJournal(reporter ?? cite) ? "other" : "case";
}

function worksOfText(text: TextWorks): CitedWork[] {
  return text.otherWorks().map(({ form, cite, times }) => ({
    kind: form === "statute" ? "statute" : "other",
    ...{ case: null, name: null, cites: [cite], year: null, times },
  }));
}
