/** Leads to a printed page of a case: `/cases/7/?page=350` to `/cases/7/#p350`. */
import type { Case } from "../../domain/records.ts";
import { type Html, markup } from "../markup.ts";
import { movedPage, type Page, type PageRequest } from "../page.ts";
import { shortened, shortName } from "../words.ts";
import type { CaseText } from "./case-text.ts";

/** The parameter with the page. */
export const PAGE_PARAMETER = "page";

type Asked = Pick<PageRequest, "root" | "query">;

/** A page between those that the text marks is after the mark before it. Any other page gets an answer that says so. */
export function pageOfCase(found: Case, text: CaseText, { root, query }: Asked): Page {
  const written = (query.get(PAGE_PARAMETER) ?? "").trim();
  const wanted = written.replace(/^(?:pp?\.|\*)\s*/i, "").toLowerCase();
  const pages = text.state === "shown" ? text.body.pages : [];
  const page = pages.find((one) => one.toLowerCase() === wanted);
  const address = caseAddress(found.id, { root, query });
  if (page !== undefined) return movedPage(`${address}#p${page}`);
  // the text begins within its first page, so no mark is there
  if (wanted !== "" && wanted === found.firstPage.toLowerCase()) return movedPage(address);
  if (pages.length > 0 && isWithin(wanted, [found.firstPage, ...pages, found.lastPage])) {
    const before = pages.findLast((one) => Number(one) < Number(wanted));
    return movedPage(before === undefined ? address : `${address}#p${before}`);
  }
  const title = written === "" ? "Which page?" : `No page ${shortened(written, 20)} in this case`;
  const [first, last] = [found.firstPage || pages[0], pages.at(-1)];
  const range =
    first === undefined || last === undefined
      ? "Its text marks no printed pages: page not checkable."
      : `Its text marks the pages ${first} to ${last}.`;
  const main = markup`<div class="message">
<h1>${title}</h1>
<p><a href="${address}"><bdi>${shortName(found)}</bdi></a>: ${range}</p>
${pages.length === 0 ? null : goToPageForm(found.id, { root, query })}
</div>`;
  return { status: 404, title, main };
}

/** Whether a page is between two of the others, or one of them. Pages of front matter have other numbers. */
function isWithin(page: string, others: readonly string[]): boolean {
  const numbers = others.filter((one) => /^\d{1,6}$/.test(one)).map(Number);
  return (
    /^\d{1,6}$/.test(page) && Number(page) >= Math.min(...numbers) && Number(page) <= Math.max(...numbers)
  );
}

/** The other parameters stay, so that the matches of a search do. */
export function goToPageForm(id: number, { root, query }: Asked): Html {
  const others = [...query].filter(([name]) => name !== PAGE_PARAMETER && name !== "cites");
  return markup`<form class="case-go" action="${root}/cases/${id}/"><label for="go-to-page">Go to page</label> <input id="go-to-page" name="${PAGE_PARAMETER}" required size="5" maxlength="12" autocomplete="off">${others.map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)} <button class="plain">Go</button></form>`;
}

function caseAddress(id: number, { root, query }: Asked): string {
  const others = new URLSearchParams(query);
  others.delete(PAGE_PARAMETER);
  return `${root}/cases/${id}/${others.size === 0 ? "" : `?${others}`}`;
}
