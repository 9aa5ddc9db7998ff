/** The way from jurisdictions to reporters, volumes and cases. */

import { type Access, isAllowed } from "../../corpus/bodies.ts";
import type { CoverageOfJurisdiction } from "../../corpus/coverage.ts";
import { COUNT_ONLY, type Html, markup, type Page, type PageRequest } from "../page.ts";
import { searchAddress } from "../search-address.ts";
import { counted, jurisdictionName, numberWords, reporterName } from "../words.ts";
import { browseAddress } from "./browse-address.ts";
import { coverageSection, reporterPage, reportersPage } from "./browse-reporters.ts";
import { volumePage } from "./browse-volume.ts";

/**
 * @param path parts behind `/browse/`: slug of a jurisdiction, id of a reporter, barcode or number of a volume
 * @returns null for an unknown path
 */
export function browsePage(path: readonly string[], request: PageRequest): Page | null {
  const [slug, reporterText, volume, ...beyond] = path;
  if (beyond.length > 0) return null;
  if (slug === undefined) return jurisdictionsPage(request);
  const record = request.corpus.jurisdictions().find((place) => place.slug === slug);
  if (record === undefined) return null;
  const { id, whitelisted: isOpen } = record;
  const jurisdiction = { id, slug, name: jurisdictionName(record), isOpen };
  if (reporterText === undefined) return reportersPage(jurisdiction, request);
  const reporter = request.corpus.reporters().find((candidate) => String(candidate.id) === reporterText);
  if (reporter === undefined) return null;
  const browsed = { jurisdiction, id: reporter.id, name: reporterName(reporter) };
  return volume === undefined ? reporterPage(browsed, request) : volumePage(browsed, volume, request);
}

interface Row {
  readonly slug: string;
  readonly name: string;
  readonly isOpen: boolean;
  readonly imported: number;
  /** The number of cases that a source reports; null when no source reports one. */
  readonly expected: number | null;
}

function jurisdictionsPage({ corpus, root }: PageRequest): Page {
  const coverage = corpus.coverage();
  const reported = reportedOf(coverage.jurisdictions);
  const rows = corpus.jurisdictions().flatMap((place) => {
    const { id, slug, whitelisted: isOpen } = place;
    const { imported, expected } = reported.get(id) ?? { imported: 0, expected: null };
    if (imported === 0 && expected === null) return [];
    return [{ slug, name: jurisdictionName(place), isOpen, imported, expected }];
  });
  rows.sort((a, b) => a.name.localeCompare(b.name, "en"));
  const known = rows.reduce((sum, { imported }) => sum + imported, 0);
  const cases = corpus.cases({ filter: {}, ...COUNT_ONLY }).count ?? known;
  const main = markup`<h1>Browse</h1>
<p class="lead">${leadOf(cases, rows.length, root)}</p>
${rows.length === 0 ? null : tableOf(rows, { root, access: corpus.access })}
${noJurisdictionNote(cases - known, root)}
${coverageSection(coverage.states)}`;
  return { status: 200, title: "Browse", main };
}

function leadOf(cases: number, jurisdictions: number, root: string): Html {
  if (cases === 0) {
    return markup`This corpus has no cases yet. <a href="${root}/#load">How to load some</a>`;
  }
  const choose = jurisdictions === 0 ? "" : " Choose one for its reporters.";
  return markup`${counted(cases, "case")} of ${counted(jurisdictions, "jurisdiction")}.${choose}`;
}

function noJurisdictionNote(count: number, root: string): Html | null {
  if (count <= 0) return null;
  const all = searchAddress(root, new URLSearchParams({ ordering: "name_abbreviation" }));
  return markup`<p class="quiet">${counted(count, "case is", "cases are")} of no jurisdiction that is known; <a href="${all}">all cases by name</a>.</p>`;
}

/** By id. Where several sources report a number of cases, the greatest counts. */
function reportedOf(
  coverage: readonly CoverageOfJurisdiction[],
): Map<number, Pick<Row, "imported" | "expected">> {
  const byId = Map.groupBy(coverage, ({ jurisdictionId }) => jurisdictionId);
  return new Map(
    [...byId].map(([id, all]) => {
      const expected = all.flatMap(({ casesExpected }) => casesExpected ?? []);
      const most = expected.length === 0 ? null : Math.max(...expected);
      return [id, { imported: all[0]?.casesImported ?? 0, expected: most }];
    }),
  );
}

function tableOf(rows: readonly Row[], { root, access }: { root: string; access: Access }): Html {
  const hasReported = rows.some(({ expected }) => expected !== null);
  const hasClosed = rows.some(({ isOpen }) => !isAllowed(access, isOpen));
  const items = rows.map(
    (row) => markup`<tr><th scope="row"><a href="${browseAddress(root, row.slug)}">${row.name}</a></th>
<td class="number">${numberWords(row.imported)}</td>
${hasReported ? markup`<td class="number quiet">${expectedWords(row)}</td>` : null}${hasClosed ? markup`<td class="quiet">${row.isOpen ? "open" : "with a token"}</td>` : null}</tr>`,
  );
  return markup`<div class="table-room"><table class="names">
<thead><tr><th scope="col">Jurisdiction</th><th scope="col" class="number">Cases</th>${hasReported ? markup`<th scope="col" class="number">At the source</th>` : null}${hasClosed ? markup`<th scope="col">Full text</th>` : null}</tr></thead>
<tbody>${items}</tbody>
</table></div>`;
}

function expectedWords({ expected }: Row): string {
  return expected === null ? "unknown" : numberWords(expected);
}
