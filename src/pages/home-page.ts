/** The search page before anything is asked: what is held, and searches to begin with. Lists no case. */
import type { FacetCount } from "../domain/query.ts";
import { counted, numberWords, yearsDecided } from "./case/case-words.ts";
import { type Html, markup } from "./markup.ts";
import { namedValues } from "./names.ts";
import { COUNT_ONLY, type Page, type PageRequest } from "./page.ts";
import { searchAddress } from "./search/search-address.ts";
import { searchForm } from "./search/search-form.ts";

/** Each shows another turn of the search language; their words stand in reports of any state and time. */
const EXAMPLES = [
  ['"statute of frauds"', "a phrase"],
  ["negligen* railroad", "words that begin so, and a word in any form"],
  ["(dower | widow) -divorce", "either word, and not the third"],
  ['"horse warranty"~5', "both within five words"],
] as const;

export function homePage({ corpus, root }: PageRequest): Page {
  const { items, count } = corpus.cases({ filter: {}, ...COUNT_ONLY });
  const main = markup`<div class="entrance">
<h1>The reading room</h1>
<p class="lead">${lead(count ?? 0, corpus.facet({}, "decision_date"))}</p>
${searchForm(new URLSearchParams(), root)}
${items.length === 0 ? NOTHING_HELD : beginnings(items[0]?.citations[0]?.cite ?? "", root)}
${jurisdictions({ corpus, root })}
</div>`;
  return { status: 200, title: "The reading room", hasOwnSearch: true, main };
}

function lead(cases: number, years: readonly FacetCount[]): string {
  if (cases === 0) return "American case law on this machine.";
  return `${counted(cases, "case")} on this machine${yearsDecided(years)}.`;
}

const NOTHING_HELD = markup`<p>This corpus holds no case yet. <code>caselaw import PATH</code> reads what lies on disk, <code>caselaw sync</code> fetches it.</p>`;

function beginnings(cite: string, root: string): Html {
  const searches = cite === "" ? EXAMPLES : [...EXAMPLES, [cite, "a citation"] as const];
  const items = searches.map(
    ([search, does]) =>
      markup`<li><a href="${searchAddress(root, new URLSearchParams({ search }))}"><code>${search}</code></a> <span class="quiet">${does}</span></li>`,
  );
  return markup`<section aria-labelledby="try"><h2 id="try">To begin with</h2>
<ul class="examples">${items}</ul></section>`;
}

function jurisdictions({ corpus, root }: Pick<PageRequest, "corpus" | "root">): Html | null {
  const named = namedValues("jurisdiction", corpus);
  const held = corpus.facet({}, "jurisdiction").flatMap(({ value: id, count }) => {
    const one = named.get(id);
    return one === undefined ? [] : [{ ...one, count }];
  });
  if (held.length === 0) return null;
  held.sort((a, b) => a.name.localeCompare(b.name, "en"));
  const items = held.map(
    ({ value: slug, name, count }) =>
      markup`<li><a href="${root}/browse/${encodeURIComponent(slug)}/">${name}</a> <span class="number">${numberWords(count)}</span></li>`,
  );
  return markup`<section aria-labelledby="held"><h2 id="held">What is held</h2>
<ul class="held">${items}</ul></section>`;
}
