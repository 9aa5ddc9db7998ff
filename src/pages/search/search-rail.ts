/** The column next to the results: date fields, and filters with their counts. */

import type { Corpus } from "../../corpus/corpus.ts";
import { testsCases } from "../../corpus/search-words.ts";
import type { CaseFilter, FacetCount } from "../../domain/query.ts";
import type { Messages } from "../../v1/parameter.ts";
import { COUNT_ONLY, type Html, markup, type PageRequest } from "../page.ts";
import { type Search, searchAddress, withMore, without, withValues } from "../search-address.ts";
import {
  counted,
  type Dimension,
  idsMeant,
  type NamedCount,
  namedCounts,
  nameOf,
  numberWords,
} from "../words.ts";
import { DATE_FIELDS, FORM } from "./search-form.ts";
import type { Results } from "./search-results.ts";

/** Values that are visible without opening the list of the others. */
const SEEN = 6;

const TITLES = { jurisdiction: "Jurisdiction", court: "Court", reporter: "Reporter" } as const;

export function rail(
  parameters: URLSearchParams,
  messages: Messages,
  { groups, years, statuses }: Counts,
  { root }: PageRequest,
): Html {
  const shown = groups.filter(({ values }) => values.length > 0);
  // fields and picture have the years of the dates that are requested only where a match is in them
  const all = years !== null && years.within.length > 0 ? years.all : [];
  return markup`<aside class="rail no-print" aria-labelledby="narrow">
<h2 id="narrow">Narrow</h2>
${shown.map((group) => facetSection(group, parameters, root))}
${statusSection(statuses, parameters, root)}
<section aria-labelledby="decided">
<h3 id="decided">Decided</h3>
${yearRange(all, parameters)}
${dateFields(parameters, messages, all)}
${all.length === 0 ? null : decades(years?.within ?? [], parameters, root)}
</section>
${uncounted(groups)}
</aside>`;
}

function statusSection(statuses: readonly string[], parameters: URLSearchParams, root: string): Html | null {
  if (statuses.length === 0) return null;
  const items = statuses.map((value) => {
    const isChosen = parameters.has(STATUS, value);
    return facetItem(STATUS, { value, label: value, count: null, isChosen }, parameters, root);
  });
  return markup`<section aria-labelledby="by-status">
<h3 id="by-status">Status</h3>
<ul>${items}</ul>
</section>`;
}

/** Says what is not counted, and when it would be. */
function uncounted(groups: readonly FacetGroup[]): Html | null {
  const names = groups.filter(({ isUncounted }) => isUncounted).map(({ dimension }) => dimension);
  if (names.length === 0) return null;
  const most = Math.min(...names.map((name) => MAX_COUNTED[name]));
  return markup`<p class="quiet">By ${names.join(" and ")} cases are counted when no more than ${numberWords(most)} match.</p>`;
}

function facetSection(
  { dimension, values, leftOut }: FacetGroup,
  parameters: URLSearchParams,
  root: string,
): Html {
  const items = values.map((value) => facetItem(dimension, value, parameters, root));
  const rest = items.slice(SEEN);
  const more = markup`<details><summary>${numberWords(rest.length)} more</summary>
<ul>${rest}</ul>
${leftOut === 0 ? null : markup`<p class="quiet">and ${numberWords(leftOut)} with fewer cases</p>`}
</details>`;
  return markup`<section aria-labelledby="by-${dimension}">
<h3 id="by-${dimension}">${TITLES[dimension]}</h3>
<ul>${items.slice(0, SEEN)}</ul>
${rest.length === 0 ? null : more}
</section>`;
}

