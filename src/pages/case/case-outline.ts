/** The outline of a case: its parts, headings and notes, its printed pages, and the cases before and after it. It stays in view on wide screens. */
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
  const hasEntries = text.parts.some(({ part }) => part.headings.length + part.footnotes.length > 0);
  const parts = text.parts.length < 3 && !hasEntries ? [] : text.parts.slice(0, MAX_PARTS);
  const pages = text.body.pages.length < 2 ? [] : text.body.pages.slice(0, MAX_PAGES);
  if (parts.length === 0 && pages.length === 0) return null;
  return markup`<nav aria-labelledby="parts-title" class="case-outline no-print"><h2 id="parts-title">In this case</h2>${pages.length === 0 ? null : goToPageForm(found.id, request)}${parts.length === 0 ? null : markup`<ul>${parts.map(partItem)}</ul>`}${pageList(pages)}</nav>`;
}

function partItem({ id, name, part }: ShownPart): Html {
  const headings = part.headings
    .slice(0, MAX_HEADINGS)
    .map((one) => markup`<li data-level="${one.level}"><a href="#${one.id}"><bdi>${one.text}</bdi></a></li>`);
  const [note] = part.footnotes;
  const notes =
    note === undefined
      ? null
      : markup`<li><a href="#${note}">Notes</a> <span class="quiet">${numberWords(part.footnotes.length)}</span></li>`;
  const below = headings.length === 0 && notes === null ? null : markup`<ul>${headings}${notes}</ul>`;
  return markup`<li><a href="#${id}"><bdi>${name}</bdi></a>${below}</li>`;
}

/** All pages as links, in a list that opens. */
function pageList(pages: readonly string[]): Html | null {
  const [first, last] = [pages[0], pages.at(-1)];
  if (first === undefined || last === undefined) return null;
  return markup`<details class="case-pages"><summary>Pages ${first}–${last}</summary><ol>${pages.map(
    (page) => markup`<li><a href="#p${page}">${page}</a></li>`,
  )}</ol></details>`;
}
