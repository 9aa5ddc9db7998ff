/** The way from a case back to the search that found it, to the results around it, and to its matches. */

import { CaselawError } from "../../domain/errors.ts";
import { type Html, markup, type PageRequest } from "../page.ts";
import { RESULTS, type ResultPage, resultPage } from "../search/search-results.ts";
import { pageAddress, readSearch, resultAddress, resultId, type Search } from "../search-address.ts";
import { counted, numberWords, shortened } from "../words.ts";
import { MAX_MATCHES, type MarkedText } from "./mark-matches.ts";

/** Null if the address of the case names no search. */
export function resultBar(id: number, { text, matches }: MarkedText, request: PageRequest): Html | null {
  const search = readSearch(request.query);
  if (search.parameters.size === 0) return null;
  const place = resultPlace(id, search, request);
  const words = search.parameters.get("search");
  return markup`<nav class="result-bar no-print" aria-label="Search">
<p><a href="${place.list}">Back to the results</a>${placeWords(place, words)}${link(place.previous, "prev", "← Previous result")}${link(place.next, "next", "Next result →")}</p>
${words === null || text.state !== "shown" ? null : matchWords(matches)}
</nav>`;
}

function placeWords({ number, count }: ResultPlace, words: string | null): Html | null {
  if (number === null) return null;
  const total = count === null ? "" : ` of ${numberWords(count)}`;
  const search = words === null ? null : markup` for <i><bdi>${shortened(words, 40)}</bdi></i>`;
  return markup` <span>Result ${numberWords(number)}${total}${search}</span>`;
}

function link(address: string | null, rel: "prev" | "next", words: string): Html | null {
  return address === null ? null : markup` <a href="${address}" rel="${rel}">${words}</a>`;
}

function matchWords(matches: number): Html {
  if (matches === 0) return markup`<p>No match in the text of the opinions.</p>`;
  const many =
    matches === MAX_MATCHES
      ? `The first ${counted(matches, "match", "matches")}`
      : counted(matches, "match", "matches");
  return markup`<p>${many} in the text: <a href="#match-1">${matches === 1 ? "show it" : "first"}</a>${matches === 1 ? null : markup` <a href="#match-${matches}">last</a> <span class="needs-script needs-keys"><kbd>n</kbd> next, <kbd>p</kbd> previous</span>`}</p>`;
}

interface ResultPlace {
  /** Null if it is unknown: the case is not on the page of results that the address names. */
  readonly number: number | null;
  readonly count: number | null;
  readonly list: string;
  /** Addresses of the results around it; null at either end. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** The place of a case whose address has a search, as from `resultAddress`. An invalid search has no results. */
function resultPlace(id: number, search: Search, request: PageRequest): ResultPlace {
  const { from } = search;
  const page = pageOf(search, request);
  const at = page?.page.items.findIndex((record) => record.id === id) ?? -1;
  const list = pageAddress(request.root, search);
  if (page === null || at < 0) return { number: null, count: null, list, previous: null, next: null };
  return {
    number: from === null ? null : from + at,
    count: page.page.count,
    list: `${list}#${resultId(id)}`,
    previous: neighbour(search, page, at - 1, request),
    next: neighbour(search, page, at + 1, request),
  };
}

/** The result at an index of the page, else the last of the page before or the first of the page after. */
function neighbour(search: Search, results: ResultPage, at: number, request: PageRequest): string | null {
  const same = results.page.items[at];
  if (same !== undefined) return resultAddress(request.root, same.id, search);
  const cursor = at < 0 ? results.previous : results.next;
  if (cursor === null) return null;
  const { parameters, from } = search;
  const first = from === null ? null : Math.max(1, at < 0 ? from - RESULTS : from + RESULTS);
  const adjacent = { parameters, cursor, from: first };
  const record = pageOf(adjacent, request)?.page.items.at(at < 0 ? -1 : 0);
  return record === undefined ? null : resultAddress(request.root, record.id, adjacent);
}

function pageOf(search: Search, { corpus }: PageRequest): ResultPage | null {
  try {
    return resultPage(search, corpus);
  } catch (error) {
    const isWrong =
      error instanceof CaselawError && (error.parameters !== undefined || error.code === "invalid_cursor");
    if (isWrong) return null;
    throw error;
  }
}
