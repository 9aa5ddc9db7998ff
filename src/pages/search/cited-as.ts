/** If the search text is a citation, the cases with this citation come before the results; if no case has it, there are none. */

import { isAllowed } from "../../corpus/bodies.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { orderingOf, pageInVolume } from "../../corpus/search-words.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import type { CaseFilter, CasePage } from "../../domain/query.ts";
import type { Case } from "../../domain/records.ts";
import { citedAs } from "../../v1/lookup.ts";
import { type Absence, searchedCitation } from "../../v1/search-notes.ts";
import { type Html, markup, type PageRequest } from "../page.ts";
import { type Search, searchAddress, withValues } from "../search-address.ts";
import { counted, dateTime, shortName } from "../words.ts";
import { resultItem } from "./search-results.ts";

const NOT_THERE = "no such case in a volume that is imported";

/** Several short cases on one page share a citation. */
const SHOWN = 3;

/** The section of the page, and whether cases have the citation: begin there, have its page, or none does. */
export interface CitedCases {
  readonly which: "begin" | "have the page" | "none";
  readonly section: Html;
}

/** The cases with the citation in the search text, and a link to the cases that cite it; null if the text is not a citation. */
export function citedCases({ parameters }: Search, request: PageRequest): CitedCases | null {
  const citation = searchedCitation(request.corpus, parameters.get("search") ?? "");
  if (citation === null) return null;
  const { cite, isShort, isWithin, absence } = citation;
  if (absence !== null)
    return { which: "none", section: absenceSection(cite, absence, parameters, request.root) };
  const within = isWithin || isShort ? pageWords(cite, request) : null;
  return { which: isWithin ? "have the page" : "begin", section: sectionOf(cite, within, request) };
}

function absenceSection(
  cite: string,
  { verdict, citing, command }: Absence,
  parameters: URLSearchParams,
  root: string,
): Html {
  const citingAddress = searchAddress(root, new URLSearchParams({ cites_to: cite }));
  const phrase = `"${cite}"`;
  const wordsAddress = searchAddress(root, withValues(parameters, { search: phrase }));
  return markup`<section class="cited-as" aria-label="Cited as ${cite}">
<p class="note">No case here has the citation <bdi>${cite}</bdi>: ${verdict}.${verdict === NOT_THERE ? "" : " The case may exist."}</p>
${citing === 0 ? markup`<p>No case here cites it.</p>` : markup`<p><a href="${citingAddress}">${citing === null ? "Many cases" : counted(citing, "case")} here</a> cite${citing === 1 ? "s" : ""} it.</p>`}
${command === null ? null : markup`<p>To get the volume: <code>${command}</code></p>`}
<p class="after"><a href="${wordsAddress}">Search for these words</a>: <code>${phrase}</code></p>
</section>`;
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
