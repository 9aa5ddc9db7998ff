/** The volumes of a reporter that have cases of a jurisdiction. */
import { yearOfDay } from "../../domain/decision-date.ts";
import type { VolumeCases } from "../../domain/records.ts";
import { type Html, markup } from "../markup.ts";
import type { Page, PageRequest } from "../page.ts";
import { searchAddress } from "../search-address.ts";
import { counted } from "../words.ts";
import { type BrowsedReporter, browseAddress, crumbs, volumeKey, volumeName } from "./browse-address.ts";

/** Null when the jurisdiction has no case in the reporter. */
export function reporterPage(browsed: BrowsedReporter, request: PageRequest): Page | null {
  const { jurisdiction } = browsed;
  const { corpus, root } = request;
  const volumes = corpus.volumesOf({ jurisdictionId: jurisdiction.id, reporterId: browsed.id });
  if (volumes.length === 0) return null;
  const cases = volumes.reduce((sum, { caseIds }) => sum + caseIds.length, 0);
  const search = new URLSearchParams({ jurisdiction: jurisdiction.slug, reporter: String(browsed.id) });
  const main = markup`${crumbs(root, [[jurisdiction.name, browseAddress(root, jurisdiction.slug)]], browsed.name)}
<h1>${browsed.name}</h1>
<p class="lead">${counted(cases, "case")} of ${jurisdiction.name} in ${counted(volumes.length, "volume")}. <a href="${searchAddress(root, search)}">Search in them</a></p>
<ul class="volumes">
${volumes.map((volume) => volumeItem(volume, browsed, root))}
</ul>`;
  return { status: 200, title: browsed.name, main };
}

function volumeItem(volume: VolumeCases, { jurisdiction, id }: BrowsedReporter, root: string): Html {
  const address = browseAddress(root, jurisdiction.slug, id, volumeKey(volume));
  return markup`<li><a href="${address}">${volumeName(volume)}</a><span class="quiet">${yearWords(volume)}${counted(volume.caseIds.length, "case")}</span></li>`;
}

function yearWords({ firstDay, lastDay }: VolumeCases): string {
  if (firstDay === null || lastDay === null) return "";
  const [first, last] = [yearOfDay(firstDay), yearOfDay(lastDay)];
  return first === last ? `${first} · ` : `${first}–${last} · `;
}
