/** The search page: search box, filters with counts, results. Without parameters it is the home page. */
import { hasWord } from "../../corpus/search-words.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { Messages } from "../../v1/parameter.ts";
import { homePage } from "../home-page.ts";
import { type Html, markup } from "../markup.ts";
import type { Page, PageRequest } from "../page.ts";
import { readSearch, type Search, SWAPPED } from "../search-address.ts";
import { counted, shortened } from "../words.ts";
import { citedCases } from "./cited-as.ts";
import { chips } from "./search-chips.ts";
import { facetsOf } from "./search-facets.ts";
import { searchForm } from "./search-form.ts";
import { searchNotices } from "./search-notices.ts";
import { rail } from "./search-rail.ts";
import { noResults, type Results, resultsOf, resultsSection } from "./search-results.ts";

/** @throws CaselawError `invalid_cursor` */
export function searchPage(request: PageRequest): Page {
  const search = readSearch(request.query);
  if (search.parameters.size === 0 && search.cursor === null) return homePage(request);
  try {
    return foundPage(search, request);
  } catch (error) {
    if (error instanceof CaselawError && error.parameters !== undefined) {
      return refusedSearch(search, error.parameters, request);
    }
    throw error;
  }
}

function foundPage(search: Search, request: PageRequest): Page {
  const cited = search.cursor === null ? citedCases(search, request) : null;
  const found = resultsOf(search, request);
  if (cited?.which === "none") return absentPage(search, cited.section, request);
  const isEmpty = found.cases.length === 0;
  const facets = isEmpty ? [] : facetsOf(search, found, request);
  const isOnlyCited = isEmpty && cited?.which === "begin";
  const main = markup`${searchForm(search.parameters, request.root)}
${chips(search.parameters, {}, request)}
<div class="two-columns search">
<section class="results" aria-labelledby="found">
<h1 id="found" class="count">${isOnlyCited ? "Found by its citation" : headingOf(search, found)}</h1>
${search.isSwapped ? SWAPPED : null}
${searchNotices(search, request.root)}
${cited?.section}
${isOnlyCited ? NONE_BY_WORDS : isEmpty ? noResults(search, request) : resultsSection(search, found, request)}
</section>
${rail(search.parameters, {}, facets, request)}
</div>`;
  return { status: 200, title: titleOf(search), hasOwnSearch: true, main };
}

/** Cases that contain the numbers of a citation are not what its reader looks for. */
function absentPage(search: Search, section: Html, request: PageRequest): Page {
  const main = markup`${searchForm(search.parameters, request.root)}
${chips(search.parameters, {}, request)}
<div class="two-columns search">
<section class="results" aria-labelledby="found">
<h1 id="found" class="count">This citation is not here</h1>
${section}
</section>
${rail(search.parameters, {}, [], request)}
</div>`;
  return { status: 200, title: titleOf(search), hasOwnSearch: true, main };
}

const NONE_BY_WORDS = markup`<p class="quiet">No case has all the words of the search.</p>`;

/** Each message is next to its field; nothing is searched. */
function refusedSearch(search: Search, messages: Messages, request: PageRequest): Page {
  const main = markup`${searchForm(search.parameters, request.root)}
${chips(search.parameters, messages, request)}
<div class="two-columns search">
<section class="results" aria-labelledby="found">
<h1 id="found" class="count">This cannot be searched for</h1>
<p role="alert">${counted(Object.keys(messages).length, "value")} cannot be used; the reason is next to the field.</p>
</section>
${rail(search.parameters, messages, [], request)}
</div>`;
  return { status: 400, title: "Cannot be searched for", hasOwnSearch: true, main };
}

function headingOf({ parameters }: Search, { page: { count } }: Results): Html {
  const text = parameters.get("search");
  const cases = count === null ? "Many cases" : count === 0 ? "No case" : counted(count, "case");
  return text === null || !hasWord(text)
    ? markup`${cases}`
    : markup`${cases} for <i><bdi>${shortened(text)}</bdi></i>`;
}

function titleOf({ parameters }: Search): string {
  const text = parameters.get("search") ?? "";
  return hasWord(text) ? shortened(text) : "Search";
}
