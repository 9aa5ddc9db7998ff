/** The cases of a volume, in the order of its pages. */
import type { Case, VolumeCases } from "../../domain/records.ts";
import { type Html, markup, type Page, type PageRequest, pager } from "../page.ts";
import { counted, dateTime, numberWords, shortName } from "../words.ts";
import { type BrowsedReporter, browseAddress, crumbs, volumeKey, volumeName } from "./browse-address.ts";

/** Cases on a page: some volumes hold thousands. */
const SHOWN = 200;

export function volumePage(browsed: BrowsedReporter, key: string, request: PageRequest): Page | null {
  const { jurisdiction } = browsed;
  const { corpus, root, query } = request;
  const volumes = corpus.volumesOf({ jurisdictionId: jurisdiction.id, reporterId: browsed.id });
  const volume =
    volumes.find((item) => volumeKey(item) === key) ??
    volumes.find(({ volumeNumber }) => volumeNumber === key);
  if (volume === undefined) return null;
  const at = volumes.indexOf(volume);
  const before = neighbourOf(volumes[at - 1], browsed, root);
  const after = neighbourOf(volumes[at + 1], browsed, root);
  const { caseIds } = volume;
  const start = Number(/^[1-9]\d{0,6}$/.exec(query.get("from") ?? "")?.[0] ?? 1);
  const from = Math.min(start, caseIds.length);
  const cases = corpus.casesOf(caseIds.slice(from - 1, from - 1 + SHOWN));
  const title = `${browsed.name}, ${withSmallStart(volumeName(volume))}`;
  const main = markup`${crumbs(
    root,
    [
      [jurisdiction.name, browseAddress(root, jurisdiction.slug)],
      [browsed.name, browseAddress(root, jurisdiction.slug, browsed.id)],
    ],
    volumeName(volume),
  )}
<h1>${title}</h1>
<p class="lead">${counted(caseIds.length, "case")}${caseIds.length > cases.length ? `, of which ${numberWords(from)} to ${numberWords(from + cases.length - 1)}` : ""}</p>
${volumesAround(before, after)}
<ol class="contents">
${cases.map((record) => contentsItem(record, root))}
</ol>
${volumePager(browseAddress(root, jurisdiction.slug, browsed.id, volumeKey(volume)), from, caseIds.length)}
${after !== null && from + SHOWN > caseIds.length ? followedBy(after, request) : null}`;
  return { status: 200, title, main };
}

interface Neighbour {
  readonly name: string;
  readonly address: string;
  readonly firstCase: number | undefined;
}

function neighbourOf(
  volume: VolumeCases | undefined,
  { jurisdiction, id }: BrowsedReporter,
  root: string,
): Neighbour | null {
  if (volume === undefined) return null;
  const address = browseAddress(root, jurisdiction.slug, id, volumeKey(volume));
  return { name: volumeName(volume), address, firstCase: volume.caseIds[0] };
}

function volumesAround(before: Neighbour | null, after: Neighbour | null): Html | null {
  if (before === null && after === null) return null;
  return markup`<nav class="volumes-around no-print" aria-label="Volumes before and after">
${before === null ? null : markup`<a href="${before.address}">← ${before.name}</a>`}
${after === null ? null : markup`<a href="${after.address}">${after.name} →</a>`}
</nav>`;
}

function followedBy({ name, address, firstCase }: Neighbour, { corpus, root }: PageRequest): Html {
  const first = firstCase === undefined ? null : corpus.case(firstCase);
  const link = markup`<a href="${address}">${name}</a>`;
  return first === null
    ? markup`<p class="followed-by no-print">Next: ${link}</p>`
    : markup`<p class="followed-by no-print">Next: ${link}, which begins with <a href="${root}/cases/${first.id}/"><bdi>${shortName(first)}</bdi></a></p>`;
}

/** `Volume XII` is `volume XII` within a line. */
function withSmallStart(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function contentsItem(record: Case, root: string): Html {
  return markup`<li class="result"><a href="${root}/cases/${record.id}/" data-result><bdi>${shortName(record)}</bdi></a> <span class="quiet">${dateTime(record.decisionDate)}</span> <span class="page-number">${record.firstPage === "" ? "" : markup`<span class="hidden-text">page</span> ${record.firstPage}`}</span></li>`;
}

function volumePager(address: string, from: number, count: number): Html | null {
  if (count <= SHOWN) return null;
  const back = from > SHOWN + 1 ? `${address}?from=${from - SHOWN}` : address;
  const on = from + SHOWN <= count ? `${address}?from=${from + SHOWN}` : null;
  return pager("Pages of the volume", from > 1 ? back : null, on);
}
