/** The outline of a case: its parts, its printed pages, and the cases before and after it. It stays in view on wide screens. */
import type { Case } from "../../domain/records.ts";
import { type Html, markup } from "../markup.ts";
import type { CaseText } from "./case-text.ts";

/** More than any real case has. */
const MAX_PARTS = 100;
const MAX_PAGES = 2_000;

export function caseOutline(found: Case, text: CaseText, root: string): Html {
  return markup`${inThisCase(text)}
<nav class="case-neighbours no-print" aria-label="Cases of this volume"><a href="${root}/cases/${found.id}/previous/" rel="nofollow">← Previous case</a> <a href="${root}/cases/${found.id}/next/" rel="nofollow">Next case →</a></nav>`;
}

function inThisCase(text: CaseText): Html | null {
  if (text.state !== "shown") return null;
  const parts = text.parts.length < 3 ? [] : text.parts.slice(0, MAX_PARTS);
  const pages = text.body.pages.length < 2 ? [] : text.body.pages.slice(0, MAX_PAGES);
  if (parts.length === 0 && pages.length === 0) return null;
  const links = parts.map(({ id, name }) => markup`<li><a href="#${id}"><bdi>${name}</bdi></a></li>`);
  return markup`<nav aria-labelledby="parts-title" class="case-outline no-print"><h2 id="parts-title">In this case</h2>${parts.length === 0 ? null : markup`<ul>${links}</ul>`}${pageList(pages)}</nav>`;
}

/** Links in a list that opens, so that "go to page" needs no script. */
function pageList(pages: readonly string[]): Html | null {
  const [first, last] = [pages[0], pages.at(-1)];
  if (first === undefined || last === undefined) return null;
  return markup`<details class="case-pages"><summary>Pages ${first}–${last}</summary><ol>${pages.map(
    (page) => markup`<li><a href="#p${page}">${page}</a></li>`,
  )}</ol></details>`;
}
