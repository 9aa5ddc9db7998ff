/** The outline of a case: its parts, headings and notes, its printed pages, and the cases before and after it. It stays in view on wide screens. */
import { headingNumber } from "../../casebody/reading/headings.ts";
import type { ReadingPart } from "../../casebody/reading/reading-body.ts";
import type { Case } from "../../domain/records.ts";
import { type Html, markup } from "../markup.ts";
import type { PageRequest } from "../page.ts";
import { numberWords } from "../words.ts";
import { scanLink } from "./case-scan.ts";
import type { CaseText, ShownPart } from "./case-text.ts";
import { goToPageForm } from "./page-of-case.ts";

/** More than any real case has. */
const MAX_PARTS = 100;
const MAX_HEADINGS = 200;
const MAX_PAGES = 2_000;

export function caseOutline(found: Case, text: CaseText, request: PageRequest): Html {
  const { root } = request;
  return markup`${inThisCase(found, text, request)}
${scanLink(found, request)}
<nav class="case-neighbours no-print" aria-label="Cases of this volume"><a href="${root}/cases/${found.id}/previous/" rel="nofollow">← Previous case</a> <a href="${root}/cases/${found.id}/next/" rel="nofollow">Next case →</a></nav>`;
}

function inThisCase(found: Case, text: CaseText, request: Pick<PageRequest, "root" | "query">): Html | null {
  if (text.state !== "shown") return null;
  const unpaged = text.parts.length > 0 && text.body.pages.length === 0 ? UNPAGED : null;
  const hasEntries = text.parts.some(({ part }) => part.headings.length + part.footnotes.length > 0);
  const parts = text.parts.length < 3 && !hasEntries ? [] : text.parts.slice(0, MAX_PARTS);
  const pages = text.body.pages.length < 2 ? [] : text.body.pages.slice(0, MAX_PAGES);
  if (parts.length === 0 && pages.length === 0) return unpaged;
  return markup`<nav aria-labelledby="parts-title" class="case-outline no-print"><h2 id="parts-title">In this case</h2>${pages.length === 0 ? null : goToPageForm(found.id, request)}${parts.length === 0 ? null : markup`<ul>${parts.map(partItem)}</ul>`}${unpaged}${pageList(found, pages)}</nav>`;
}

/** As `check` says of a quotation whose page the draft names. */
const UNPAGED = markup`<p class="quiet no-print">The source’s text marks no printed pages. Page not checkable: where a quotation is printed cannot be compared.</p>`;

function partItem({ id, name, part }: ShownPart): Html {
  const headings = headingItems(part.headings.slice(0, MAX_HEADINGS));
  const [note] = part.footnotes;
  const notes =
    note === undefined
      ? null
      : markup`<li><a href="#${note}">Notes</a> <span class="quiet">${numberWords(part.footnotes.length)}</span></li>`;
  const below = headings.length === 0 && notes === null ? null : markup`<ul>${headings}${notes}</ul>`;
  return markup`<li><a href="#${id}"><bdi>${name}</bdi></a>${below}</li>`;
}

const ROMAN = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX".split(" ");

/** The headings, and in their places the numbers that are missing between them. */
function headingItems(headings: ReadingPart["headings"]): Html[] {
  const last = [0, 0, 0, 0];
  return headings.map(({ id, text, level }) => {
    const [before = 0, number] = [last[level], headingNumber(text)];
    if (number !== null) last.fill(0, level + 1).fill(number, level, level + 1);
    const missing = before === 0 || number === null ? [] : numbersBetween(before, number).slice(0, 3);
    const labels = missing.map((one) => [ROMAN[one - 1], String.fromCharCode(64 + one), one][level - 1]);
    return markup`${labels.map((label) => markup`<li data-level="${level}" class="quiet">${label}: ${NOT_IN_SOURCE}</li>`)}<li data-level="${level}"><a href="#${id}"><bdi>${text}</bdi></a></li>`;
  });
}

const NOT_IN_SOURCE = "not in the source’s text";

/** `3, 4` of 2 and 5. */
function numbersBetween(before: number, after: number): number[] {
  return Array.from({ length: Math.max(0, after - before - 1) }, (_, at) => before + 1 + at);
}

/** The printed pages that the text does not mark, as ranges; the first page has no mark of its own. */
function unmarkedPages({ firstPage, lastPage }: Case, pages: readonly string[]): string[] {
  const marked = [firstPage, ...pages, String(Number(lastPage) + 1)].map(Number);
  if (marked.some((page) => !Number.isSafeInteger(page))) return [];
  return marked.slice(1).flatMap((page, at) => {
    const [from, to] = [(marked[at] ?? page) + 1, page - 1];
    return from > to ? [] : [from === to ? String(from) : `${from}–${to}`];
  });
}

/** All pages as links, in a list that opens. */
function pageList(found: Case, pages: readonly string[]): Html | null {
  const [first, last] = [pages[0], pages.at(-1)];
  if (first === undefined || last === undefined) return null;
  const unmarked = unmarkedPages(found, pages);
  const note =
    unmarked.length === 0
      ? null
      : markup`<p class="quiet">Marks of the pages ${unmarked.join(", ")}: ${NOT_IN_SOURCE}</p>`;
  return markup`${note}<details class="case-pages"><summary>Pages ${first}–${last}</summary><ol>${pages.map(
    (page) => markup`<li><a href="#p${page}">${page}</a></li>`,
  )}</ol></details>`;
}
