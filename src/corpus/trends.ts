/**
 * Matching decisions a year beside all decisions: the one place that counts them, for command line, library and the reading
 * room. The numbers are those of `facet=decision_date` of the same question.
 */
import type { CaseFilter, FacetCount } from "../domain/listing.ts";
import type { CorpusReader } from "../store/read/corpus-reader.ts";
import { type Access, textsFor } from "./casebody.ts";
import type { Lookup } from "./lookup.ts";
import { CASE_PARAMETERS, caseRequest } from "./query/case-parameters.ts";
import {
  fine,
  type Parameter,
  type Parameters,
  queryOf,
  readChoice,
  readParameters,
  refused,
  tooLong,
  valuesOf,
} from "./query/parameter.ts";

/** A year with decisions; those without a date are in none. */
export interface TrendYear {
  readonly year: number;
  /** Decisions that match the text and the filters. */
  readonly count: number;
  /** All decisions that the filters leave, whatever their text. */
  readonly total: number;
  /** Matching ones of 10,000, to two places. */
  readonly per_10000: number;
}

export interface Trend {
  readonly text: string;
  /** Slug of the jurisdiction or court; null when not counted by either. */
  readonly group: string | null;
  /** The sums of all years. */
  readonly count: number;
  readonly total: number;
  readonly per_10000: number;
  /** Each year in which the filters leave a decision, ascending: the same for every text of a group. */
  readonly years: readonly TrendYear[];
}

export interface TrendsAnswer {
  readonly by: TrendGroup | null;
  /** By group, the one with most matches first; within it in the order of the texts. */
  readonly series: readonly Trend[];
  /** Groups with matches beyond the `top` ones. */
  readonly groups_left_out: number;
}

export const TREND_GROUPS = ["jurisdiction", "court"] as const;
export type TrendGroup = (typeof TREND_GROUPS)[number];

export const MAX_TEXTS = 5;
/** Groups counted: each costs as much as a question without groups. */
const DEFAULT_TOP = 10;

interface TrendsPart {
  readonly by?: TrendGroup;
  readonly top?: number;
}

/** Parameters of cases that do not narrow what matches. */
const NO_FILTERS = ["search", "full_case", "body_format", "ordering", "facet", "preview"];

const OWN_PARAMETERS: readonly Parameter<TrendsPart, unknown>[] = [
  {
    name: "by",
    describes: "count each jurisdiction or each court by itself",
    choices: TREND_GROUPS,
    read: ([text]) => {
      const reading = readChoice(text, TREND_GROUPS);
      return "error" in reading ? reading : fine({ by: reading.value });
    },
  },
  {
    name: "top",
    describes: `with by: so many of those with most matches; default ${DEFAULT_TOP}`,
    read: ([text]) =>
      /^[1-9]\d{0,4}$/.test(text) ? fine({ top: Number(text) }) : refused("Enter a number from 1 to 99999."),
  },
];

/** The filters on cases (docs/interface.md, "Parameters of cases"), and `by` and `top`. */
export const TRENDS_PARAMETERS: readonly Parameter<object, Lookup>[] = [
  ...OWN_PARAMETERS,
  ...CASE_PARAMETERS.filter(({ name }) => !NO_FILTERS.includes(name)),
];

/** @throws CaselawError `invalid` with `parameters`; `text` is wrong when there are none, too many or too long ones */
export function answerTrends(
  reader: CorpusReader,
  texts: readonly string[],
  question: Parameters | URLSearchParams,
  access: Access,
): TrendsAnswer {
  const values = valuesOf(question instanceof URLSearchParams ? question : queryOf(question));
  const long = tooLong(texts);
  const wrong = {
    ...(long === null ? {} : { text: [long.error] }),
    ...(texts.length === 0 || texts.length > MAX_TEXTS ? { text: [`Enter 1 to ${MAX_TEXTS} texts.`] } : {}),
    ...(values.has("search") ? { search: ["The texts are what is searched for."] } : {}),
  };
  const parts = readParameters(TRENDS_PARAMETERS, values, reader, wrong);
  const own: TrendsPart = Object.assign({}, ...parts);
  const { by = null, top = DEFAULT_TOP } = own;
  const filter = { ...caseRequest(parts).filter, ...textsFor(access) };
  const groups = by === null ? [{ slug: null, filter }] : groupsOf(reader, filter, texts, by);
  const series = groups.slice(0, by === null ? 1 : top).flatMap((group) => trendsOf(reader, texts, group));
  return { by, series, groups_left_out: by === null ? 0 : Math.max(groups.length - top, 0) };
}

interface Group {
  readonly slug: string | null;
  readonly filter: CaseFilter;
}

/** The groups in which any text matches, by falling number of matches, then by slug. */
function groupsOf(
  reader: CorpusReader,
  filter: CaseFilter,
  texts: readonly string[],
  by: TrendGroup,
): Group[] {
  const matches = new Map<number, number>();
  for (const search of texts) {
    for (const { value, count } of reader.facet({ ...filter, search }, by)) {
      matches.set(value, (matches.get(value) ?? 0) + count);
    }
  }
  const records = by === "jurisdiction" ? reader.jurisdictions() : reader.courts();
  const narrow = (id: number): CaseFilter =>
    by === "jurisdiction" ? { jurisdictions: [id] } : { courts: [id] };
  return records
    .flatMap(({ id, slug }) => {
      const count = matches.get(id) ?? 0;
      return count === 0 ? [] : [{ slug, count, filter: { ...filter, ...narrow(id) } }];
    })
    .sort((a, b) => b.count - a.count || (a.slug < b.slug ? -1 : 1));
}

function trendsOf(reader: CorpusReader, texts: readonly string[], { slug, filter }: Group): Trend[] {
  const all = reader.facet(filter, "decision_date");
  return texts.map((text) =>
    trendOf(text, slug, reader.facet({ ...filter, search: text }, "decision_date"), all),
  );
}

function trendOf(
  text: string,
  group: string | null,
  matching: readonly FacetCount[],
  all: readonly FacetCount[],
): Trend {
  const counts = new Map(matching.map(({ value, count }) => [value, count]));
  const years = all.map(({ value, count: total }) => {
    const count = counts.get(value) ?? 0;
    return { year: value, count, total, per_10000: per10000(count, total) };
  });
  const count = years.reduce((sum, one) => sum + one.count, 0);
  const total = years.reduce((sum, one) => sum + one.total, 0);
  return { text, group, count, total, per_10000: per10000(count, total), years };
}

/** To two places; 0 of none. */
export function per10000(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 1_000_000) / 100;
}
