/** A search text that is a citation finds the case that bears it, before all that merely name it. */
import { partsOfCitation } from "../citations/parts-of-citation.ts";
import { counted } from "./case-words.ts";
import { type Html, markup } from "./markup.ts";
import type { Visit } from "./page.ts";
import { resultItem } from "./result-item.ts";
import { type Search, searchAddress, withValues } from "./search-address.ts";

/** Citations of one case; several cases share one where a page holds several. */
const SHOWN = 3;
/** What is longer is no citation, and would cost the pattern a time that grows with the square of its length. */
const MAX_LENGTH = 120;
/** A number, a name, a number; no operator of the search language. */
const LIKE_A_CITATION = /^\s*\d[^"|*()~+]*\p{L}[^"|*()~+]*\d\s*$/u;

/**
 * The cases with the citation that is searched for, and the way to those that cite it; null when the text is none. A text
 * that is built like a citation of no reporter that anybody knows says nothing when nobody bears it.
 */
export function citedCases({ asked }: Search, visit: Visit): Html | null {
  const text = asked.get("search")?.trim() ?? "";
  if (text.length > MAX_LENGTH || !LIKE_A_CITATION.test(text)) return null;
  const cite = new URLSearchParams({ cite: text });
  const { results, count } = visit.corpus.list(
    "cases",
    withValues(cite, { page_size: String(SHOWN) }),
    visit.setting,
  );
  if (results.length === 0 && partsOfCitation(text) === null) return null;
  const all = markup`<a href="${searchAddress(visit.root, cite)}">All ${counted(count ?? 0, "case")}</a> · `;
  const citing = searchAddress(visit.root, new URLSearchParams({ cites_to: text }));
  return markup`<section class="cited-as" aria-label="Cited as ${text}">
<p class="quiet">${results.length === 0 ? "No case that is held is cited as" : "Cited as"} ${text}</p>
${results.length === 0 ? null : markup`<ol>${results.map((one) => resultItem(one, visit))}</ol>`}
<p class="after">${(count ?? 0) > SHOWN ? all : null}<a href="${citing}">Cases that cite it</a></p>
</section>`;
}
