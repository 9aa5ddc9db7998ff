/** The outline of a case: its parts, headings and notes, its printed pages, and the cases before and after it. It stays in view on wide screens. */
import { headingNumber } from "../../casebody/headings.ts";
import type { ReadingPart } from "../../casebody/reading-body.ts";
import { partsOfCitation } from "../../citations/read-citation.ts";
import type { Case } from "../../domain/records.ts";
import { type Html, markup, movedPage, type Page, type PageRequest } from "../page.ts";
import { numberWords, shortened, shortName } from "../words.ts";
import type { CaseText, ShownPart } from "./case-text.ts";

/** More than any real case has. */
const MAX_PARTS = 100;
const MAX_HEADINGS = 200;
const MAX_PAGES = 2_000;

export function caseOutline(record: Case, text: CaseText, request: PageRequest): Html {
  const { root } = request;
  return markup`${inThisCase(record, text, request)}
${scanLink(record, request)}
<nav class="case-neighbours no-print" aria-label="Cases of this volume"><a href="${root}/cases/${record.id}/previous/" rel="nofollow">← Previous case</a> <a href="${root}/cases/${record.id}/next/" rel="nofollow">Next case →</a></nav>`;
}

function inThisCase(record: Case, text: CaseText, request: Pick<PageRequest, "root" | "query">): Html | null {
  if (text.state !== "shown") return null;
  const unpaged = text.parts.length > 0 && text.body.pages.length === 0 ? UNPAGED : null;
  const hasEntries = text.parts.some(({ part }) => part.headings.length + part.footnotes.length > 0);
  const parts = text.parts.length < 3 && !hasEntries ? [] : text.parts.slice(0, MAX_PARTS);
  const pages = text.body.pages.length < 2 ? [] : text.body.pages.slice(0, MAX_PAGES);
  if (parts.length === 0 && pages.length === 0) return unpaged;
  return markup`<nav aria-labelledby="parts-title" class="case-outline no-print"><h2 id="parts-title">In this case</h2>${pages.length === 0 ? null : goToPageForm(record.id, request)}${parts.length === 0 ? null : markup`<ul>${parts.map(partItem)}</ul>`}${unpaged}${pageList(record, pages)}</nav>`;
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
    const labels = missing.map((nth) => [ROMAN[nth - 1], String.fromCharCode(64 + nth), nth][level - 1]);
    return markup`${labels.map((label) => markup`<li data-level="${level}" class="quiet">${label}: ${NOT_IN_SOURCE}</li>`)}<li data-level="${level}"><a href="#${id}"><bdi>${text}</bdi></a></li>`;
  });
}

const NOT_IN_SOURCE = "not in the source’s text";

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

function pageList(record: Case, pages: readonly string[]): Html | null {
  const [first, last] = [pages[0], pages.at(-1)];
  if (first === undefined || last === undefined) return null;
  const unmarked = unmarkedPages(record, pages);
  const note =
    unmarked.length === 0
      ? null
      : markup`<p class="quiet">Marks of the pages ${unmarked.join(", ")}: ${NOT_IN_SOURCE}</p>`;
  return markup`${note}<details class="case-pages"><summary>Pages ${first}–${last}</summary><ol>${pages.map(
    (page) => markup`<li><a href="#p${page}">${page}</a></li>`,
  )}</ol></details>`;
}

/** Other copies of the site may have no scans. */
const PUBLISHER = "https://static.case.law/";
const ZIP = ".zip";
/** First pages in names of files: `0036`, `0xii`. */
const PAGE = /^(?:\d{1,6}|[ivxlc]{1,8})$/;
const MIN_CHARACTERS = 4;

/**
 * The address of the publisher's scan of a case, a PDF of its printed pages (docs/formats.md, "The static site"); null if it is not certain.
 *
 * The folder of the volume is only in the publisher's list, and the name of the file has a number that counts the cases that begin on
 * the same page. So the list must have been read, the complete volume imported, and the case must be the only one on its page.
 */
