/** Reads the address of a search; builds its address with other parameters, and the addresses of its results. */
import type { SearchText } from "../domain/query.ts";
import { CASE_PARAMETERS } from "../v1/case-parameters.ts";
import { searchIn } from "../v1/lookup.ts";
import { markup } from "./page.ts";

/** Parameters that the page sets itself. */
const SET_BY_PAGE = ["full_case", "body_format", "facet", "preview"];
const SEARCH_PARAMETERS = new Map(
  CASE_PARAMETERS.filter(({ name }) => !SET_BY_PAGE.includes(name)).map((entry) => [entry.name, entry]),
);

export interface Search {
  /** Filters, search and order, by the interface's names, without empty and ignored values. */
  readonly parameters: URLSearchParams;
  /** The dates were the wrong way round in the address. */
  readonly isSwapped?: boolean;
  /** Where the page begins; null for the first. */
  readonly cursor: string | null;
  /** Number of the page's first result; null when the address does not have it. */
  readonly from: number | null;
}

export function readSearch(query: URLSearchParams): Search {
  const parameters = parametersOf(query);
  const isSwapped = putDatesInOrder(parameters);
  const cursor = query.get("cursor");
  if (cursor === null || cursor === "") return { parameters, isSwapped, cursor: null, from: 1 };
  const from = /^[1-9]\d{0,8}$/.exec(query.get("from") ?? "")?.[0];
  return { parameters, isSwapped, cursor, from: from === undefined ? null : Number(from) };
}

/** For a parameter with one value, the last one counts, as in the interface; other values are listed once. */
function parametersOf(query: URLSearchParams): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [written, text] of query) {
    // `?q=` is what addresses of other services have
    const name = written === "q" ? "search" : written;
    const parameter = SEARCH_PARAMETERS.get(name);
    const value = name === "search" ? text.trim() : text;
    if (parameter === undefined || value === "") continue;
    if (parameter.repeatable === undefined) parameters.set(name, value);
    else if (!parameters.has(name, value)) parameters.append(name, value);
  }
  // the box of the form was ticked on a page for a sentence
  if (parameters.has("search_syntax")) parameters.delete("match");
  return parameters;
}

const DATE = /^\d{4}(?:-\d\d){0,2}$/;

/** Swaps the dates of a filter from 2009 to 1990; true if they were swapped. */
export function putDatesInOrder(parameters: URLSearchParams): boolean {
  const [first, last] = ["decision_date_min", "decision_date_max"].map((name) => parameters.get(name) ?? "");
  if (first === undefined || last === undefined || !DATE.test(first) || !DATE.test(last)) return false;
  if (first <= last || first.startsWith(last)) return false;
  parameters.set("decision_date_min", last);
  parameters.set("decision_date_max", first);
  return true;
}

export const SWAPPED = markup`<p class="note">The first date was after the last one: they were swapped.</p>`;

/** The search text, in its language. */
export function searchOf(parameters: URLSearchParams): SearchText | null {
  return searchIn((name) => parameters.get(name));
}

export function searchAddress(root: string, parameters: URLSearchParams): string {
  return `${root}/${parameters.size === 0 ? "" : `?${parameters}`}`;
}

export function pageAddress(root: string, search: Search): string {
  return searchAddress(root, withPage(search));
}

/** Longer searches are not carried on: a page has the address of each result. */
const MAX_ADDRESS = 2_000;

/** The address of a case that a search found; the search is in it. */
export function resultAddress(root: string, id: number, search: Search): string {
  const plain = `${root}/cases/${id}/`;
  const parameters = search.parameters.size === 0 ? "" : `?${withPage(search)}`;
  return parameters.length > MAX_ADDRESS ? plain : plain + parameters;
}

export function resultId(id: number): string {
  return `case-${id}`;
}

function withPage({ parameters, cursor, from }: Search): URLSearchParams {
  return cursor === null
    ? parameters
    : withValues(parameters, { cursor, ...(from === null ? {} : { from: String(from) }) });
}

/** Replaces the values of these parameters; an empty value removes the parameter. */
export function withValues(
  parameters: URLSearchParams,
  values: Readonly<Record<string, string>>,
): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(values)) {
    if (value === "") changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}

export function withMore(parameters: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  changed.append(name, value);
  return changed;
}

export function without(parameters: URLSearchParams, name: string, value: string): URLSearchParams {
  return new URLSearchParams([...parameters].filter(([key, text]) => key !== name || text !== value));
}
