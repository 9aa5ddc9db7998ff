/** A search text that is a citation finds the case that bears it, before all that merely name it. */
import { pastedCitation } from "../../corpus/query/pasted-citation.ts";
import { type Html, markup } from "../markup.ts";
import type { PageRequest } from "../page.ts";
import { resultItem } from "../search/result-item.ts";
import { type Search, searchAddress, withValues } from "../search/search-address.ts";
import { counted } from "./case-words.ts";

/** Citations of one case; several cases share one where a page holds several. */
const SHOWN = 3;
/** The part of the page, and whether it shows a case. */
export interface CitedCases {
  readonly isHeld: boolean;
  readonly section: Html;
}

/**
 * The cases with the citation that is searched for, and the way to those that cite it; null when the text is none. A text
 * that is built like a citation of no reporter that anybody knows says nothing when nobody bears it.
 */
export function citedCases({ asked }: Search, visit: PageRequest): CitedCases | null {
  const pasted = pastedCitation(asked.get("search") ?? "");
  if (pasted === null) return null;
  const borne = pasted.forms.find((cite) => countOf({ cite }, visit) > 0);
  if (borne === undefined && !pasted.isSure) return null;
  return { isHeld: borne !== undefined, section: sectionOf(borne ?? pasted.cite, visit) };
}

function sectionOf(cite: string, visit: PageRequest): Html {
  const byCite = new URLSearchParams({ cite });
  const { results, count } = visit.corpus.list(
    "cases",
    withValues(byCite, { page_size: String(SHOWN) }),
    visit.setting,
  );
  const links = [
    ...((count ?? 0) > SHOWN
      ? [markup`<a href="${searchAddress(visit.root, byCite)}">All ${counted(count ?? 0, "case")}</a>`]
      : []),
    ...(countOf({ cites_to: cite }, visit) > 0
      ? [
          markup`<a href="${searchAddress(visit.root, new URLSearchParams({ cites_to: cite }))}">Cases that cite it</a>`,
        ]
      : []),
  ];
  return markup`<section class="cited-as" aria-label="Cited as ${cite}">
<p class="quiet">${results.length === 0 ? "No case that is held is cited as" : "Cited as"} ${cite}</p>
${results.length === 0 ? null : markup`<ol>${results.map((one) => resultItem(one, visit))}</ol>`}
${links.length === 0 ? null : markup`<p class="after">${links.map((link, at) => markup`${at === 0 ? "" : " · "}${link}`)}</p>`}
</section>`;
}

/** Many, where they are too many to count. */
function countOf(question: Readonly<Record<string, string>>, { corpus, setting }: PageRequest): number {
  const { count } = corpus.list("cases", new URLSearchParams({ ...question, page_size: "1" }), setting);
  return count ?? Number.POSITIVE_INFINITY;
}
