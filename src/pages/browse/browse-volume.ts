/** The cases of a volume, in the order of its pages. */
import type { Case } from "../../domain/records.ts";
import { type Html, markup } from "../markup.ts";
import { type Page, type PageRequest, pager } from "../page.ts";
import { counted, dateTime, numberWords, shortName } from "../words.ts";
import { type BrowsedReporter, browseAddress, crumbs, volumeKey, volumeName } from "./browse-address.ts";

/** Cases on a page: some volumes hold thousands. */
const SHOWN = 200;

/** @param key barcode of the volume, or its number @returns null when the reporter has no such volume */
export function volumePage(browsed: BrowsedReporter, key: string, request: PageRequest): Page | null {
  const { jurisdiction } = browsed;
  const { corpus, root, query } = request;
  const volumes = corpus.volumesOf({ jurisdictionId: jurisdiction.id, reporterId: browsed.id });
  const volume =
    volumes.find((one) => volumeKey(one) === key) ?? volumes.find(({ volumeNumber }) => volumeNumber === key);
  if (volume === undefined) return null;
  const { caseIds } = volume;
  const wanted = Number(/^[1-9]\d{0,6}$/.exec(query.get("from") ?? "")?.[0] ?? 1);
  const from = Math.min(wanted, caseIds.length);
  const cases = corpus.casesOf(caseIds.slice(from - 1, from - 1 + SHOWN));
  const title = `${browsed.name}, ${withSmallStart(volumeName(volume))}`;
  const main = markup`${crumbs([
    ["Browse", browseAddress(root)],
    [jurisdiction.name, browseAddress(root, jurisdiction.slug)],
    [browsed.name, browseAddress(root, jurisdiction.slug, browsed.id)],
  ])}
<h1>${title}</h1>
<p class="lead">${counted(caseIds.length, "case")}${caseIds.length > cases.length ? `, of which ${numberWords(from)} to ${numberWords(from + cases.length - 1)}` : ""}</p>
<ol class="contents">
${cases.map((one) => contentsItem(one, root))}
</ol>
${volumePager(browseAddress(root, jurisdiction.slug, browsed.id, volumeKey(volume)), from, caseIds.length)}`;
  return { status: 200, title, main };
}

/** `Volume XII` is `volume XII` within a line. */
function withSmallStart(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** As a table of contents: the name, and the page at the line's end. */
function contentsItem(one: Case, root: string): Html {
  return markup`<li class="result"><a href="${root}/cases/${one.id}/" data-result><bdi>${shortName(one)}</bdi></a> <span class="quiet">${dateTime(one.decisionDate)}</span> <span class="page-number">${one.firstPage === "" ? "" : markup`<span class="hidden-text">page</span> ${one.firstPage}`}</span></li>`;
}

function volumePager(address: string, from: number, count: number): Html | null {
  if (count <= SHOWN) return null;
  const back = from > SHOWN + 1 ? `${address}?from=${from - SHOWN}` : address;
  const on = from + SHOWN <= count ? `${address}?from=${from + SHOWN}` : null;
  return pager("Pages of the volume", from > 1 ? back : null, on);
}
