/** How to cite a case, the files in which it can be taken away, and the same for programs that read the page's head. */
import { type CaseReference, referenceOf } from "../../bibliography/case-reference.ts";
import { bluebookLine, plainLine } from "../../bibliography/reference-formats.ts";
import type { Case } from "../../domain/records.ts";
import { type Html, markup } from "../markup.ts";
import type { PageRequest } from "../page.ts";
import type { CaseText } from "./case-text.ts";
import { CASE_FILES, type CaseFileEnding, REFERENCE_FILES, TEXT_FILES } from "./files/case-file.ts";

/** In place of the page, to find the texts before and after it. */
const PAGE = "\u0000";

export function caseTake(found: Case, text: CaseText, { baseUrl, root }: PageRequest): Html {
  const one = referenceOf(found, `${baseUrl}/cases/${found.id}/`);
  const hasText = text.state === "shown" && text.parts.length > 0;
  const files = [...REFERENCE_FILES, ...(hasText ? TEXT_FILES : [])];
  const link = (ending: CaseFileEnding): Html =>
    markup`<li><a href="${root}/cases/${found.id}.${ending}" download>${CASE_FILES[ending].label}</a></li>`;
  return markup`<section id="cite" class="case-take no-print"><h2>Cite and take away</h2>
${citeLine("Bluebook", bluebookLine, one)}
${citeLine("In words", plainLine, one)}
<ul class="case-files">${files.map(link)}</ul></section>`;
}

type Line = (one: CaseReference, page?: string) => string;

/** The script writes the page that is being read between the two texts, which follow the name. */
function citeLine(label: string, line: Line, one: CaseReference): Html {
  const afterName = (page?: string) => line(one, page).slice(one.name.length);
  const [before = "", after] = afterName(PAGE).split(PAGE);
  const places =
    after === undefined
      ? null
      : markup` data-before="${before}" data-after="${after}" data-first="${one.firstPage}"`;
  return markup`<p class="case-cite"><span class="quiet">${label}</span> <span class="case-cite-line" dir="auto" data-cite${places}><i>${one.name}</i>${afterName()}</span></p>`;
}

/**
 * Zotero takes the type from `z:itemType` and sets the field of each other `z:` name (its translators "Embedded Metadata" and "RDF");
 * `citation_…` is for other programs.
 */
export function caseMeta(found: Case, { baseUrl }: PageRequest): Html {
  const one = referenceOf(found, `${baseUrl}/cases/${found.id}/`);
  const [year, ...rest] = one.date;
  const date =
    year === undefined
      ? ""
      : [String(year).padStart(4, "0"), ...rest.map((part) => String(part).padStart(2, "0"))].join("-");
  const fields: readonly (readonly [string, string])[] = [
    ["citation_title", one.name],
    ["citation_date", date],
    ["z:itemType", "case"],
    ["z:caseName", one.name],
    ["z:court", one.court],
    ["z:dateDecided", date],
    ["z:docketNumber", one.docketNumber],
    ["z:reporter", one.reporter],
    ["z:reporterVolume", one.volume],
    ["z:firstPage", one.firstPage],
    ["z:url", one.url],
  ];
  return markup`${fields
    .filter(([, value]) => value !== "")
    .map(([name, value]) => markup`<meta name="${name}" content="${value}">\n`)}`;
}
