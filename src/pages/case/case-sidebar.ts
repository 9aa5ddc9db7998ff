/** The column next to a case: its parts, what it cites, what cites it, the people, and its other formats. */
import type { BodyFormat } from "../../corpus/bodies.ts";
import type { Cited } from "../../corpus/cites.ts";
import type { Case } from "../../domain/records.ts";
import { type Html, markup } from "../markup.ts";
import type { PageRequest } from "../page.ts";
import { numberWords, shortName } from "../words.ts";
import { searchFor } from "./case-citations.ts";
import { caseOutline } from "./case-outline.ts";
import { caseTake } from "./case-take.ts";
import type { CaseText } from "./case-text.ts";

/** Citations in the column; a link leads to all. */
const MAX_BESIDE = 10;
/** Citations in the complete list: more than any real opinion has. */
const MAX_CITES = 3_000;
const MAX_PEOPLE = 8;

export interface ShownCase {
  readonly found: Case;
  readonly text: CaseText;
  /** What it cites, as far as this reader may see it. */
  readonly cites: readonly Cited[];
}

export function caseSidebar({ found, text, cites }: ShownCase, request: PageRequest): Html {
  return markup`<div class="case-sidebar" id="outline">
${caseOutline(found, text, request.root)}
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
<ul>${others.map((one) => markup`<li>${caseLink(one, root, one.citations[0]?.cite ?? "")}</li>`)}</ul></section>`;
}

function citesList(id: number, cites: readonly Cited[], { query, root }: PageRequest): Html | null {
  if (cites.length === 0) return null;
  const wantsAll = query.get("cites") === "all";
  const shown = wantsAll ? cites.slice(0, MAX_CITES) : inCorpusFirst(cites).slice(0, MAX_BESIDE);
  const more =
    shown.length < cites.length && !wantsAll
      ? markup`<p class="case-more"><a href="${root}/cases/${id}/?cites=all#cites">All ${numberWords(cites.length)} citations</a></p>`
      : null;
  return markup`<section id="cites" class="no-print"><h2>Cites <span class="quiet">${numberWords(cites.length)}</span></h2>
<ul>${shown.map((one) => markup`<li>${citedHtml(one, root)}</li>`)}</ul>${more}</section>`;
}

/** Cases of the corpus come first, then others, each in the order of the text. */
function inCorpusFirst(cites: readonly Cited[]): Cited[] {
  return [...cites].sort((a, b) => Number(a.case === null) - Number(b.case === null));
}

function citedHtml({ case: cited, cite }: Cited, root: string): Html {
  if (cited === null)
    return markup`<a class="cb-sought" href="${searchFor(cite, root)}"><bdi>${cite}</bdi></a>`;
  return caseLink(cited, root, cite);
}

function citedByList(id: number, { corpus, root }: PageRequest): Html | null {
  const { count, items } = corpus.cases({
    filter: { citesTo: { ids: [id], cites: corpus.citationsOf(id) } },
    ordering: { by: "decision_date", descending: true },
    position: null,
    pageSize: MAX_BESIDE,
  });
  if (items.length === 0) return null;
  const all = markup`<p class="case-more"><a href="${root}/?cites_to=${id}">All ${count === null ? "" : numberWords(count)} cases that cite this one</a></p>`;
  return markup`<section id="cited-by" class="no-print"><h2>Cited by <span class="quiet">${count === null ? "" : numberWords(count)}</span></h2>
<ul>${items.map((one) => markup`<li>${caseLink(one, root, one.citations[0]?.cite ?? "")}</li>`)}</ul>${count === items.length ? null : all}</section>`;
}

/** They take longer than the page, so a link leads to them. */
function similarLink(id: number, { root }: PageRequest): Html {
  return markup`<p class="case-more no-print"><a href="${root}/cases/${id}/similar/">Similar cases</a></p>`;
}

function caseLink(one: Case, root: string, cite: string): Html {
  const year = /^\d{4}(?!\d)/.exec(one.decisionDate ?? "")?.[0];
  const behind = [cite, year === undefined ? "" : `(${year})`].filter((part) => part !== "").join(" ");
  return markup`<a href="${root}/cases/${one.id}/"><bdi>${shortName(one)}</bdi></a>${behind === "" ? null : markup` <span class="quiet"><bdi>${behind}</bdi></span>`}`;
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
