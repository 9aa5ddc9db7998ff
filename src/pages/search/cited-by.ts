/** How many cases cite each result. Each count reads one list of the index, up to a bound. */
import { type Html, markup } from "../markup.ts";
import type { PageRequest } from "../page.ts";
import { numberWords } from "../words.ts";

/** More are shown as `1,000+`. */
const MOST_CITING = 1_000;

/** A link to the citing cases for each case; null if no case cites it. */
export function citedByLinks(ids: readonly number[], { corpus, root }: PageRequest): (Html | null)[] {
  const filters = ids.map((id) => ({ citesTo: { ids: [id], cites: corpus.citationsOf(id) } }));
  const counts = corpus.counts(filters, MOST_CITING + 1);
  return ids.map((id, at) => {
    const count = counts[at] ?? 0;
    if (count === 0) return null;
    const words = count > MOST_CITING ? `${numberWords(MOST_CITING)}+` : numberWords(count);
    return markup`<a href="${root}/?cites_to=${id}" class="cited-by">cited by ${words}</a>`;
  });
}
