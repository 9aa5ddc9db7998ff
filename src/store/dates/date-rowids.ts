/** Ascending lists of date rowids: how many each year has, and where to find one. */
import type { FacetCount } from "../../domain/query.ts";
import { yearOfDateRowid } from "./date-rowid.ts";

/** Ascending. Long lists are typed arrays. */
export type DateRowids = readonly number[] | Float64Array;

/** How many date rowids each year has, in ascending order of years. Cases without a date are not counted. */
export function countYears(chunks: Iterable<DateRowids>): FacetCount[] {
  const counts = new Map<number, number>();
  for (const dateRowids of chunks) {
    for (const { year, from, to } of runsOfYears(dateRowids))
      counts.set(year, (counts.get(year) ?? 0) + to - from);
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => a.value - b.value);
}

/** Yields the runs of ascending date rowids that have one year; a year has a run in each level. Those without a date are skipped. */
export function* runsOfYears(
  dateRowids: DateRowids,
): Generator<{ readonly year: number; readonly from: number; readonly to: number }> {
  for (let from = 0; from < dateRowids.length; ) {
    const { year, end } = yearOfDateRowid(dateRowids[from] ?? 0);
    const to = lowerBound(dateRowids, end, from);
    if (year !== null) yield { year, from, to };
    from = to;
  }
}

/** The first index from `start` on whose date rowid is not smaller. Exponential search, then binary search. */
export function lowerBound(dateRowids: ArrayLike<number>, dateRowid: number, start = 0): number {
  let [low, step] = [start, 1];
  while (low + step <= dateRowids.length && (dateRowids[low + step - 1] ?? 0) < dateRowid) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step - 1, dateRowids.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dateRowids[middle] ?? 0) < dateRowid) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether an ascending list has a number. */
export function isAmong(ascending: ArrayLike<number>, number: number): boolean {
  return ascending.length > 0 && ascending[lowerBound(ascending, number)] === number;
}
