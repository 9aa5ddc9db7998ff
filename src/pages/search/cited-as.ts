/** If the search text is a citation, the cases with this citation come before the results. */

import { pastedCitation } from "../../citations/pasted-citation.ts";
import { isAllowed } from "../../corpus/access.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { pageInVolume } from "../../corpus/page-in-volume.ts";
import { orderingOf } from "../../corpus/search-words.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import type { CaseFilter, CasePage } from "../../domain/query.ts";
import type { Case } from "../../domain/records.ts";
import { citedAs } from "../../v1/lookup.ts";
import { type Html, markup } from "../markup.ts";
import type { PageRequest } from "../page.ts";
import { type Search, searchAddress } from "../search-address.ts";
import { counted, dateTime, shortName } from "../words.ts";
import { resultItem } from "./result-item.ts";

/** Several short cases on one page share a citation. */
const SHOWN = 3;

/** The section of the page, and whether a case has the citation. */
export interface CitedCases {
  readonly isFound: boolean;
  readonly section: Html;
}

/**
 * The cases with the citation in the search text, and a link to the cases that cite it; null if the text is not a citation.
 * A text that only has the form of a citation, with an unknown reporter, counts if a case has it.
 */
export function citedCases({ parameters }: Search, request: PageRequest): CitedCases | null {
  const pasted = pastedCitation(parameters.get("search") ?? "");
  if (pasted === null) return null;
  const borne = pasted.forms.find((cite) => request.corpus.idsByCitation(cite).length > 0);
  const within = borne === undefined || pasted.isShort ? pageWords(pasted.cite, request) : null;
  if (borne === undefined && within === null && !pasted.isWellFormed) return null;
  return { isFound: borne !== undefined, section: sectionOf(borne ?? pasted.cite, within, request) };
}

/** @param within the cases that have the page after their first one */
function sectionOf(cite: string, within: Html | null, { corpus, root, ...request }: PageRequest): Html {
  const { items, count } = firstCases({ cite: normaliseCitation(cite) }, SHOWN, corpus);
  const citing = firstCases({ citesTo: citedAs(cite, corpus) }, 1, corpus);
  const links = [
    ...((count ?? 0) > SHOWN
      ? [
          markup`<a href="${searchAddress(root, new URLSearchParams({ cite }))}">All ${counted(count ?? 0, "case")}</a>`,
        ]
      : []),
    ...(citing.items.length > 0
      ? [
          markup`<a href="${searchAddress(root, new URLSearchParams({ cites_to: cite }))}">Cases that cite it</a>`,
        ]
      : []),
  ];
  return markup`<section class="cited-as" aria-label="Cited as ${cite}">
<p class="quiet">${items.length === 0 ? "No case in the corpus is cited as" : "Cited as"} ${cite}</p>
${items.length === 0 ? null : markup`<ol>${items.map((one) => resultItem(one, { corpus, root, ...request }))}</ol>`}
${within}
${links.length === 0 ? null : markup`<p class="after">${links.map((link, at) => markup`${at === 0 ? "" : " · "}${link}`)}</p>`}
</section>`;
}

/** If the page is within a case: the case, with a link to the page. */
export function pageWords(cite: string, { corpus, root }: Pick<PageRequest, "corpus" | "root">): Html | null {
  const found = pageInVolume(corpus, cite);
  if (found === null) return null;
  const anchor = ({ jurisdiction }: Case): string =>
    isAllowed(corpus.access, jurisdiction?.whitelisted ?? false) ? `#p${found.page}` : "";
  const cases = found.cases.map(
    ({ found: one, cite: own }, at) =>
      markup`${at === 0 ? "" : ", and in "}<a href="${root}/cases/${one.id}/${anchor(one)}" data-result><bdi>${shortName(one)}</bdi></a>, <bdi>${own}</bdi>, ${dateTime(one.decisionDate)}`,
  );
  return markup`<p>Page ${found.page} of this volume is in ${cases}.</p>`;
}

function firstCases(filter: CaseFilter, pageSize: number, corpus: Corpus): CasePage {
  return corpus.cases({ filter, ordering: orderingOf(filter, null), position: null, pageSize });
}
