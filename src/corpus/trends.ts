/**
 * Counts the matching decisions of each year, next to the year's total: for library, command line and the trends page.
 * The counts are those of the facet `decision_date` of the same question.
 */
import type { CorpusSource } from "../domain/corpus-source.ts";
import type { CaseFilter, SearchText } from "../domain/query.ts";
import { writtenText } from "../text/read-search.ts";

export const TREND_GROUPS = ["jurisdiction", "court"] as const;
/** What decisions are counted by, besides the year. */
export type TrendGroup = (typeof TREND_GROUPS)[number];

/** The texts to count, among the cases of a filter. */
export interface TrendsQuery {
  /** Each counted by itself. */
  readonly texts: readonly SearchText[];
  /** Without `search`. */
  readonly filter: CaseFilter;
  /** Counts each jurisdiction or court by itself; null: all together. */
  readonly by: TrendGroup | null;
  /** Groups counted at most, those with most matches. */
  readonly top: number;
}

/** A year with decisions; undated decisions are in none. */
export interface TrendYear {
  readonly year: number;
  /** Decisions that match the text and the filter. */
  readonly count: number;
  /** All decisions that match the filter. */
  readonly total: number;
  /** Matching decisions per 10,000, to two places. */
  readonly per10000: number;
}

/** The decisions of each year that match one text, of one group if they are counted by group. */
export interface Trend extends Omit<TrendYear, "year"> {
  readonly text: string;
  /** Slug of the jurisdiction or court; null when not counted by either. */
  readonly group: string | null;
  /** Each year with a decision that matches the filter, ascending: the same years for every text of a group. */
  readonly years: readonly TrendYear[];
}

/** The answer to a `TrendsQuery`. */
export interface Trends {
  readonly by: TrendGroup | null;
  /** By group, the one with most matches first; within a group in the order of the texts. */
  readonly series: readonly Trend[];
  /** Groups with matches beyond the `top` ones. */
  readonly groupsLeftOut: number;
}

/** The part of a corpus that trends are counted with. */
type FacetCounter = Pick<CorpusSource, "facet" | "jurisdictions" | "courts">;

/** Call it within one state of the corpus. */
export function countTrends(corpus: FacetCounter, query: TrendsQuery): Trends {
  const { texts, filter, by, top } = query;
  const groups = by === null ? [{ slug: null, filter }] : groupsOf(corpus, query, by);
  const series = groups.slice(0, by === null ? 1 : top).flatMap((group) => trendsOf(corpus, texts, group));
  return { by, series, groupsLeftOut: by === null ? 0 : Math.max(groups.length - top, 0) };
}

interface Group {
  readonly slug: string | null;
  readonly filter: CaseFilter;
}

/** The groups in which any text matches, by falling number of matches, then by slug. */
function groupsOf(corpus: FacetCounter, { texts, filter }: TrendsQuery, by: TrendGroup): Group[] {
  const matches = new Map<number, number>();
  for (const search of texts) {
    for (const { value, count } of corpus.facet({ ...filter, search }, by)) {
      matches.set(value, (matches.get(value) ?? 0) + count);
    }
  }
  const records = by === "jurisdiction" ? corpus.jurisdictions() : corpus.courts();
  const narrow = (id: number): CaseFilter =>
    by === "jurisdiction" ? { jurisdictions: [id] } : { courts: [id] };
  return records
    .flatMap(({ id, slug }) => {
      const count = matches.get(id) ?? 0;
      return count === 0 ? [] : [{ slug, count, filter: { ...filter, ...narrow(id) } }];
    })
    .sort((a, b) => b.count - a.count || (a.slug < b.slug ? -1 : 1));
}

function trendsOf(corpus: FacetCounter, texts: readonly SearchText[], { slug, filter }: Group): Trend[] {
  const all = corpus.facet(filter, "decision_date");
  return texts.map((text) => {
    const matching = corpus.facet({ ...filter, search: text }, "decision_date");
    const counts = new Map(matching.map(({ value, count }) => [value, count]));
    const years = all.map(({ value: year, count: total }) => ({
      year,
      ...shareOf(counts.get(year) ?? 0, total),
    }));
    const sum = (part: "count" | "total"): number => years.reduce((added, year) => added + year[part], 0);
    return { text: writtenText(text), group: slug, ...shareOf(sum("count"), sum("total")), years };
  });
}

/** `per10000` is 0 where the total is 0. */
function shareOf(count: number, total: number): Omit<TrendYear, "year"> {
  return { count, total, per10000: total === 0 ? 0 : Math.round((count / total) * 1_000_000) / 100 };
}
