/** The search page: search box, filters with counts, results. Without parameters it is the home page. */
import { hasWord } from "../../corpus/search-words.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { Messages } from "../../v1/parameter.ts";
import { type SearchNote, wordNotes } from "../../v1/search-notes.ts";
import { type Html, markup, type Page, type PageRequest } from "../page.ts";
import { readSearch, type Search, SWAPPED, searchAddress, withValues } from "../search-address.ts";
import { counted, shortened } from "../words.ts";
import { citedCases } from "./cited-as.ts";
import { homePage } from "./home-page.ts";
import { chips, searchForm } from "./search-form.ts";
import { type FacetGroup, facetsOf, rail } from "./search-rail.ts";
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
  const title = titleOf(search);
  // cases that contain the numbers of a citation are not what its reader looks for
  if (cited?.which === "none")
    return pageOf({ title, heading: "This citation is not here", results: cited.section }, search, request);
  const isEmpty = found.cases.length === 0;
  const facets = isEmpty ? [] : facetsOf(search, found, request);
  const isOnlyCited = isEmpty && cited?.which === "begin";
  const heading = isOnlyCited ? "Found by its citation" : headingOf(search, found);
  const results = markup`${search.isSwapped ? SWAPPED : null}
${searchNotices(search, request.root)}
${cited?.section}
${isOnlyCited ? NONE_BY_WORDS : isEmpty ? noResults(search, request) : resultsSection(search, found, request)}`;
  return pageOf({ title, heading, results, facets }, search, request);
}

const NONE_BY_WORDS = markup`<p class="quiet">No case has all the words of the search.</p>`;

/** Each message is next to its field; nothing is searched. */
function refusedSearch(search: Search, messages: Messages, request: PageRequest): Page {
  const results = markup`<p role="alert">${counted(Object.keys(messages).length, "value")} cannot be used; the reason is next to the field.</p>`;
  const shown = {
    title: "Cannot be searched for",
    heading: "This cannot be searched for",
    results,
    messages,
  };
  return { ...pageOf(shown, search, request), status: 400 };
}

interface Shown {
  readonly title: string;
  readonly heading: Html | string;
  readonly results: Html;
  readonly facets?: readonly FacetGroup[];
  readonly messages?: Messages;
}

function pageOf(
  { title, heading, results, facets = [], messages = {} }: Shown,
  { parameters }: Search,
  request: PageRequest,
): Page {
  const main = markup`${searchForm(parameters, request.root)}
${chips(parameters, messages, request)}
<div class="two-columns search">
<section class="results" aria-labelledby="found">
<h1 id="found" class="count">${heading}</h1>
${results}
</section>
${rail(parameters, messages, facets, request)}
</div>`;
  return { status: 200, title, hasOwnSearch: true, main };
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

/** Notes on a search text that was not read as its author may expect (docs/interface.md, "Notes on a search"). */
function searchNotices({ parameters }: Search, root: string): Html[] {
  const search = parameters.get("search");
  return search === null ? [] : wordNotes(search).map((note) => noticeOf(note, parameters, root));
}

function noticeOf({ kind, message, search }: SearchNote, parameters: URLSearchParams, root: string): Html {
  if (kind === "no word") {
    const isFiltered = [...parameters.keys()].some((name) => name !== "search" && name !== "ordering");
    const listed = isFiltered ? "all cases that match the filters" : "all cases";
    return markup`<p class="note">The text contains no searchable word and was ignored: the list has ${listed}.</p>`;
  }
  if (search === null) return markup`<p class="note">${message}.</p>`;
  const address = searchAddress(root, withValues(parameters, { search }));
  const [read] = message.split(`: ${search}`);
  return markup`<p class="note">${read}: <a href="${address}"><code>${search}</code></a></p>`;
}
