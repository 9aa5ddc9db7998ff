/** A case as one of a list of results. */

import { type Access, type CaseWithBody, isAllowed } from "../../corpus/bodies.ts";
import type { Case } from "../../domain/records.ts";
import { type Html, markup, type PageRequest, trusted } from "../page.ts";
import { resultAddress, resultId, type Search } from "../search-address.ts";
import { dateTime, shortName } from "../words.ts";

/** Citations of a case; some cases have a dozen parallel ones. */
const SHOWN_CITATIONS = 3;
/** As the interface marks what was found; all else in a fragment is escaped (docs/interface.md, "Facets and previews"). */
const FOUND = /<em class="search_highlight">([^<]*)<\/em>/g;

/** A result of a search; other lists have no way back to them. */
export interface Found {
  /** For the address of the case. */
  readonly search: Search;
  readonly citedBy: Html | null;
}

export function resultItem(
  one: Case & Partial<CaseWithBody>,
  { root, corpus }: PageRequest,
  found: Found | null = null,
): Html {
  const address = found === null ? `${root}/cases/${one.id}/` : resultAddress(root, one.id, found.search);
  const cites = one.citations.map(({ cite }) => cite).filter((cite) => cite.trim() !== "");
  const facts = [
    ...(cites.length === 0
      ? []
      : [markup`<span class="cite"><bdi>${cites.slice(0, SHOWN_CITATIONS).join(", ")}</bdi></span>`]),
    ...(one.court?.name ? [markup`<span><bdi>${one.court.name}</bdi></span>`] : []),
    dateTime(one.decisionDate),
    ...(found?.citedBy ? [found.citedBy] : []),
    ...withheldFact(corpus.access, one.jurisdiction?.whitelisted ?? false),
  ];
  return markup`<li class="result"${found === null ? null : markup` id="${resultId(one.id)}"`}>
<h2><a href="${address}" data-result><bdi>${shortName(one)}</bdi></a></h2>
<p class="facts">${facts}</p>
${contextOf(one.preview ?? [])}
</li>`;
}

/** Says who does not see the text. */
function withheldFact(access: Access, whitelisted: boolean): Html[] {
  if (!isAllowed(access, whitelisted)) return [markup`<span class="withheld">text not shown</span>`];
  return access === "owner" && !whitelisted
    ? [markup`<span class="withheld">text shown to you only</span>`]
    : [];
}

function contextOf(fragments: readonly string[]): Html | null {
  if (fragments.length === 0) return null;
  const marked = fragments.map((fragment) => trusted(fragment.replaceAll(FOUND, "<mark>$1</mark>")));
  return markup`<p class="context">${marked.map((fragment) => markup`<span>${fragment}</span> `)}</p>`;
}
