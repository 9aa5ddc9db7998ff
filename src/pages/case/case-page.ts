/** A case to read: what it is called, its text set like a page of a book, what it cites and what cites it. */
import { isAllowed } from "../../corpus/casebody.ts";
import type { CitesAnswer } from "../../corpus/cites.ts";
import type { CaseAnswer } from "../../corpus/records.ts";
import { markup } from "../markup.ts";
import type { Page, PageRequest } from "../page.ts";
import { besideCase } from "./case-beside.ts";
import { citationLinks } from "./case-citations.ts";
import { caseHead } from "./case-head.ts";
import { caseText, caseTextHtml } from "./case-text.ts";
import { shortName } from "./case-words.ts";

/** The page of a case; null when the corpus holds none of that id. */
export function casePage(id: number, visit: PageRequest): Page | null {
  const { corpus, setting, root } = visit;
  const found = corpus.record("cases", String(id), {}, setting);
  if (found === null) return null;
  const cites = citesToShow(found, visit);
  const text = caseText(String(id), visit, citationLinks({ id, corpus, root, cites }));
  const main = markup`<div class="two-columns">
<article class="case">
${caseHead(found, text.state === "shown" ? text.body.parties : [], root)}
${caseTextHtml(text, found)}
</article>
${besideCase({ found, text, cites }, visit)}
</div>`;
  const cite = found.citations[0]?.cite;
  return { status: 200, title: [shortName(found), cite].filter(Boolean).join(", "), main };
}

/** What is taken from the text of a case is for those who may read it; what the source tells is for everyone. */
function citesToShow(found: CaseAnswer, { corpus, setting }: PageRequest): CitesAnswer | null {
  const isTold = (found.cites_to ?? []).length > 0;
  const isReadable = isAllowed(setting.access, found.jurisdiction.whitelisted);
  return isTold || isReadable ? corpus.cites(found.id) : null;
}
