/** The home page: what the corpus has, a search box and examples of searches. It lists no case. */
import type { FacetCount } from "../domain/query.ts";
import { type Html, markup } from "./markup.ts";
import { namedCounts } from "./names.ts";
import { COUNT_ONLY, type Page, type PageRequest } from "./page.ts";
import { searchForm } from "./search/search-form.ts";
import { searchAddress } from "./search-address.ts";
import { counted, numberWords, yearsDecided } from "./words.ts";

/** Each shows another part of the search language; their words occur in reports of any state and time. */
const EXAMPLES = [
  ['"statute of frauds"', "a phrase"],
  ["negligen* railroad", "words that begin with these letters, and a word in any form"],
  ["(dower | widow) -divorce", "either word, without the third"],
  ["horse /5 warranty", "both within five words"],
] as const;

export function homePage({ corpus, root }: PageRequest): Page {
  const { items, count } = corpus.cases({ filter: {}, ...COUNT_ONLY });
  const main = markup`<div class="home">
<h1>Search case law</h1>
<p class="lead">${lead(count ?? 0, corpus.facet({}, "decision_date"))}</p>
${searchForm(new URLSearchParams(), root)}
${items.length === 0 ? NO_CASES : examples(items[0]?.citations[0]?.cite ?? "", root)}
<section aria-labelledby="check"><h2 id="check">Check a text</h2>
<p><a href="${root}/check/">Check the citations and quotations</a> of a draft against these cases.</p></section>
${jurisdictions({ corpus, root })}
</div>`;
  return { status: 200, title: "Search", hasOwnSearch: true, main };
}

function lead(cases: number, years: readonly FacetCount[]): string {
  if (cases === 0) return "American case law on this machine.";
  return `${counted(cases, "case")} on this machine${yearsDecided(years)}.`;
}

const NO_CASES = markup`<p>This corpus has no cases yet. <code>caselaw import PATH</code> imports archives on disk, <code>caselaw sync</code> downloads and imports them.</p>`;

function examples(cite: string, root: string): Html {
  const searches = cite === "" ? EXAMPLES : [...EXAMPLES, [cite, "a citation"] as const];
  const items = searches.map(
    ([search, does]) =>
      markup`<li><a href="${searchAddress(root, new URLSearchParams({ search }))}"><code>${search}</code></a> <span class="quiet">${does}</span></li>`,
  );
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