function scanAddress(record: Case, { corpus }: Pick<PageRequest, "corpus">): string | null {
  const { firstPage, reporter, volume } = record;
  if (reporter.id === null || volume.barcode === null || !PAGE.test(firstPage)) return null;
  const zip = corpus.volumeAddress({ reporterId: reporter.id, barcode: volume.barcode });
  if (zip === null || !zip.startsWith(PUBLISHER) || !zip.endsWith(ZIP)) return null;
  const official = record.citations.find(({ type }) => type === "official")?.cite ?? "";
  if (partsOfCitation(official)?.page !== firstPage || corpus.idsByCitation(official).length !== 1)
    return null;
  const name = `${firstPage.padStart(MIN_CHARACTERS, "0")}-01`;
  return `${zip.slice(0, -ZIP.length)}/case-pdfs/${name}.pdf`;
}

/** The script leads to the page that is being read, by its distance from the first. */
function scanLink(record: Case, request: Pick<PageRequest, "corpus">): Html | null {
  const address = scanAddress(record, request);
  if (address === null) return null;
  return markup`<p class="case-scan no-print"><a href="${address}" rel="external noreferrer" data-scan="${/^\d/.test(record.firstPage) ? record.firstPage : ""}">Scan of the printed page <span aria-hidden="true">↗</span></a> <span class="quiet">PDF at static.case.law, not on this machine</span></p>`;
}

export const PAGE_PARAMETER = "page";

type RequestAddress = Pick<PageRequest, "root" | "query">;

/**
 * Leads to a printed page: `/cases/7/?page=350` to `/cases/7/#p350`. A page between those that the text marks is after the mark before it.
 * Any other page gets an answer that says so.
 */
export function pageOfCase(record: Case, text: CaseText, { root, query }: RequestAddress): Page {
  const written = (query.get(PAGE_PARAMETER) ?? "").trim();
  const label = written.replace(/^(?:pp?\.|\*)\s*/i, "").toLowerCase();
  const pages = text.state === "shown" ? text.body.pages : [];
  const page = pages.find((mark) => mark.toLowerCase() === label);
  const address = caseAddress(record.id, { root, query });
  if (page !== undefined) return movedPage(`${address}#p${page}`);
  // the text begins within its first page, so no mark is there
  if (label !== "" && label === record.firstPage.toLowerCase()) return movedPage(address);
  if (pages.length > 0 && isWithin(label, [record.firstPage, ...pages, record.lastPage])) {
    const before = pages.findLast((mark) => Number(mark) < Number(label));
    return movedPage(before === undefined ? address : `${address}#p${before}`);
  }
  const title = written === "" ? "Which page?" : `No page ${shortened(written, 20)} in this case`;
  const [first, last] = [record.firstPage || pages[0], pages.at(-1)];
  const range =
    first === undefined || last === undefined
      ? "Its text marks no printed pages: page not checkable."
      : `Its text marks the pages ${first} to ${last}.`;
  const main = markup`<div class="message">
<h1>${title}</h1>
<p><a href="${address}"><bdi>${shortName(record)}</bdi></a>: ${range}</p>
${pages.length === 0 ? null : goToPageForm(record.id, { root, query })}
</div>`;
  return { status: 404, title, main };
}

/** Whether a page number is from the least to the greatest number of `pages`. Pages of front matter have other numbers. */
function isWithin(page: string, pages: readonly string[]): boolean {
  const numbers = pages.filter((label) => /^\d{1,6}$/.test(label)).map(Number);
  return (
    /^\d{1,6}$/.test(page) && Number(page) >= Math.min(...numbers) && Number(page) <= Math.max(...numbers)
  );
}

/** The form keeps the other parameters, so that the matches of a search stay marked. */
function goToPageForm(id: number, { root, query }: RequestAddress): Html {
  const fields = [...query].filter(([name]) => name !== PAGE_PARAMETER && name !== "cites");
  return markup`<form class="case-go" action="${root}/cases/${id}/"><label for="go-to-page">Go to page</label> <input id="go-to-page" name="${PAGE_PARAMETER}" required size="5" maxlength="12" autocomplete="off">${fields.map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)} <button class="plain">Go</button></form>`;
}

function caseAddress(id: number, { root, query }: RequestAddress): string {
  const parameters = new URLSearchParams(query);
  parameters.delete(PAGE_PARAMETER);
  return `${root}/cases/${id}/${parameters.size === 0 ? "" : `?${parameters}`}`;
}
