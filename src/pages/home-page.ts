/** The search page before anything is asked: what is held, and searches to begin with. Lists no case. */
import { counted, numberWords } from "./case/case-words.ts";
import { type Html, markup } from "./markup.ts";
import type { Page, PageRequest } from "./page.ts";
import { searchAddress } from "./search/search-address.ts";
import { searchForm } from "./search/search-form.ts";

/** Each shows another turn of the search language; their words stand in reports of any state and time. */
const EXAMPLES = [
  ['"statute of frauds"', "a phrase"],
  ["negligen* railroad", "words that begin so, and a word in any form"],
  ["(dower | widow) -divorce", "either word, and not the third"],
  ['"horse warranty"~5', "both within five words"],
] as const;

export function homePage(visit: PageRequest): Page {
  const { corpus, root } = visit;
  const held = corpus.list("cases", { page_size: 1, facet: ["jurisdiction", "decision_date"] });
  const main = markup`<div class="entrance">
<h1>The reading room</h1>
<p class="lead">${heldWords(held.count ?? 0, held.facets?.decision_date ?? {})}</p>
${searchForm(new URLSearchParams(), root)}
${held.results.length === 0 ? NOTHING_HELD : beginnings(held.results[0]?.citations[0]?.cite ?? "", root)}
${jurisdictions(held.facets?.jurisdiction ?? {}, visit)}
</div>`;
  return { status: 200, title: "The reading room", hasOwnSearch: true, main };
}

function heldWords(cases: number, years: Readonly<Record<string, number>>): string {
  const known = Object.keys(years);
  const [first, last] = [known[0], known.at(-1)];
  if (cases === 0) return "American case law on this machine.";
  const when =
    first === undefined
      ? ""
      : first === last
        ? `, decided in ${first}`
        : `, decided from ${first} to ${last}`;
  return `${counted(cases, "case")} on this machine${when}.`;
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

function jurisdictions(counts: Readonly<Record<string, number>>, { corpus, root }: PageRequest): Html | null {
  const held = corpus.list("jurisdictions").results.flatMap(({ slug, name, name_long: longName }) => {
    const cases = counts[slug ?? ""] ?? 0;
    return slug === null || cases === 0 ? [] : [{ slug, name: longName || name || slug, cases }];
  });
  if (held.length === 0) return null;
  held.sort((a, b) => a.name.localeCompare(b.name, "en"));
  const items = held.map(
    ({ slug, name, cases }) =>
      markup`<li><a href="${root}/browse/${encodeURIComponent(slug)}/">${name}</a> <span class="number">${numberWords(cases)}</span></li>`,
  );
  return markup`<section aria-labelledby="held"><h2 id="held">What is held</h2>
<ul class="held">${items}</ul></section>`;
}
