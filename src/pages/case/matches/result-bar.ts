/** The way from a case back to the search that found it, to the results around it, and to its matches. */
import { type Html, markup } from "../../markup.ts";
import type { PageRequest } from "../../page.ts";
import { type ResultPlace, resultPlace } from "../../search/result-place.ts";
import { readSearch } from "../../search-address.ts";
import { counted, numberWords, shortened } from "../../words.ts";
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
  const of = count === null ? "" : ` of ${numberWords(count)}`;
  const search = words === null ? null : markup` for <i><bdi>${shortened(words, 40)}</bdi></i>`;
  return markup` <span>Result ${numberWords(number)}${of}${search}</span>`;
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
