/** A case to read: what it is called, its text set like a page of a book, what it cites and what cites it. */

import { isAllowed } from "../../corpus/bodies.ts";
import type { Cited } from "../../corpus/cites.ts";
import { mainCite } from "../../domain/citation.ts";
import type { Case } from "../../domain/records.ts";
import { type Html, markup, type Page, type PageRequest } from "../page.ts";
import { shortName } from "../words.ts";
import { citationLinks } from "./case-citations.ts";
import { caseCrumbs, caseHead } from "./case-head.ts";
import { PAGE_PARAMETER, pageOfCase } from "./case-outline.ts";
import { caseMeta, caseSidebar } from "./case-sidebar.ts";
import { type CaseText, caseText, caseTextHtml } from "./case-text.ts";
import { groupCites } from "./cites-list.ts";
import { markMatches } from "./mark-matches.ts";
import { resultBar } from "./result-bar.ts";

/** The page of a case; null for an unknown id. */
export function casePage(id: number, request: PageRequest): Page | null {
  const { corpus, root } = request;
  const found = corpus.case(id);
  if (found === null) return null;
  const cites = citesToShow(found, request);
  const links = citationLinks({ id, corpus, root, cites });
  const plain = caseText(found, request, links);
  if (request.query.has(PAGE_PARAMETER)) return pageOfCase(found, plain, request);
  const marked = markMatches(plain, request.query.get("search") ?? "");
  const { text } = marked;
  const main = markup`${resultBar(id, marked, request)}
${caseCrumbs(found, root)}
<div class="two-columns${hasNotes(text) ? " case-with-notes" : ""}">
<article class="case">
${caseHead(found, text.state === "shown" ? text.body.parties : [], root)}
${caseTextHtml(text, found)}
${wayToOutline()}
</article>
${caseSidebar({ found, text, cites: groupCites(cites, links.works) }, request)}
</div>`;
  const cite = mainCite(found.citations);
  return {
    status: 200,
    title: [shortName(found), cite].filter(Boolean).join(", "),
    head: caseMeta(found, request),
    main,
  };
}

function hasNotes(text: CaseText): boolean {
  return text.state === "shown" && text.parts.some(({ part }) => part.footnotes.length > 0);
}

/** On narrow screens the column comes after the text, so a link to it stays in view. */
function wayToOutline(): Html {
  return markup`<p class="case-way no-print"><a href="#outline">Outline and citation</a></p>`;
}

/** Citations from the source are for everyone; those read from the text only for readers who may see the text. */
function citesToShow(found: Case, { corpus }: PageRequest): readonly Cited[] {
  const isFromSource = (found.citesTo ?? []).length > 0;
  const isReadable = isAllowed(corpus.access, found.jurisdiction?.whitelisted ?? false);
  return isFromSource || isReadable ? corpus.cites([found.id]).flatMap(({ cites }) => cites) : [];
}
