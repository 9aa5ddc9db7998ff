/** All jurisdictions that the corpus holds cases of, or that a source told of. */
import { type Access, isAllowed } from "../../corpus/casebody.ts";
import type { JurisdictionCoverage } from "../../corpus/coverage.ts";
import { counted, numberWords } from "../case/case-words.ts";
import { type Html, markup } from "../markup.ts";
import type { Page, PageRequest } from "../page.ts";
import { searchAddress } from "../search/search-address.ts";
import { coverageSection } from "./browse-coverage.ts";
import { browseAddress } from "./browse-place.ts";

interface Row {
  readonly slug: string;
  readonly name: string;
  readonly isOpen: boolean;
  readonly held: number;
  /** What a source says there are; null when none told. */
  readonly expected: number | null;
}

export function jurisdictionsPage({ corpus, root, setting }: PageRequest): Page {
  const coverage = corpus.coverage();
  const told = toldOf(coverage.jurisdictions);
  const rows = corpus
    .list("jurisdictions")
    .results.flatMap(({ slug, name, name_long: longName, whitelisted }) => {
      const { held, expected } = told.get(slug ?? "") ?? { held: 0, expected: null };
      if (slug === null || (held === 0 && expected === null)) return [];
      return [{ slug, name: longName || name || slug, isOpen: whitelisted, held, expected }];
    });
  rows.sort((a, b) => a.name.localeCompare(b.name, "en"));
  const known = rows.reduce((sum, { held }) => sum + held, 0);
  const cases = corpus.list("cases", { ordering: "decision_date", page_size: 1 }).count ?? known;
  const main = markup`<h1>Browse</h1>
<p class="lead">${counted(cases, "case")} of ${counted(rows.length, "jurisdiction")}. Choose one for its reporters.</p>
${rows.length === 0 ? null : tableOf(rows, { root, access: setting.access })}
${cases === 0 ? markup`<p>This corpus holds no case yet.</p>` : othersNote(cases - known, root)}
${coverageSection(coverage.states)}`;
  return { status: 200, title: "Browse", main };
}

function othersNote(others: number, root: string): Html | null {
  if (others <= 0) return null;
  const all = searchAddress(root, new URLSearchParams({ ordering: "name_abbreviation" }));
  return markup`<p class="quiet">${counted(others, "case is", "cases are")} of no jurisdiction that is known; <a href="${all}">all cases by name</a>.</p>`;
}

/** By slug; a jurisdiction that several sources tell of has the greatest number that one of them tells. */
function toldOf(told: readonly JurisdictionCoverage[]): Map<string, Pick<Row, "held" | "expected">> {
  const bySlug = Map.groupBy(told, ({ slug }) => slug);
  return new Map(
    [...bySlug].map(([slug, all]) => {
      const expected = all.flatMap(({ cases_expected: cases }) => cases ?? []);
      return [
        slug,
        { held: all[0]?.cases_imported ?? 0, expected: expected.length === 0 ? null : Math.max(...expected) },
      ];
    }),
  );
}

function tableOf(rows: readonly Row[], { root, access }: { root: string; access: Access }): Html {
  const hasTold = rows.some(({ expected }) => expected !== null);
  const hasClosed = rows.some(({ isOpen }) => !isAllowed(access, isOpen));
  const items = rows.map(
    (row) => markup`<tr><th scope="row"><a href="${browseAddress(root, row.slug)}">${row.name}</a></th>
<td class="number">${numberWords(row.held)}</td>
${hasTold ? markup`<td class="number quiet">${expectedWords(row)}</td>` : null}${hasClosed ? markup`<td class="quiet">${row.isOpen ? "open" : "with a token"}</td>` : null}</tr>`,
  );
  return markup`<div class="table-room"><table class="shelf">
<thead><tr><th scope="col">Jurisdiction</th><th scope="col" class="number">Cases held</th>${hasTold ? markup`<th scope="col" class="number">At the source</th>` : null}${hasClosed ? markup`<th scope="col">Full text</th>` : null}</tr></thead>
<tbody>${items}</tbody>
</table></div>`;
}

function expectedWords({ expected }: Row): string {
  return expected === null ? "not told" : numberWords(expected);
}
