/** The reporters that have cases of a jurisdiction, and its courts. */

import { isAllowed } from "../../corpus/bodies.ts";
import { ALL_COVERAGE, type CoverageSum } from "../../corpus/coverage.ts";
import { yearOfDay } from "../../domain/decision-date.ts";
import type { CoverageState } from "../../domain/ledger.ts";
import type { FacetCount } from "../../domain/query.ts";
import type { Reporter, VolumeCases } from "../../domain/records.ts";
import { COUNT_ONLY, type Html, markup, type Page, type PageRequest } from "../page.ts";
import { searchAddress } from "../search-address.ts";
import { counted, namedCounts, numberWords, reporterName, yearsDecided } from "../words.ts";
import {
  type BrowsedJurisdiction,
  type BrowsedReporter,
  browseAddress,
  crumbs,
  volumeKey,
  volumeName,
} from "./browse-address.ts";

export function reportersPage(jurisdiction: BrowsedJurisdiction, request: PageRequest): Page {
  const { corpus, root } = request;
  const filter = { jurisdictions: [jurisdiction.id] };
  const cases = corpus.cases({ filter, ...COUNT_ONLY }).count ?? 0;
  const coverage = corpus.coverage({ ...ALL_COVERAGE, jurisdictionIds: [jurisdiction.id] });
  const main = markup`${crumbs(root, [], jurisdiction.name)}
<h1>${jurisdiction.name}</h1>
<p class="lead">${counted(cases, "case")}${yearsDecided(corpus.facet(filter, "decision_date"))}. <a href="${searchAddress(root, new URLSearchParams({ jurisdiction: jurisdiction.slug }))}">Search in them</a></p>
${isAllowed(corpus.access, jurisdiction.isOpen) ? null : CLOSED}
<div class="two-columns">
${reporters(jurisdiction, corpus.facet(filter, "reporter"), cases, request)}
${courts(jurisdiction, corpus.facet(filter, "court"), request)}
</div>
${coverageSection(coverage.states)}`;
  return { status: 200, title: jurisdiction.name, main };
}

const CLOSED = markup`<p class="note">The full texts of this jurisdiction are shown to readers with a token only; names, citations, courts and dates to everyone.</p>`;

function reporters(
  jurisdiction: BrowsedJurisdiction,
  counts: readonly FacetCount[],
  cases: number,
  { corpus, root }: PageRequest,
): Html {
  const records = new Map(corpus.reporters().map((reporter) => [reporter.id, reporter]));
  const known = counts.flatMap(({ value: id, count }) => {
    const record = records.get(id);
    return record === undefined ? [] : [{ ...record, count, name: reporterName(record) }];
  });
  known.sort((a, b) => b.count - a.count || a.id - b.id);
  const otherCases = cases - known.reduce((sum, { count }) => sum + count, 0);
  return markup`<section aria-labelledby="reporters"><h2 id="reporters" class="first">Reporters</h2>
${reporterTable(jurisdiction, known, root)}
${otherCases > 0 ? markup`<p class="quiet">${counted(otherCases, "case is", "cases are")} in no known reporter; <a href="${searchAddress(root, new URLSearchParams({ jurisdiction: jurisdiction.slug, ordering: "name_abbreviation" }))}">all cases by name</a>.</p>` : null}
</section>`;
}

interface ReporterCases extends Reporter {
  readonly name: string;
  readonly count: number;
}

/** Columns of which nothing is known are left out. */
function reporterTable(
  jurisdiction: BrowsedJurisdiction,
  known: readonly ReporterCases[],
  root: string,
): Html {
  const rows = known.map((reporter) => ({
    ...reporter,
    cited: reporter.shortName ?? "",
    years: [reporter.startYear, reporter.endYear].filter((year) => year !== null && year > 0).join("–"),
  }));
  const hasCited = rows.some(({ cited }) => cited !== "");
  const hasYears = rows.some(({ years }) => years !== "");
  const items = rows.map(
    (
      row,
    ) => markup`<tr><th scope="row"><a href="${browseAddress(root, jurisdiction.slug, row.id)}">${row.name}</a></th>
${hasCited ? markup`<td class="quiet">${row.cited}</td>` : null}${hasYears ? markup`<td class="quiet">${row.years}</td>` : null}<td class="number">${numberWords(row.count)}</td></tr>`,
  );
  return markup`<div class="table-room"><table class="names">
<thead><tr><th scope="col">Reporter</th>${hasCited ? markup`<th scope="col">Cited</th>` : null}${hasYears ? markup`<th scope="col">Years</th>` : null}<th scope="col" class="number">Cases</th></tr></thead>
<tbody>${items}</tbody>
</table></div>`;
}

/** A court has no page of its own: its cases are a search. */
function courts(
  jurisdiction: BrowsedJurisdiction,
  counts: readonly FacetCount[],
  { corpus, root }: PageRequest,
): Html | null {
  const known = namedCounts("court", counts, corpus);
  if (known.length === 0) return null;
  known.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const items = known.map(({ value: court, name, count }) => {
    const address = searchAddress(root, new URLSearchParams({ jurisdiction: jurisdiction.slug, court }));
    return markup`<li><a href="${address}">${name}</a> <span class="number">${numberWords(count)}</span></li>`;
  });
  return markup`<aside class="rail" aria-labelledby="courts"><h2 id="courts">Courts</h2><ul>${items}</ul></aside>`;
}

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

/** The states of `caselaw coverage`, for readers. */
const WORDS: Readonly<Record<CoverageState, string>> = {
  imported: "imported, as the source has them now",
  outdated: "imported, but the source has another version",
  downloaded: "downloaded, not imported yet",
  listed: "listed by the source, never downloaded",
  missing: "listed, but missing at the source",
  failed: "incomplete: the last attempt failed",
  local: "imported from this disk; no source lists it",
};

/** Null where nothing was imported or listed. @param sums as `corpus.coverage` gives them */
export function coverageSection(sums: readonly CoverageSum[]): Html | null {
  if (sums.length === 0) return null;
  const items = sums.map(
    ({ state, units }) => markup`<li><b>${counted(units, "file")}</b> ${WORDS[state]}</li>`,
  );
  return markup`<section class="coverage" aria-labelledby="coverage"><h2 id="coverage">Coverage</h2>
<ul>${items}</ul></section>`;
}
