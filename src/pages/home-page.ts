/** The home page: what the corpus has, a search box and examples of searches. It lists no case. */
import type { FacetCount } from "../domain/query.ts";
import { type Html, markup } from "./markup.ts";
import { namedCounts } from "./names.ts";
import { COUNT_ONLY, type Page, type PageRequest } from "./page.ts";
import { type SearchExample, searchExamples } from "./search/search-examples.ts";
import { searchForm } from "./search/search-form.ts";
import { searchAddress } from "./search-address.ts";
import { counted, numberWords, yearsDecided } from "./words.ts";

export function homePage({ corpus, root }: PageRequest): Page {
  const count = corpus.cases({ filter: {}, ...COUNT_ONLY }).count ?? 0;
  const main = markup`<div class="home">
<h1>Search case law</h1>
<p class="lead">${lead(count, corpus.facet({}, "decision_date"))}</p>
${searchForm(new URLSearchParams(), root, "focused")}
${count === 0 ? NO_CASES : examples(searchExamples(corpus), root)}
${count === 0 ? null : checkSection(root)}
${jurisdictions({ corpus, root })}
</div>`;
  return { status: 200, title: "Search", hasOwnSearch: true, main };
}

function lead(cases: number, years: readonly FacetCount[]): string {
  if (cases === 0) return "This corpus has no cases yet.";
  return `${counted(cases, "case")} on this machine${yearsDecided(years)}.`;
}

const NO_CASES = markup`<section aria-labelledby="load"><h2 id="load">Load cases</h2>
<p>Run one of these commands on this machine; the service may run meanwhile.</p>
<ul class="examples">
<li><code>caselaw import PATH</code> <span class="quiet">imports archives that are on the disk</span></li>
<li><code>caselaw sync --volume us/410</code> <span class="quiet">downloads and imports one volume</span></li>
<li><code>caselaw sync --jurisdiction ill</code> <span class="quiet">the same for all volumes of a jurisdiction</span></li>
</ul></section>`;

function checkSection(root: string): Html {
  return markup`<section aria-labelledby="check"><h2 id="check">Check a text</h2>
<p><a href="${root}/check/">Check the citations and quotations</a> of a draft against these cases.</p></section>`;
}

function examples(searches: readonly SearchExample[], root: string): Html | null {
  if (searches.length === 0) return null;
  const items = searches.map(({ search, jurisdiction, does }) => {
    const query = new URLSearchParams({ search, ...(jurisdiction === null ? {} : { jurisdiction }) });
    return markup`<li><a href="${searchAddress(root, query)}"><code>${search}</code></a> <span class="quiet">${does}</span></li>`;
  });
  return markup`<section aria-labelledby="try"><h2 id="try">Examples</h2>
<ul class="examples">${items}</ul></section>`;
}

function jurisdictions({ corpus, root }: Pick<PageRequest, "corpus" | "root">): Html | null {
  const counts = namedCounts("jurisdiction", corpus.facet({}, "jurisdiction"), corpus);
  if (counts.length === 0) return null;
  counts.sort((a, b) => a.name.localeCompare(b.name, "en"));
  const items = counts.map(
    ({ value: slug, name, count }) =>
      markup`<li><a href="${root}/browse/${encodeURIComponent(slug)}/">${name}</a> <span class="number">${numberWords(count)}</span></li>`,
  );
  return markup`<section aria-labelledby="jurisdictions"><h2 id="jurisdictions">Cases by jurisdiction</h2>
<ul class="jurisdictions">${items}</ul></section>`;
}
