/** Notes above the results about a search text that was not read as its author may expect (docs/interface.md, "Notes on a search"). */
import { type SearchNote, wordNotes } from "../../v1/search-notes.ts";
import { type Html, markup } from "../markup.ts";
import { type Search, searchAddress, withValues } from "../search-address.ts";

export function searchNotices({ parameters }: Search, root: string): Html[] {
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
