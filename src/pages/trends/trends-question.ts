/** A question of the trends page: its address, and its answer as lines of a plot and in words. */

import type { Corpus } from "../../corpus/corpus.ts";
import type { Trend } from "../../corpus/trends.ts";
import { MAX_TEXTS } from "../../v1/trends.ts";
import { putDatesInOrder } from "../search-address.ts";
import { counted, dateWords, nameOf, numberWords } from "../words.ts";
import type { Plot } from "./plot.ts";

/** Matches as a share of the year's cases, or their number. */
type TrendsScale = "share" | "cases";

export interface TrendsQuestion {
  /** As they were entered, without empty ones; too many texts are reported as an error. */
  readonly texts: readonly string[];
  /** Parameters of cases that narrow what is counted. */
  readonly filters: URLSearchParams;
  /** The dates were the wrong way round in the address. */
  readonly isSwapped?: boolean;
  readonly scale: TrendsScale;
  readonly step: YearStep;
}

type YearStep = 1 | 10;

/** Filters with a field on the page. */
const TREND_FILTERS = ["jurisdiction", "court", "decision_date_min", "decision_date_max"] as const;

export function readTrends(query: URLSearchParams): TrendsQuestion {
  const filters = new URLSearchParams();
  for (const name of TREND_FILTERS) {
    for (const value of query.getAll(name).map((text) => text.trim()))
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

/** The address of the same question on another scale. */
export function trendsAddress({ texts, filters, scale, step }: TrendsQuestion, root: string): string {
  const query = new URLSearchParams(texts.slice(0, MAX_TEXTS).map((text): [string, string] => ["q", text]));
  for (const [name, value] of filters) query.append(name, value);
  if (scale === "cases") query.set("scale", "cases");
  if (step === 10) query.set("by", "decade");
  return `${root}/trends/?${query}`;
}

export function casesAddress(text: string, { filters }: TrendsQuestion, root: string): string {
  return `${root}/?${new URLSearchParams([["search", text], ...filters])}`;
}

/** The same for one year or decade. A date of the filters within it stays: its cases alone were counted. */
export function casesOfYearAddress(
  text: string,
  year: number,
  { filters, step }: TrendsQuestion,
  root: string,
): string {
  const query = new URLSearchParams([["search", text], ...filters]);
  const [first, last] = [year, year + step - 1].map((number) => String(number).padStart(4, "0"));
  for (const [name, end = ""] of [
    ["decision_date_min", first],
    ["decision_date_max", last],
  ] as const)
    if (query.get(name)?.startsWith(end.slice(0, step === 1 ? 4 : 3)) !== true) query.set(name, end);
  return `${root}/?${query}`;
}

/** Title of a plot; `… by year` follows. */
const SCALE_NAMES: Readonly<Record<TrendsScale, string>> = {
  share: "Share of the cases",
  cases: "Number of cases",
};
/** Label of the axis of values. */
const SCALE_UNITS: Readonly<Record<TrendsScale, string>> = {
  share: "Percent of the year's cases",
  cases: "Cases of the year",
};
const STEP_NAMES: Readonly<Record<YearStep, string>> = { 1: "year", 10: "decade" };

/** `Share of the cases by year`. */
export function plotTitle({ scale, step }: Pick<TrendsQuestion, "scale" | "step">): string {
  return `${SCALE_NAMES[scale]} by ${STEP_NAMES[step]}`;
}

/** The same by decades, each with the number of its first year. */
export function inSteps(series: readonly Trend[], step: YearStep): readonly Trend[] {
  if (step === 1) return series;
  return series.map((trend) => {
    const decades = Map.groupBy(trend.years, ({ year }) => year - (year % step));
    const years = [...decades].map(([year, group]) => {
      const [count, total] = [sum(group.map(({ count }) => count)), sum(group.map(({ total }) => total))];
      return { year, count, total, per10000: Math.round((1_000_000 * count) / total) / 100 };
    });
    return { ...trend, years };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

/** What matches in a year, or in all years. */
type Counts = Pick<Trend, "count" | "total">;

/** The value that is drawn: a percentage or a number. */
function plottedValue({ count, total }: Counts, scale: TrendsScale): number {
  return scale === "cases" ? count : total === 0 ? 0 : (100 * count) / total;
}

/** A year with fewer cases says little. */
export const FEW_CASES = 10;

export function plotOf(series: readonly Trend[], { scale, step }: TrendsQuestion): Plot {
  return {
    // years without cases have no value
    lines: series.map(({ text, years }) => ({
      label: text,
      points: years.map((point) => ({
        year: point.year,
        value: plottedValue(point, scale),
        isOfFew: point.total < FEW_CASES,
      })),
    })),
    step,
    label: describePlot(series, scale, step),
    unit: SCALE_UNITS[scale].replace("year", STEP_NAMES[step]),
    leastStep: scale === "cases" ? 1 : 0,
  };
}

/** Decimals with which the shares of an answer are shown: enough for the years of a rare word. */
export function decimalsOf(series: readonly Trend[]): number {
  const most = series
    .flatMap(({ years }) => years)
    .reduce((max, year) => Math.max(max, plottedValue(year, "share")), 0);
  return most >= 10 ? 1 : most >= 1 ? 2 : most >= 0.1 ? 3 : 4;
}

/** `3.5 %`. */
export function shareWords(counts: Counts, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return `${plottedValue(counts, "share").toLocaleString("en-US", digits)} %`;
}

/** `Share of the cases by year, 1819 to 2017. negligence: 312 of 9,412 cases, most in 1903 (12.5 %). …` */
function describePlot(series: readonly Trend[], scale: TrendsScale, step: YearStep): string {
  const years = series[0]?.years ?? [];
  const decimals = decimalsOf(series);
  const lines = series.map((trend) => {
    const top = trend.years.reduce(
      (best, year) => (plottedValue(year, scale) > plottedValue(best, scale) ? year : best),
      trend.years[0] ?? NO_YEAR,
    );
    const value = scale === "cases" ? numberWords(top.count) : shareWords(top, decimals);
    const most = top.count === 0 ? "" : `, most in ${top.year} (${value})`;
    return `${trend.text}: ${numberWords(trend.count)} of ${counted(trend.total, "case")}${most}.`;
  });
  return [`${plotTitle({ scale, step })}, ${years[0]?.year} to ${years.at(-1)?.year}.`, ...lines].join(" ");
}

const NO_YEAR = { year: 0, count: 0, total: 0 };

/** `, Massachusetts, Supreme Judicial Court, from 1850 to 1899`: a print shows no fields. */
export function filterWords(filters: URLSearchParams, corpus: Corpus): string {
  const [from, to] = ["decision_date_min", "decision_date_max"].map((name) => filters.get(name));
  const named = (["jurisdiction", "court"] as const).map((name) =>
    filters
      .getAll(name)
      .map((slug) => nameOf(name, slug, corpus))
      .join(" or "),
  );
  const dates = [from ? `from ${dateWords(from)}` : "", to ? `to ${dateWords(to)}` : ""];
  return [...named, dates.filter((text) => text !== "").join(" ")]
    .filter((part) => part !== "")
    .map((part) => `, ${part}`)
    .join("");
}
