/** The reporters in which a jurisdiction's cases stand, and its courts. */
import { isAllowed } from "../../corpus/casebody.ts";
import type { ReporterAnswer } from "../../corpus/records.ts";
import { counted, numberWords } from "../case/case-words.ts";
import { type Html, markup } from "../markup.ts";
import type { Page, PageRequest } from "../page.ts";
import { searchAddress } from "../search/search-address.ts";
import { coverageSection } from "./browse-coverage.ts";
import { browseAddress, crumbs, type Place } from "./browse-place.ts";

export function reportersPage(place: Place, visit: PageRequest): Page {
  const { corpus, root, setting } = visit;
  const facet = ["reporter", "court", "decision_date"];
  const { count, facets } = corpus.list("cases", { jurisdiction: place.slug, page_size: 1, facet });
  const cases = count ?? 0;
  const main = markup`${crumbs([["Browse", browseAddress(root)]])}
<h1>${place.name}</h1>
<p class="lead">${counted(cases, "case")}${yearsOf(facets?.decision_date ?? {})}. <a href="${searchAddress(root, new URLSearchParams({ jurisdiction: place.slug }))}">Search in them</a></p>
${isAllowed(setting.access, place.isOpen) ? null : CLOSED}
<div class="two-columns">
${reporters(place, facets?.reporter ?? {}, cases, visit)}
${courts(place, facets?.court ?? {}, visit)}
</div>
${coverageSection(corpus.coverage({ jurisdiction: place.slug }).states)}`;
  return { status: 200, title: place.name, main };
}

const CLOSED = markup`<p class="note">The full texts of this jurisdiction are shown to readers with a token only; names, citations, courts and dates to everyone.</p>`;

function yearsOf(years: Readonly<Record<string, number>>): string {
  const known = Object.keys(years);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined) return "";
  return first === last ? `, decided in ${first}` : `, decided from ${first} to ${last}`;
}

function reporters(
  place: Place,
  counts: Readonly<Record<string, number>>,
  cases: number,
  { corpus, root }: PageRequest,
): Html {
  const known = Object.entries(counts).flatMap(([id, held]) => {
    const record = corpus.record("reporters", id);
    return record === null ? [] : [{ ...record, held, name: record.full_name || record.short_name || id }];
  });
  known.sort((a, b) => b.held - a.held);
  const others = cases - known.reduce((sum, { held }) => sum + held, 0);
  return markup`<section aria-labelledby="reporters"><h2 id="reporters" class="first">Reporters</h2>
${reporterTable(place, known, root)}
${others > 0 ? markup`<p class="quiet">${counted(others, "case stands", "cases stand")} in no reporter that is known; <a href="${searchAddress(root, new URLSearchParams({ jurisdiction: place.slug, ordering: "name_abbreviation" }))}">all cases by name</a>.</p>` : null}
</section>`;
}

interface HeldReporter extends ReporterAnswer {
  readonly name: string;
  readonly held: number;
}

/** Columns of which nothing is known are left out. */
function reporterTable(place: Place, known: readonly HeldReporter[], root: string): Html {
  const rows = known.map((one) => ({
    ...one,
    cited: one.short_name ?? "",
    years: [one.start_year, one.end_year].filter((year) => year !== null && year > 0).join("–"),
  }));
  const hasCited = rows.some(({ cited }) => cited !== "");
  const hasYears = rows.some(({ years }) => years !== "");
  const items = rows.map(
    (
      one,
    ) => markup`<tr><th scope="row"><a href="${browseAddress(root, place.slug, one.id)}">${one.name}</a></th>
${hasCited ? markup`<td class="quiet">${one.cited}</td>` : null}${hasYears ? markup`<td class="quiet">${one.years}</td>` : null}<td class="number">${numberWords(one.held)}</td></tr>`,
  );
  return markup`<div class="table-room"><table class="shelf">
<thead><tr><th scope="col">Reporter</th>${hasCited ? markup`<th scope="col">Cited</th>` : null}${hasYears ? markup`<th scope="col">Years</th>` : null}<th scope="col" class="number">Cases held</th></tr></thead>
<tbody>${items}</tbody>
</table></div>`;
}

/** A court has no place of its own: its cases are a search. */
function courts(
  place: Place,
  counts: Readonly<Record<string, number>>,
  { corpus, root }: PageRequest,
): Html | null {
  const slugs = Object.entries(counts);
  if (slugs.length === 0) return null;
  const items = slugs.map(([slug, held]) => {
    const address = searchAddress(root, new URLSearchParams({ jurisdiction: place.slug, court: slug }));
    const name = corpus.record("courts", slug)?.name || slug;
    return markup`<li><a href="${address}">${name}</a> <span class="number">${numberWords(held)}</span></li>`;
  });
  return markup`<aside class="rail" aria-labelledby="courts"><h2 id="courts">Courts</h2><ul>${items}</ul></aside>`;
}
