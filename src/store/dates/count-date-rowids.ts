/** Counts over ascending lists of date rowids: how many two lists share, and how many each year has. */
import type { FacetCount } from "../../domain/query.ts";
import { yearOfDateRowid } from "./date-rowid.ts";

type DateRowids = ArrayLike<number> & Iterable<number>;

/** How many date rowids are in both lists. The cost is linear in the shorter list and logarithmic in the longer one. */
export function countCommon(some: DateRowids, others: DateRowids): number {
  return commonOf(some, others).length;
}

/** The date rowids that are in both lists. */
export function commonOf(some: DateRowids, others: DateRowids): number[] {
  const [short, long] = some.length < others.length ? [some, others] : [others, some];
  const common: number[] = [];
  let at = 0;
  for (const dateRowid of short) {
    at = lowerBound(long, dateRowid, at);
    if (at === long.length) break;
    if (long[at] === dateRowid) common.push(dateRowid);
  }
  return common;
}

/** How many date rowids each year has, in ascending order of years. Cases without a date are not counted. */
export function countYears(chunks: Iterable<DateRowids>): FacetCount[] {
  const counts = new Map<number, number>();
  for (const dateRowids of chunks) {
    for (let at = 0; at < dateRowids.length; ) {
      const { year, end } = yearOfDateRowid(dateRowids[at] ?? 0);
      const next = lowerBound(dateRowids, end, at);
      if (year !== null) counts.set(year, (counts.get(year) ?? 0) + next - at);
      at = next;
    }
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => a.value - b.value);
}

/** The first index from `start` on whose date rowid is not smaller. Exponential search, then binary search. */
export function lowerBound(dateRowids: DateRowids, dateRowid: number, start = 0): number {
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
