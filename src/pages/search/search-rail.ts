/** The column next to the results: date fields, and filters with their counts. */

import type { FacetCount } from "../../domain/query.ts";
import type { Messages } from "../../v1/parameter.ts";
import { type Html, markup } from "../markup.ts";
import type { PageRequest } from "../page.ts";
import { searchAddress, withMore, without, withValues } from "../search-address.ts";
import { numberWords } from "../words.ts";
import { type FacetGroup, type FacetValue, MAX_COUNTED } from "./search-facets.ts";
import { DATE_FIELDS, FORM } from "./search-form.ts";
import { yearRange } from "./year-range.ts";

/** Values seen without opening the others. */
const SEEN = 6;

const TITLES = {
  jurisdiction: "Jurisdiction",
  court: "Court",
  reporter: "Reporter",
  decision_date: "Decided",
} as const;

export function rail(
  parameters: URLSearchParams,
  messages: Messages,
  facets: readonly FacetGroup[],
  { root }: PageRequest,
): Html {
  const groups = facets.filter(({ dimension, values }) => values.length > 0 && dimension !== "decision_date");
  const years = facets.find(({ dimension, values }) => values.length > 0 && dimension === "decision_date");
  return markup`<aside class="rail no-print" aria-labelledby="narrow">
<h2 id="narrow">Narrow</h2>
${groups.map((group) => facetSection(group, parameters, root))}
<section aria-labelledby="decided">
<h3 id="decided">${TITLES.decision_date}</h3>
${years?.years === undefined ? null : yearRange(years.years, parameters)}
${dateFields(parameters, messages, years?.years ?? [])}
${years === undefined ? null : decades(years, parameters, root)}
</section>
${uncounted(facets)}
</aside>`;
}

/** Says what is not counted, and when it would be. */
function uncounted(facets: readonly FacetGroup[]): Html | null {
  const names = facets.flatMap(({ dimension, isUncounted }) =>
    isUncounted && dimension !== "decision_date" ? [dimension] : [],
  );
  const [first] = names;
  if (first === undefined) return null;
  const most = Math.min(...names.map((name) => MAX_COUNTED[name]));
  return markup`<p class="quiet">By ${names.join(" and ")} cases are counted when no more than ${numberWords(most)} match.</p>`;
}

function facetSection(
  { dimension, values, leftOut }: FacetGroup,
  parameters: URLSearchParams,
  root: string,
): Html {
  const items = values.map((one) => facetItem(dimension, one, parameters, root));
  const others = items.slice(SEEN);
  const more = markup`<details><summary>${numberWords(others.length)} more</summary>
<ul>${others}</ul>
${leftOut === 0 ? null : markup`<p class="quiet">and ${numberWords(leftOut)} with fewer cases</p>`}
</details>`;
  return markup`<section aria-labelledby="by-${dimension}">
<h3 id="by-${dimension}">${TITLES[dimension]}</h3>
<ul>${items.slice(0, SEEN)}</ul>
${others.length === 0 ? null : more}
</section>`;
}

function facetItem(dimension: string, one: FacetValue, parameters: URLSearchParams, root: string): Html {
  const { value, label, count, isChosen } = one;
  const changed = isChosen ? without(parameters, dimension, value) : withMore(parameters, dimension, value);
  const does = isChosen ? markup` aria-current="true" title="Take this filter away"` : null;
  return markup`<li><a href="${searchAddress(root, changed)}"${does}><bdi>${label}</bdi></a> <span class="number">${count === null ? "" : numberWords(count)}</span></li>`;
}

/** @param years of the matches, ascending: an empty field means the first or the last of them */
function dateFields(parameters: URLSearchParams, messages: Messages, years: readonly FacetCount[]): Html {
  const fields = DATE_FIELDS.map((name) => {
    const about =
      messages[name] === undefined ? null : markup` aria-invalid="true" aria-describedby="${name}-wrong"`;
    const [label, usual] = name.endsWith("min") ? ["from", years[0]] : ["to", years.at(-1)];
    return markup`<div><label for="${name}">${label}</label>
<input id="${name}" form="${FORM}" name="${name}" value="${parameters.get(name) ?? ""}" placeholder="${usual?.value ?? ""}" size="10" autocomplete="off"${about}></div>`;
  });
  const wrong = DATE_FIELDS.filter((name) => messages[name] !== undefined).map(
    (name) => markup`<p class="error" id="${name}-wrong">${messages[name]?.join(" ")}</p>`,
  );
  return markup`<div class="dates">${fields}<button class="plain" form="${FORM}">Apply</button></div>${wrong}`;
}

/** Each with a bar as long as its share of the greatest. */
function decades({ values }: FacetGroup, parameters: URLSearchParams, root: string): Html {
  const most = Math.max(...values.map(({ count }) => count ?? 0));
  const items = values.map(({ value, label, count }) => {
    const [first = "", last = ""] = value.split("-");
    const address = searchAddress(root, withYears(parameters, first, last));
    const share = Math.max(1, Math.round((100 * (count ?? 0)) / most));
    return markup`<li><a href="${address}">${label}</a> <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${share}" height="10"/></svg> <span class="number">${numberWords(count ?? 0)}</span></li>`;
  });
  return markup`<ul class="decades">${items}</ul>`;
}

/** Within the requested dates, because the count includes only these cases. */
function withYears(parameters: URLSearchParams, first: string, last: string): URLSearchParams {
  const [from, to] = [parameters.get("decision_date_min") ?? "", parameters.get("decision_date_max") ?? ""];
  return withValues(parameters, {
    decision_date_min: from.slice(0, 4) >= first ? from : first,
    decision_date_max: to !== "" && to.slice(0, 4) <= last ? to : last,
  });
}
