/**
 * The addresses that one can guess: `/cite/499-U.S.-340/` and `/us/499/340/` lead to the case with this citation. The service's last
 * years put the id of the case behind it, `/us/499/340/1087692/`, where several cases have the citation.
 */
import { normaliseCitation } from "../../domain/citation.ts";
import { browseAddress, volumeKey } from "../browse/browse-address.ts";
import { markup, movedPage, type Page, type PageRequest } from "../page.ts";
import { pageWords } from "../search/cited-as.ts";
import { counted, dateTime, shortened, shortName } from "../words.ts";

/** Cases with one citation: more than any real citation has. */
const MAX_SHOWN = 100;

/**
 * @param written volume, reporter and page, however they are separated
 * @param id of one of the cases with the citation; null: any
 */
export function citationPage(written: string, id: number | null, request: PageRequest): Page {
  const { corpus, root } = request;
  const cite = written.replaceAll("-", " ").replaceAll("_", " ").trim();
  const cited = normaliseCitation(cite) === "" ? [] : corpus.idsByCitation(cite);
  const ids = id === null ? cited : cited.filter((one) => one === id);
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return movedPage(`${root}/cases/${only}/`);
  if (only === undefined) return unknownCitation(cite, request);
  const cases = corpus.casesOf(ids.slice(0, MAX_SHOWN));
  const title = `${counted(ids.length, "case")} with the citation ${shortened(cite)}`;
  const main = markup`<h1>${title}</h1>
<ul>${cases.map(
    (one) =>
      markup`<li><a href="${root}/cases/${one.id}/" data-result><bdi>${shortName(one)}</bdi></a> <span class="quiet">${dateTime(one.decisionDate)}</span></li>`,
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

/** Leads to the case before or after one in its volume. A page of its own, because it reads all cases of the reporter. */
/** At the end of a volume it leads to the volume's list; null for an unknown id. */
export function neighbourPage(
  id: number,
  direction: "previous" | "next",
  { corpus, root }: PageRequest,
): Page | null {
  const found = corpus.case(id);
  if (found === null) return null;
  const { jurisdiction, reporter } = found;
  if (jurisdiction === null || reporter.id === null) return movedPage(`${root}/cases/${id}/`);
  const volumes = corpus.volumesOf({ jurisdictionId: jurisdiction.id, reporterId: reporter.id });
  const volume = volumes.find(({ caseIds }) => caseIds.includes(id));
  if (volume === undefined) return movedPage(`${root}/cases/${id}/`);
  const other = volume.caseIds[volume.caseIds.indexOf(id) + (direction === "next" ? 1 : -1)];
  return movedPage(
    other === undefined
      ? browseAddress(root, jurisdiction.slug, reporter.id, volumeKey(volume))
      : `${root}/cases/${other}/`,
  );
}
