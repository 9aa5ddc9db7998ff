/** A search text that is a citation finds the case that bears it, before all that merely name it. */
import { counted } from "./case-words.ts";
import { type Html, markup } from "./markup.ts";
import type { Visit } from "./page.ts";
import { resultItem } from "./result-item.ts";
import { type Search, searchAddress } from "./search-address.ts";

/** Citations of one case; several cases share one where a page holds several. */
const SHOWN = 3;
/** A number, a name, a number; no operator of the search language. */
const LIKE_A_CITATION = /^\s*\d[^"|*()~+]*\p{L}[^"|*()~+]*\d\s*$/u;

/** The cases with the citation that is searched for; null when the text is none, or nobody bears it. */
export function citedCases({ asked }: Search, visit: Visit): Html | null {
  const text = asked.get("search") ?? "";
  if (!LIKE_A_CITATION.test(text)) return null;
  const question = new URLSearchParams({ cite: text });
  const { results, count } = visit.corpus.list(
    "cases",
    new URLSearchParams([...question, ["page_size", String(SHOWN)]]),
    visit.setting,
  );
  if (results.length === 0) return null;
  const all = markup`<p><a href="${searchAddress(visit.root, question)}">All ${counted(count ?? 0, "case")}</a></p>`;
  return markup`<section class="cited-as" aria-label="Cited as ${text}">
<p class="quiet">Cited as ${text.trim()}</p>
<ol>${results.map((one) => resultItem(one, visit))}</ol>
${(count ?? 0) > SHOWN ? all : null}
</section>`;
}
