/** Reads the address of the trends page. */
import { MAX_TEXTS } from "../../v1/trends.ts";
import { putDatesInOrder } from "../search-address.ts";

/** Matches as a share of the year's cases, or their number. */
export type TrendsScale = "share" | "cases";

export interface TrendsQuestion {
  /** As they were entered, without empty ones; too many texts are reported as an error. */
  readonly texts: readonly string[];
  /** Parameters of cases that narrow what is counted. */
  readonly filters: URLSearchParams;
  /** The dates were the wrong way round in the address. */
  readonly isSwapped?: boolean;
  readonly scale: TrendsScale;
  /** How many years a point has. */
  readonly step: YearStep;
}

/** Years, or decades. */
export type YearStep = 1 | 10;

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
    isSwapped: putDatesInOrder(filters),
    scale: query.get("scale") === "cases" ? "cases" : "share",
    step: query.get("by") === "decade" ? 10 : 1,
  };
}

/** The address of the same question on another scale. @param root as in `PageRequest` */
export function trendsAddress({ texts, filters, scale, step }: TrendsQuestion, root: string): string {
  const query = new URLSearchParams(texts.slice(0, MAX_TEXTS).map((text): [string, string] => ["q", text]));
  for (const [name, value] of filters) query.append(name, value);
  if (scale === "cases") query.set("scale", "cases");
  if (step === 10) query.set("by", "decade");
  return `${root}/trends/?${query}`;
}

/** The address of the search for the cases that a text matches. */
export function casesAddress(text: string, { filters }: TrendsQuestion, root: string): string {
  return `${root}/?${new URLSearchParams([["search", text], ...filters])}`;
}

/** The same for one year or decade. A date of the filters within it stays: its cases alone were counted (assets/trends.js does the same). */
export function casesOfYearAddress(
  text: string,
  year: number,
  { filters, step }: TrendsQuestion,
  root: string,
): string {
  const query = new URLSearchParams([["search", text], ...filters]);
  const [first, last] = [year, year + step - 1].map((one) => String(one).padStart(4, "0"));
  for (const [name, end = ""] of [
    ["decision_date_min", first],
    ["decision_date_max", last],
  ] as const)
    if (query.get(name)?.startsWith(end.slice(0, step === 1 ? 4 : 3)) !== true) query.set(name, end);
  return `${root}/?${query}`;
}
