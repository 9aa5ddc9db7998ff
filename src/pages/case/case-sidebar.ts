/** The column next to a case: its parts, how to cite it, its files, what it cites, what cites it, the people, and its other formats. */

import { type CaseReference, referenceOf } from "../../bibliography/case-reference.ts";
import { bluebookLine, plainLine } from "../../bibliography/reference-formats.ts";
import type { BodyFormat } from "../../corpus/bodies.ts";
import { NEWEST } from "../../domain/query.ts";
import { type Case, citeOrDocket } from "../../domain/records.ts";
import { inParentheses, saidOf } from "../../v1/said-of.ts";
import { overruledSentences } from "../../v1/treatment.ts";
import { type Html, markup, type PageRequest } from "../page.ts";
import { numberWords } from "../words.ts";
import { CASE_FILES, type CaseFileEnding, REFERENCE_FILES, TEXT_FILES } from "./case-file.ts";
import { caseOutline } from "./case-outline.ts";
import type { CaseText } from "./case-text.ts";
import { caseLink, citesList, type WorkGroup } from "./cites-list.ts";

/** Cases in the column that cite this one; a link leads to all. */
const MAX_CITED_BY = 10;
const MAX_PEOPLE = 8;

interface ShownCase {
  readonly record: Case;
  readonly text: CaseText;
  /** What it cites, as far as this reader may see it. */
  readonly cites: readonly WorkGroup[];
}

export function caseSidebar({ record, text, cites }: ShownCase, request: PageRequest): Html {
  return markup`<div class="case-sidebar" id="outline">
<button class="plain case-close" type="button">Close</button>
${caseOutline(record, text, request)}
${caseTake(record, text, request)}
${sameTextList(record, request)}
${treatmentSection(record, request)}
${citesList(record.id, cites, request)}
${saidList(record, request)}
${citedByList(record.id, request)}
${similarLink(record.id, request)}
${people(text)}
${forms(record.id, text, request)}
</div>`;
}

function sameTextList(record: Case, { corpus, root }: PageRequest): Html | null {
  const duplicates = corpus.sameDayDuplicates(record);
  if (duplicates.length === 0) return null;
  return markup`<section id="same-text" class="no-print"><h2>Nearly the same text</h2>
<ul>${duplicates.map((duplicate) => markup`<li>${caseLink(duplicate, root, citeOrDocket(duplicate))}</li>`)}</ul></section>`;
}

/** What other decisions say of it in parentheses, the best first. */
function saidList(record: Case, { corpus, root }: PageRequest): Html | null {
  const said = saidOf(corpus, record);
  if (said.length === 0) return null;
  return markup`<section id="said" class="no-print"><h2>What other decisions say of it</h2>
<ul>${said.map(({ text, by, page }) => {
    const cite = by === null ? "" : [citeOrDocket(by), page].filter(Boolean).join(", ");
    return markup`<li><span dir="auto">${inParentheses(text)}</span>${by === null ? null : markup` ${caseLink(by, root, cite)}`}</li>`;
  })}</ul></section>`;
}

function citedByList(id: number, { corpus, root }: PageRequest): Html | null {
  const { count, items } = corpus.cases({
    filter: { citesTo: { ids: [id], cites: corpus.citationsOf(id) } },
    ...NEWEST,
    pageSize: MAX_CITED_BY,
  });
  if (items.length === 0) return null;
  const all = markup`<p class="case-more"><a href="${root}/?cites_to=${id}">All ${count === null ? "" : numberWords(count)} cases that cite this one</a></p>`;
  return markup`<section id="cited-by" class="no-print"><h2>Cited by <span class="quiet">${count === null ? "" : numberWords(count)}</span></h2>
<ul>${items.map((citing) => markup`<li>${caseLink(citing, root, citeOrDocket(citing))}</li>`)}</ul>${count === items.length ? null : all}</section>`;
}

/** Citing cases take longer to read than the page, so a link leads to what they say. */
function treatmentSection(record: Case, { corpus, root }: PageRequest): Html {
  const overruled = overruledSentences(corpus, record);
  return markup`<section id="treatment" class="no-print"><h2>Later treatment</h2>
${overruled.length === 0 ? null : markup`<ul>${overruled.map((sentence) => markup`<li><bdi>${sentence}</bdi></li>`)}</ul>`}
<p class="case-more"><a href="${root}/cases/${record.id}/treatment/">What later decisions say they did to it</a></p></section>`;
}

/** They take longer than the page, so a link leads to them. */
function similarLink(id: number, { root }: PageRequest): Html {
  return markup`<p class="case-more no-print"><a href="${root}/cases/${id}/similar/">Similar cases</a></p>`;
}

function people(text: CaseText): Html | null {
  if (text.state !== "shown") return null;
  const { parties, judges, attorneys } = text.body;
  const groups = [
    { name: "Parties", names: parties },
    { name: "Judges", names: judges },
    { name: "Attorneys", names: attorneys },
  ].filter(({ names }) => names.length > 0);
  if (groups.length === 0) return null;
  return markup`<section class="case-people no-print"><h2>Who took part</h2><dl>${groups.map(
    ({ name, names }) =>
      markup`<dt>${name}</dt>${names.slice(0, MAX_PEOPLE).map((person) => markup`<dd dir="auto">${shortPerson(person)}</dd>`)}${
        names.length > MAX_PEOPLE
          ? markup`<dd class="quiet">and ${numberWords(names.length - MAX_PEOPLE)} more</dd>`
          : null
      }`,
  )}</dl></section>`;
}

const MAX_PERSON = 240;

function shortPerson(text: string): string {
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

const PAGE = "\u0000";

function caseTake(record: Case, text: CaseText, { baseUrl, root }: PageRequest): Html {
  const reference = referenceOf(record, `${baseUrl}/cases/${record.id}/`);
  const hasText = text.state === "shown" && text.parts.length > 0;
  const files = [...REFERENCE_FILES, ...(hasText ? TEXT_FILES : [])];
  const link = (ending: CaseFileEnding): Html =>
    markup`<li><a href="${root}/cases/${record.id}.${ending}" download>${CASE_FILES[ending].label}</a></li>`;
  return markup`<section id="cite" class="case-take no-print"><h2>Cite and take away</h2>
${citeLine("Bluebook", bluebookLine, reference)}
${citeLine("In words", plainLine, reference)}
<ul class="case-files">${files.map(link)}</ul></section>`;
}

type Line = (reference: CaseReference, page?: string) => string;

/** The script writes the page that is being read between the two texts, which follow the name. */
function citeLine(label: string, line: Line, reference: CaseReference): Html {
  const afterName = (page?: string) => line(reference, page).slice(reference.name.length);
  const [before = "", after] = afterName(PAGE).split(PAGE);
  const places =
    after === undefined
      ? null
      : markup` data-before="${before}" data-after="${after}" data-first="${reference.firstPage}"`;
  return markup`<p class="case-cite"><span class="quiet">${label}</span> <span class="case-cite-line" dir="auto" data-cite${places}><i>${reference.name}</i>${afterName()}</span></p>`;
}
