/** The list of what a case cites, grouped by work, in the column next to the text. */
import type { Case } from "../../../domain/records.ts";
import { type Html, markup } from "../../markup.ts";
import type { PageRequest } from "../../page.ts";
import { numberWords, shortName } from "../../words.ts";
import { searchFor } from "../case-citations.ts";
import type { CitedWork, CitedWorks } from "./group-cites.ts";

/** Cases in the column; a link leads to all works. */
const MAX_CASES = 10;
/** Of each further group. */
const MAX_OTHERS = 4;
/** Works of a group in the complete list: more than any real opinion cites. */
const MAX_WORKS = 3_000;

interface Group {
  readonly name: string;
  readonly works: readonly CitedWork[];
  readonly most: number;
}

export function citesList(id: number, cites: CitedWorks, { query, root }: PageRequest): Html | null {
  const { inCorpus, elsewhere, statutes, others } = cites;
  const groups = [
    { name: "In this corpus", works: inCorpus, most: MAX_CASES },
    { name: "Other cases", works: elsewhere, most: Math.max(MAX_OTHERS, MAX_CASES - inCorpus.length) },
    { name: "Statutes and rules", works: statutes, most: MAX_OTHERS },
    { name: "Journals and other works", works: others, most: MAX_OTHERS },
  ].filter(({ works }) => works.length > 0);
  if (groups.length === 0) return null;
  const count = groups.reduce((sum, { works }) => sum + works.length, 0);
  const wantsAll = query.get("cites") === "all";
  const isCut = !wantsAll && groups.some(({ works, most }) => works.length > most);
  const more = isCut
    ? markup`<p class="case-more"><a href="${root}/cases/${id}/?cites=all#cites">All ${numberWords(count)} works cited</a></p>`
    : null;
  const shown = groups.map((one) => (wantsAll ? { ...one, most: MAX_WORKS } : one));
  return markup`<section id="cites" class="no-print"><h2>Cites <span class="quiet">${numberWords(count)}</span></h2>
${shown.map((one) => groupHtml(one, shown.length === 1 ? "alone" : "one of several", root))}${more}</section>`;
}

/** The number of a single group is in the heading of the list. */
function groupHtml({ name, works, most }: Group, company: "alone" | "one of several", root: string): Html {
  const number =
    company === "alone" ? null : markup` <span class="quiet">${numberWords(works.length)}</span>`;
  return markup`<h3>${name}${number}</h3>
<ul>${works.slice(0, most).map((one) => markup`<li>${workHtml(one, root)}${timesHtml(one.times)}</li>`)}</ul>
`;
}

function workHtml({ case: found, name, cites, year }: CitedWork, root: string): Html {
  if (found !== null) return caseLink(found, root, cites.join(", "));
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
export function caseLink(one: Case, root: string, cite: string): Html {
  const year = /^\d{4}(?!\d)/.exec(one.decisionDate ?? "")?.[0];
  const isYearShown = year !== undefined && !hasYear(cite, year);
  const behind = [cite, isYearShown ? `(${year})` : ""].filter((part) => part !== "").join(" ");
  return markup`<a href="${root}/cases/${one.id}/"><bdi>${shortName(one)}</bdi></a>${behind === "" ? null : markup` <span class="quiet"><bdi>${behind}</bdi></span>`}`;
}

/** Whether a volume of the citations is the year: `2009 WI 78`. */
function hasYear(cites: string, year: string): boolean {
  return `, ${cites}`.includes(`, ${year} `);
}
