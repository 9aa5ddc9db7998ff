/** Reads requests for trends, and builds the answer as `caselaw trends --format json` prints it. */
import {
  TREND_GROUPS,
  type TrendGroup,
  type Trends,
  type TrendsQuery,
  type TrendYear,
} from "../corpus/trends.ts";
import { authorFaults, CASE_FILTERS, type CaseFilterName, mergedFilter } from "./case-filters.ts";
import { type Lookup, readSearchText, searchTextOf } from "./lookup.ts";
import { csvLine } from "./page-formats.ts";
import {
  choice,
  type Messages,
  merged,
  type Parameter,
  type ParameterTable,
  parametersIn,
  type Question,
  type Reading,
  readParameters,
  tooLong,
  unknownFilters,
  upTo,
  valuesOf,
} from "./parameter.ts";

/** A year with decisions; undated decisions are in none. */
export interface V1TrendYear extends Omit<TrendYear, "per10000"> {
  /** Matching decisions per 10,000, to two places. */
  readonly per_10000: number;
}

/** The matching decisions of each year, for one text and group. */
export interface V1Trend extends Omit<V1TrendYear, "year"> {
  readonly text: string;
  /** Slug of the jurisdiction or court; null when not counted by either. */
  readonly group: string | null;
  readonly years: readonly V1TrendYear[];
}

/** The answer to `V1.trends`. */
export interface V1Trends {
  readonly by: TrendGroup | null;
  readonly series: readonly V1Trend[];
  /** Groups with matches beyond the `top` ones. */
  readonly groups_left_out: number;
}

export const MAX_TEXTS = 5;
/** Each group costs as much as a request without groups. */
const DEFAULT_TOP = 10;
const MAX_TOP = 99_999;

type TrendsPart = Partial<Pick<TrendsQuery, "top" | "filter"> & { readonly by: TrendGroup }>;

const OWN_PARAMETERS = {
  by: choice("count each jurisdiction or each court by itself", TREND_GROUPS, (by) => ({ by })),
  top: upTo(MAX_TOP, `with by: so many of those with most matches; default ${DEFAULT_TOP}`, (top) => ({
    top,
  })),
} satisfies ParameterTable<TrendsPart, unknown>;

/** The parameters of `V1.trends`. */
export type TrendsParameterName = Exclude<CaseFilterName, "search" | "match"> | keyof typeof OWN_PARAMETERS;
/** The filters on cases (docs/interface.md, "Parameters of cases"), and `by` and `top`. */
export const TRENDS_PARAMETERS: readonly Parameter<TrendsPart, Lookup>[] = [
  ...parametersIn<TrendsPart, unknown>(OWN_PARAMETERS),
  ...CASE_FILTERS.filter(({ name }) => name !== "search" && name !== "match"),
];

/** @throws CaselawError `invalid` with `parameters`; `text` is wrong when there are none, too many or too long ones */
export function readTrendsQuery(lookup: Lookup, written: readonly string[], question: Question): TrendsQuery {
  const values = valuesOf(question);
  const long = tooLong(written);
  const syntax = values.get("search_syntax")?.at(-1);
  const texts = written.map((text) =>
    searchTextOf(text, (name) => (name === "search_syntax" ? syntax : null)),
  );
  const problems = long === null ? texts.map((text) => readSearchText(text, lookup)) : [long];
  const wrong = {
    ...messagesOf("text", problems),
    ...(texts.length === 0 || texts.length > MAX_TEXTS ? { text: [`Enter 1 to ${MAX_TEXTS} texts.`] } : {}),
    ...authorFaults(values),
    ...unknownFilters(values, TRENDS_PARAMETERS),
    ...(values.has("search") ? { search: ["The texts are what is searched for."] } : {}),
  };
  const parts = readParameters(TRENDS_PARAMETERS, values, lookup, wrong);
  const { by = null, top = DEFAULT_TOP } = merged<TrendsPart>({}, parts);
  return { texts, filter: mergedFilter(parts.flatMap(({ filter }) => filter ?? [])), by, top };
}

function messagesOf(name: string, readings: readonly Reading<unknown>[]): Messages {
  const errors = readings.flatMap((reading) => ("error" in reading ? [reading.error] : []));
  return errors.length === 0 ? {} : { [name]: errors };
}

/** The counts as CSV, a line for each text, group and year, as `caselaw trends --format csv` prints them. */
export function trendsCsv(series: Trends["series"]): string {
  const rows = series.flatMap(({ text, group, years }) =>
    years.map(({ year, count, total, per10000 }) => csvLine([text, group, year, count, total, per10000])),
  );
  return [csvLine(["text", "group", "year", "count", "total", "per_10000"]), ...rows].join("");
}

export function v1Trends({ by, series, groupsLeftOut }: Trends): V1Trends {
  return {
    by,
    series: series.map(({ text, group, count, total, per10000, years }) => ({
      text,
      group,
      count,
      total,
      per_10000: per10000,
      years: years.map(v1Year),
    })),
    groups_left_out: groupsLeftOut,
  };
}

function v1Year({ per10000, ...year }: TrendYear): V1TrendYear {
  return { ...year, per_10000: per10000 };
}
