/** What a search text did not mean to the search language, told above the results (docs/interface.md, "Search language"). */
import { doubtsOf, type SearchDoubt } from "../../corpus/search-words.ts";
import { type Html, markup } from "../markup.ts";
import { type Search, searchAddress, withValues } from "./search-address.ts";

export function searchNotices({ asked }: Search, root: string): Html[] {
  const search = asked.get("search");
  return search === null ? [] : doubtsOf(search).map((doubt) => noticeOf(doubt, asked, root));
}

function noticeOf(doubt: SearchDoubt, asked: URLSearchParams, root: string): Html {
  if (doubt === "no word") {
    const isFiltered = [...asked.keys()].some((name) => name !== "search" && name !== "ordering");
    const listed = isFiltered ? "all that the filters leave" : "all that is held";
    return markup`<p class="note">There is no word to search for in what was asked: this is ${listed}.</p>`;
  }
  if (doubt === "proximity") {
    return markup`<p class="note"><code>/s</code>, <code>/p</code> and <code>w/5</code> are words here: <code>"a b"~5</code> finds both within five words.</p>`;
  }
  const meant = withSigns(asked.get("search") ?? "");
  const address = searchAddress(root, withValues(asked, { search: meant }));
  return markup`<p class="note">OR, AND and NOT are words here: write <code>a | b</code> for either, <code>a b</code> for both, <code>-b</code> for without.${meant.length > MAX_OFFERED ? null : markup` <a href="${address}">Search with the signs</a>: <code>${meant}</code>`}</p>`;
}

/** A longer text is not written for its author. */
const MAX_OFFERED = 120;

/** The text with our signs in place of the words that are operators elsewhere. */
function withSigns(search: string): string {
  return search
    .split(/("[^"]*(?:"|$))/)
    .map((part) => (part.startsWith('"') ? part : signsIn(part)))
    .join("");
}

function signsIn(text: string): string {
  return text
    .replace(/(?<![^\s()])OR(?![^\s()])/g, "|")
    .replace(/(?<![^\s()])(?:AND\s+)?NOT(?![^\s()])\s*/g, "-")
    .replace(/(?<![^\s()])AND(?![^\s()])\s*/g, "");
}
