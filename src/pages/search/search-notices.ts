/** Notes above the results about a search text that does not mean what its author may expect (docs/interface.md, "Search language"). */
import { doubtsOf, type SearchDoubt } from "../../corpus/search-words.ts";
import { type Html, markup } from "../markup.ts";
import { type Search, searchAddress, withValues } from "../search-address.ts";

export function searchNotices({ parameters }: Search, root: string): Html[] {
  const search = parameters.get("search");
  return search === null ? [] : doubtsOf(search).map((doubt) => noticeOf(doubt, parameters, root));
}

function noticeOf(doubt: SearchDoubt, parameters: URLSearchParams, root: string): Html {
  if (doubt === "no word") {
    const isFiltered = [...parameters.keys()].some((name) => name !== "search" && name !== "ordering");
    const listed = isFiltered ? "all cases that match the filters" : "all cases";
    return markup`<p class="note">The text contains no searchable word and was ignored: the list has ${listed}.</p>`;
  }
  if (doubt === "proximity") {
    return markup`<p class="note"><code>pre/3</code> and <code>w/5</code> are ordinary words here: <code>a /5 b</code> finds both within five words, <code>a +5 b</code> in this order, <code>a /s b</code> in one sentence.</p>`;
  }
  const meant = withOperators(parameters.get("search") ?? "");
  const address = searchAddress(root, withValues(parameters, { search: meant }));
  return markup`<p class="note">OR, AND and NOT are ordinary words here: write <code>a | b</code> for either, <code>a b</code> for both, <code>-b</code> for without.${meant.length > MAX_OFFERED ? null : markup` <a href="${address}">Search with these operators</a>: <code>${meant}</code>`}</p>`;
}

/** Longer texts are not rewritten. */
const MAX_OFFERED = 120;

/** The text with operators of the search language in place of the words that are operators elsewhere. */
function withOperators(search: string): string {
  return search
    .split(/("[^"]*(?:"|$))/)
    .map((part) => (part.startsWith('"') ? part : operatorsIn(part)))
    .join("");
}

function operatorsIn(text: string): string {
  return text
    .replace(/(?<![^\s()])OR(?![^\s()])/g, "|")
    .replace(/(?<![^\s()])(?:AND\s+)?NOT(?![^\s()])\s*/g, "-")
    .replace(/(?<![^\s()])AND(?![^\s()])\s*/g, "");
}