function facetItem(dimension: string, facet: FacetValue, parameters: URLSearchParams, root: string): Html {
  const { value, label, count, isChosen } = facet;
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

/** Years if they are few, else decades, each with a bar as long as its share of the greatest. @param years ascending */
function decades(years: readonly FacetCount[], parameters: URLSearchParams, root: string): Html {
  const step = (years.at(-1)?.value ?? 0) - (years[0]?.value ?? 0) < 15 ? 1 : 10;
  const byStep = Map.groupBy(years, ({ value }) => Math.floor(value / step) * step);
  const counts = [...byStep].map(([first, group]) => ({ first, count: sumOf(group) }));
  const most = Math.max(...counts.map(({ count }) => count));
  const items = counts.map(({ first, count }) => {
    const address = searchAddress(root, withYears(parameters, yearText(first), yearText(first + step - 1)));
    const share = Math.max(1, Math.round((100 * count) / most));
    return markup`<li><a href="${address}">${first}${step === 1 ? "" : "s"}</a> <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${share}" height="10"/></svg> <span class="number">${numberWords(count)}</span></li>`;
  });
  return markup`<ul class="decades">${items}</ul>`;
}

function sumOf(counts: readonly FacetCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** Within the requested dates, because the count includes only these cases. */
function withYears(parameters: URLSearchParams, first: string, last: string): URLSearchParams {
  const [from, to] = [parameters.get("decision_date_min") ?? "", parameters.get("decision_date_max") ?? ""];
  return withValues(parameters, {
    decision_date_min: from.slice(0, 4) >= first ? from : first,
    decision_date_max: to !== "" && to.slice(0, 4) <= last ? to : last,
  });
}

/** Years of a bar: the first that gives no more bars than fit. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200];
const MAX_BARS = 60;
/** Height of the picture, which is as wide as its column. */
const HEIGHT = 40;
const BAR_WIDTH = 10;
/** A few cases among thousands still show. */
const LEAST_HEIGHT = 1.5;

/**
 * A small histogram of the years of the matches, above the fields of the dates. A script lets a reader drag over it to fill
 * the fields (assets/pages.js); without it the fields do the same.
 *
 * @param years all years with matches, also those outside of the requested dates, ascending; null: only one year, or none
 */
export function yearRange(years: readonly FacetCount[], parameters: URLSearchParams): Html | null {
  const [first, last] = [years[0]?.value, years.at(-1)?.value];
  if (first === undefined || last === undefined || first === last) return null;
  const step = STEPS.find((size) => barsBetween(first, last, size) <= MAX_BARS) ?? 500;
  const start = Math.floor(first / step) * step;
  const counts = new Array<number>(barsBetween(first, last, step)).fill(0);
  for (const { value, count } of years) {
    const at = (value - start) / step;
    counts[Math.floor(at)] = (counts[Math.floor(at)] ?? 0) + count;
  }
  const most = Math.max(...counts);
  const [from, to] = [yearOf(parameters, "decision_date_min"), yearOf(parameters, "decision_date_max")];
  const bars = counts.map((count, at) => {
    const year = start + at * step;
    const isOut = (from !== null && year + step - 1 < from) || (to !== null && year > to);
    const height = count === 0 ? 0 : Math.max(LEAST_HEIGHT, (HEIGHT * count) / most);
    const drawn = height.toFixed(1);
    return markup`<rect x="${at * BAR_WIDTH}" y="${(HEIGHT - height).toFixed(1)}" width="${BAR_WIDTH - 1}" height="${drawn}"${isOut ? markup` class="out"` : null}/>`;
  });
  const cases = counted(sumOf(years), "case");
  return markup`<figure class="year-range">
<svg viewBox="0 0 ${counts.length * BAR_WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${cases} from ${first} to ${last}" data-first="${start}" data-step="${step}">${bars}</svg>
<figcaption><span>${first}</span> <span class="needs-script">drag to choose years</span> <span>${last}</span></figcaption>
</figure>`;
}

function barsBetween(first: number, last: number, step: number): number {
  return Math.floor(last / step) - Math.floor(first / step) + 1;
}

function yearOf(parameters: URLSearchParams, name: string): number | null {
  const year = /^\d{4}/.exec(parameters.get(name) ?? "")?.[0];
  return year === undefined ? null : Number(year);
}

interface FacetValue {
  /** As the parameter takes it. */
  readonly value: string;
  readonly label: string;
  /** Null when it was not counted. */
  readonly count: number | null;
  readonly isChosen: boolean;
}

/** The values of one dimension, most matches first; of those beyond `MAX_VALUES` only the number is shown. */
interface FacetGroup {
  readonly dimension: Dimension;
  readonly values: readonly FacetValue[];
  readonly leftOut: number;
  readonly isUncounted: boolean;
}

/** The matches by each dimension, and by year, ascending: within the requested dates, and all. Years are null when not counted. */
export interface Counts {
  readonly groups: readonly FacetGroup[];
  readonly years: { readonly within: readonly FacetCount[]; readonly all: readonly FacetCount[] } | null;
  /** The precedential statuses that some of the matches have; empty if they are not looked for. */
  readonly statuses: readonly string[];
}

export const NO_COUNTS: Counts = { groups: [], years: null, statuses: [] };

const STATUS = "precedential_status";
const STATUSES = ["published", "unpublished"];

const MAX_VALUES = 24;
/** Limits the bytes of all links: a long search text makes each link long. */
const LINK_BYTES = 24_000;
/** Matches beyond which a dimension is not counted: each costs some 0.4 µs a match. */
const MAX_COUNTED: Readonly<Record<Dimension, number>> = {
  jurisdiction: 1_000_000,
  court: 100_000,
  reporter: 100_000,
};

const DIMENSIONS = ["jurisdiction", "court", "reporter"] as const;

/** The part of the filter that each dimension is narrowed by. */
const FILTERS = { jurisdiction: "jurisdictions", court: "courts", reporter: "reporters" } as const;

/**
 * Counts the matches of each jurisdiction, court, reporter and year.
 *
 * A dimension is counted without its own filter, so that the other values show what they would add. Courts and reporters of
 * very many matches are not counted, because it takes long and such counts help little.
 */
export function countsOf(
  { parameters }: Search,
  { request: { filter }, page }: Results,
  { corpus }: PageRequest,
): Counts {
  const countOf = (wider: CaseFilter): number | null =>
    wider === filter ? page.count : corpus.cases({ filter: wider, ...COUNT_ONLY }).count;
  const groups = DIMENSIONS.map((dimension) => {
    const { [FILTERS[dimension]]: ownFilter, ...rest } = filter;
    const wider = ownFilter === undefined ? filter : rest;
    const count = countOf(wider);
    const isCounted = count !== null && count <= MAX_COUNTED[dimension];
    const counts = isCounted ? corpus.facet(wider, dimension) : null;
    return groupOf(dimension, counts, parameters, corpus);
  });
  // years are counted in the index, if it finds the matches
  const isCounted = page.count !== null || !testsCases(filter.search ?? "");
  const statuses = statusesOf(filter, corpus);
  if (!isCounted) return { groups, years: null, statuses };
  const within = corpus.facet(filter, "decision_date");
  const { decidedFrom, decidedTo, ...wider } = filter;
  const isBounded = decidedFrom !== undefined || decidedTo !== undefined;
  return {
    groups,
    statuses,
    years: { within, all: isBounded ? corpus.facet(wider, "decision_date") : within },
  };
}

function statusesOf({ statuses: _own, ...filter }: CaseFilter, corpus: Corpus): readonly string[] {
  // each would be searched for again
  if (typeof filter.search === "object" && "sentence" in filter.search) return [];
  const counts = corpus.counts(
    STATUSES.map((status) => ({ ...filter, statuses: [status] })),
    1,
  );
  return STATUSES.filter((_, nth) => (counts[nth] ?? 0) > 0);
}

/** @param counts null when not counted: then only the chosen values are known */
function groupOf(
  dimension: Dimension,
  counts: readonly FacetCount[] | null,
  parameters: URLSearchParams,
  corpus: Corpus,
): FacetGroup {
  const known = namedCounts(dimension, counts ?? [], corpus).sort(
    (a, b) => b.count - a.count || (dimension === "reporter" ? a.id - b.id : a.value < b.value ? -1 : 1),
  );
  const chosen = parameters.getAll(dimension).map((value) => chosenValue(dimension, value, known, corpus));
  const isChosen = new Set(chosen.flatMap(({ ids }) => ids));
  const room = Math.max(3, Math.min(MAX_VALUES, Math.floor(LINK_BYTES / (parameters.toString().length + 1))));
  const shown = [
    ...chosen.map((value) => ({ ...value, isChosen: true })),
    ...known.filter(({ id }) => !isChosen.has(id)).map((value) => ({ ...value, isChosen: false })),
  ].slice(0, room);
  const times = Map.groupBy(shown, ({ name }) => name);
  const values = shown.map(({ value, name, brief, count, isChosen }) => ({
    value,
    // two reporters can have the same name
    label: (times.get(name)?.length ?? 0) > 1 ? `${name} (${brief})` : name,
    count,
    isChosen,
  }));
  const leftOut = Math.max(0, known.length - values.length);
  return { dimension, values, leftOut, isUncounted: counts === null };
}

/** A value of the address, which may be a name that means several ids, with the matches of all of them. */
function chosenValue(dimension: Dimension, value: string, known: readonly NamedCount[], corpus: Corpus) {
  const ids = idsMeant(dimension, value, corpus);
  const counted = known.filter(({ id }) => ids.includes(id));
  return {
    value,
    ids,
    name: nameOf(dimension, value, corpus),
    brief: counted.find((entry) => entry.value === value)?.brief ?? value,
    count: counted.length === 0 ? null : counted.reduce((sum, { count }) => sum + count, 0),
  };
}

/** As dates are written: `0990`. */
function yearText(year: number): string {
  return String(year).padStart(4, "0");
}
