/** Reads the address of the trends page. */
import { MAX_TEXTS } from "../../v1/trends.ts";

/** Matches as a share of the year's cases, or their number. */
export type TrendsScale = "share" | "cases";

export interface TrendsQuestion {
  /** As they were entered, without empty ones; too many texts are reported as an error. */
  readonly texts: readonly string[];
  /** Parameters of cases that narrow what is counted. */
  readonly filters: URLSearchParams;
  readonly scale: TrendsScale;
}

/** Filters with a field on the page. */
const TREND_FILTERS = ["jurisdiction", "court", "decision_date_min", "decision_date_max"] as const;

export function readTrends(query: URLSearchParams): TrendsQuestion {
  const filters = new URLSearchParams();
  for (const name of TREND_FILTERS) {
    for (const value of query.getAll(name).map((one) => one.trim()))
      if (value !== "") filters.append(name, value);
  }
  return {
    texts: query
      .getAll("q")
      .map((text) => text.trim())
      .filter((text) => text !== ""),
    filters,
    scale: query.get("scale") === "cases" ? "cases" : "share",
  };
}

/** The address of the same question on another scale. @param root as in `PageRequest` */
export function trendsAddress({ texts, filters, scale }: TrendsQuestion, root: string): string {
  const query = new URLSearchParams(texts.slice(0, MAX_TEXTS).map((text): [string, string] => ["q", text]));
  for (const [name, value] of filters) query.append(name, value);
  if (scale === "cases") query.set("scale", "cases");
  return `${root}/trends/?${query}`;
}

/** The address of the search for the cases that a text matches. */
export function casesAddress(text: string, { filters }: TrendsQuestion, root: string): string {
  return `${root}/?${new URLSearchParams([["search", text], ...filters])}`;
}

/** The same for one year. A date of the filters within that year stays: its cases alone were counted (assets/trends.js does the same). */
export function casesOfYearAddress(
  text: string,
  year: number,
  { filters }: TrendsQuestion,
  root: string,
): string {
  const query = new URLSearchParams([["search", text], ...filters]);
  const digits = String(year).padStart(4, "0");
  for (const name of ["decision_date_min", "decision_date_max"])
    if (query.get(name)?.startsWith(digits) !== true) query.set(name, digits);
  return `${root}/?${query}`;
}
