/** Reads the address of the trends page. */
import { MAX_TEXTS } from "../../v1/trends.ts";

export type TrendsScale = "decisions" | "per 10,000";

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
    scale: query.get("per") === "10000" ? "per 10,000" : "decisions",
  };
}

/** The address of the same question on another scale. @param root as in `PageRequest` */
export function trendsAddress({ texts, filters, scale }: TrendsQuestion, root: string): string {
  const query = new URLSearchParams(texts.slice(0, MAX_TEXTS).map((text): [string, string] => ["q", text]));
  for (const [name, value] of filters) query.append(name, value);
  if (scale === "per 10,000") query.set("per", "10000");
  return `${root}/trends/?${query}`;
}
