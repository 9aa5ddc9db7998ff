/** The column next to a case: its parts, what it cites, what cites it, the people, and its other formats. */

import type { BodyFormat } from "../../corpus/bodies.ts";
import { mainCite } from "../../domain/citation.ts";
import type { Case } from "../../domain/records.ts";
import { type Html, markup } from "../markup.ts";
import type { PageRequest } from "../page.ts";
import { numberWords } from "../words.ts";
import { caseOutline } from "./case-outline.ts";
import { caseTake } from "./case-take.ts";
import type { CaseText } from "./case-text.ts";
import { caseLink, citesList } from "./cites/cites-list.ts";
import type { CitedWorks } from "./cites/group-cites.ts";

/** Cases in the column that cite this one; a link leads to all. */
const MAX_CITED_BY = 10;
const MAX_PEOPLE = 8;

export interface ShownCase {
  readonly found: Case;
  readonly text: CaseText;
  /** What it cites, as far as this reader may see it. */
  readonly cites: CitedWorks;
}

export function caseSidebar({ found, text, cites }: ShownCase, request: PageRequest): Html {
  return markup`<div class="case-sidebar" id="outline">
<button class="plain case-close" type="button">Close</button>
${caseOutline(found, text, request)}
${caseTake(found, text, request)}
${sameTextList(found, request)}
${citesList(found.id, cites, request)}
${citedByList(found.id, request)}
${similarLink(found.id, request)}
${people(text)}
${forms(found.id, text, request)}
</div>`;
}

function sameTextList(found: Case, { corpus, root }: PageRequest): Html | null {
  const others = corpus.sameDayDuplicates(found);
  if (others.length === 0) return null;
  return markup`<section id="same-text" class="no-print"><h2>Nearly the same text</h2>
<ul>${others.map((one) => markup`<li>${caseLink(one, root, mainCite(one.citations) ?? "")}</li>`)}</ul></section>`;
}

function citedByList(id: number, { corpus, root }: PageRequest): Html | null {
  const { count, items } = corpus.cases({
    filter: { citesTo: { ids: [id], cites: corpus.citationsOf(id) } },
    ordering: { by: "decision_date", descending: true },
    position: null,
    pageSize: MAX_CITED_BY,
  });
  if (items.length === 0) return null;
  const all = markup`<p class="case-more"><a href="${root}/?cites_to=${id}">All ${count === null ? "" : numberWords(count)} cases that cite this one</a></p>`;
  return markup`<section id="cited-by" class="no-print"><h2>Cited by <span class="quiet">${count === null ? "" : numberWords(count)}</span></h2>
<ul>${items.map((one) => markup`<li>${caseLink(one, root, mainCite(one.citations) ?? "")}</li>`)}</ul>${count === items.length ? null : all}</section>`;
}

/** They take longer than the page, so a link leads to them. */
function similarLink(id: number, { root }: PageRequest): Html {
  return markup`<p class="case-more no-print"><a href="${root}/cases/${id}/similar/">Similar cases</a></p>`;
}

/** The first names of the body; the text has all. */
function people(text: CaseText): Html | null {
  if (text.state !== "shown") return null;
  const { parties, judges, attorneys } = text.body;
  const groups = [
    { name: "Parties", of: parties },
    { name: "Judges", of: judges },
    { name: "Attorneys", of: attorneys },
  ].filter(({ of }) => of.length > 0);
  if (groups.length === 0) return null;
  return markup`<section class="case-people no-print"><h2>Who took part</h2><dl>${groups.map(
    ({ name, of }) =>
      markup`<dt>${name}</dt>${of.slice(0, MAX_PEOPLE).map((one) => markup`<dd dir="auto">${brief(one)}</dd>`)}${
        of.length > MAX_PEOPLE
          ? markup`<dd class="quiet">and ${numberWords(of.length - MAX_PEOPLE)} more</dd>`
          : null
      }`,
  )}</dl></section>`;
}

const MAX_PERSON = 240;

function brief(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const points = [...line.slice(0, 2 * MAX_PERSON)];
  return points.length <= MAX_PERSON ? line : `${points.slice(0, MAX_PERSON).join("").trimEnd()}…`;
}

const FORM_NAMES: Readonly<Record<BodyFormat, string>> = { text: "text", html: "HTML", xml: "XML" };

function forms(id: number, text: CaseText, { baseUrl }: PageRequest): Html {
  const address = `${baseUrl}/v1/cases/${id}/`;
  const bodies = text.state === "shown" ? (text.parts.length > 0 ? text.forms : []) : [];
  const links = bodies.map(
    (form) =>
      markup`<li><a href="${address}?full_case=true&amp;body_format=${form}">JSON with the ${FORM_NAMES[form]}</a></li>`,
  );
  return markup`<section class="case-forms no-print"><h2>For programs</h2><ul><li><a href="${address}">JSON record</a></li>${links}</ul></section>`;
}
