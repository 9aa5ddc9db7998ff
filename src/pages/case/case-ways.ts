/**
 * The ways to a case: from one that is similar or next to it, and by the addresses that one can guess. `/cite/499-U.S.-340/` and
 * `/us/499/340/` lead to the case with this citation. The service's last years put the id of the case behind it, `/us/499/340/1087692/`,
 * where several cases have the citation.
 */

import { DEFAULT_SIMILAR, type SimilarCase } from "../../corpus/similar.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import { citeOrDocket } from "../../domain/records.ts";
import { browseAddress, volumeKey } from "../browse/browse-address.ts";
import { type Html, markup, movedPage, type Page, type PageRequest, present } from "../page.ts";
import { pageWords } from "../search/search-page.ts";
import { counted, dateTime, shortened, shortName } from "../words.ts";
import { caseCrumbs } from "./case-page.ts";

const MAX_SHOWN = 100;

/**
 * @param written volume, reporter and page, however they are separated
 * @param id of one of the cases with the citation; null: any
 */
export function citationPage(written: string, id: number | null, request: PageRequest): Page {
  const { corpus, root } = request;
  const cite = written.replaceAll("-", " ").replaceAll("_", " ").trim();
  const cited = normaliseCitation(cite) === "" ? [] : corpus.idsByCitation(cite);
  const ids = id === null ? cited : cited.filter((caseId) => caseId === id);
  const [only, ...rest] = ids;
  if (only !== undefined && rest.length === 0) return movedPage(`${root}/cases/${only}/`);
  if (only === undefined) return unknownCitation(cite, request);
  const cases = corpus.casesOf(ids.slice(0, MAX_SHOWN));
  const title = `${counted(ids.length, "case")} with the citation ${shortened(cite)}`;
  const main = markup`<h1>${title}</h1>
<ul>${cases.map(
    (record) =>
      markup`<li><a href="${root}/cases/${record.id}/" data-result><bdi>${shortName(record)}</bdi></a> <span class="quiet">${dateTime(record.decisionDate)}</span></li>`,
  )}</ul>`;
  return { status: 200, title, main };
}

function unknownCitation(cite: string, request: PageRequest): Page {
  const { root } = request;
  const title = "No case with this citation";
  const main = markup`<div class="message">
<h1>${title}</h1>
<p>No case of this corpus has the citation <bdi>${shortened(cite)}</bdi>. Its volume may not be imported, or the case begins on another page.</p>
${pageWords(cite, request)}
<form class="search-box" action="${root}/" role="search">
<input type="search" name="search" aria-label="Search cases" value="${shortened(cite)}" autocomplete="off"><button>Search</button>
</form>
</div>`;
  return { status: 404, title, hasOwnSearch: true, main };
}

/**
 * Leads to the case before or after one in its volume, or at its end to the volume's list; null for an unknown id. It has an address of its
 * own, because it reads all cases of the reporter.
 */
export function neighbourPage(
  id: number,
  direction: "previous" | "next",
  { corpus, root }: PageRequest,
): Page | null {
  const record = corpus.case(id);
  if (record === null) return null;
  const { jurisdiction, reporter } = record;
  if (jurisdiction === null || reporter.id === null) return movedPage(`${root}/cases/${id}/`);
  const volumes = corpus.volumesOf({ jurisdictionId: jurisdiction.id, reporterId: reporter.id });
  const volume = volumes.find(({ caseIds }) => caseIds.includes(id));
  if (volume === undefined) return movedPage(`${root}/cases/${id}/`);
  const neighbour = volume.caseIds[volume.caseIds.indexOf(id) + (direction === "next" ? 1 : -1)];
  return movedPage(
    neighbour === undefined
      ? browseAddress(root, jurisdiction.slug, reporter.id, volumeKey(volume))
      : `${root}/cases/${neighbour}/`,
  );
}

/** The cases most similar to a case, with what they share, because it takes longer than the case; null for an unknown id. */
export function similarPage(id: number, { corpus, root }: PageRequest): Page | null {
  const answer = corpus.similar(id, 2 * DEFAULT_SIMILAR);
  if (answer === null) return null;
  const { words, similar } = answer;
  const name = shortName(answer.case);
  const searched =
    words.length === 0
      ? null
      : markup` and have its characteristic words: <a href="${root}/?${new URLSearchParams({ search: words.join(" | ") })}"><bdi>${words.join(", ")}</bdi></a>`;
  const main = markup`${caseCrumbs(answer.case, root, "Similar cases")}
<h1>Cases similar to <a href="${root}/cases/${id}/"><bdi>${name}</bdi></a></h1>
<p class="quiet">They cite the same works, are cited together with it${searched}.</p>
${
  similar.length === 0
    ? markup`<p>No case of this corpus shares a citation or a rare word with it.</p>`
    : markup`<ol>${similar.map((item) => similarHtml(item, root))}</ol>`
}`;
  return { status: 200, title: `Cases similar to ${name}`, main };
}

function similarHtml({ case: record, ...shares }: SimilarCase, root: string): Html {
  const { sharedCitations, citedTogether, sharedWords } = shares;
  const reasons = present(
    sharedCitations > 0 && counted(sharedCitations, "shared citation"),
    citedTogether > 0 && `cited together by ${counted(citedTogether, "case")}`,
    sharedWords > 0 && counted(sharedWords, "characteristic word"),
  );
  const cite = citeOrDocket(record);
  return markup`<li><a href="${root}/cases/${record.id}/"><bdi>${shortName(record)}</bdi></a>${cite === "" ? null : markup`, <bdi>${cite}</bdi>`} (${dateTime(record.decisionDate)})
<span class="quiet">${reasons.join(", ")}</span></li>`;
}
