/** A case as one result of a search: its number, and the results around it. */
import { CaselawError } from "../../domain/errors.ts";
import type { PageRequest } from "../page.ts";
import { pageAddress, resultAddress, resultId, type Search } from "../search-address.ts";
import { RESULTS, type ResultPage, resultPage } from "./search-results.ts";

export interface ResultPlace {
  /** Null if it is unknown: the case is not on the page of results that the address names. */
  readonly number: number | null;
  /** Of all results. */
  readonly count: number | null;
  /** The address of the case in the list. */
  readonly list: string;
  /** Addresses of the results around it; null at either end. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** Of a case with the address `resultAddress`, or one like it: a search that is not valid has no results. */
export function resultPlace(id: number, search: Search, request: PageRequest): ResultPlace {
  const { from } = search;
  const page = pageOf(search, request);
  const at = page?.page.items.findIndex((one) => one.id === id) ?? -1;
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
function neighbour(search: Search, found: ResultPage, at: number, request: PageRequest): string | null {
  const same = found.page.items[at];
  if (same !== undefined) return resultAddress(request.root, same.id, search);
  const cursor = at < 0 ? found.previous : found.next;
  if (cursor === null) return null;
  const { parameters, from } = search;
  const first = from === null ? null : Math.max(1, at < 0 ? from - RESULTS : from + RESULTS);
  const other = { parameters, cursor, from: first };
  const one = pageOf(other, request)?.page.items.at(at < 0 ? -1 : 0);
  return one === undefined ? null : resultAddress(request.root, one.id, other);
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
