/** Counts over ranks in ascending order: how many two lists share, and how many each year has. */
import type { FacetCount } from "../../domain/listing.ts";
import { FIRST_BLOCK_ROWID, firstDateRowidOfYear, yearOfDateRowid } from "./date-rowid.ts";
import { ROWIDS_PER_BLOCK } from "./date-rowid-sizes.ts";

type DateRowids = readonly number[];

/** How many ranks stand in both lists. Costs as much as the shorter is long, and little more for the longer. */
export function countCommon(some: DateRowids, others: DateRowids): number {
  let count = 0;
  eachCommon(some, others, () => count++);
  return count;
}

/** The ranks that stand in both lists. */
export function commonDateRowids(some: DateRowids, others: DateRowids): number[] {
  const common: number[] = [];
  eachCommon(some, others, (dateRowid) => common.push(dateRowid));
  return common;
}

function eachCommon(some: DateRowids, others: DateRowids, onDateRowid: (dateRowid: number) => void): void {
  const [short, long] = some.length < others.length ? [some, others] : [others, some];
  let at = 0;
  for (const dateRowid of short) {
    at = lowerBound(long, dateRowid, at);
    if (at === long.length) return;
    if (long[at] === dateRowid) onDateRowid(dateRowid);
  }
}

/**
 * How many ranks each year has, ascending by year.
 *
 * @param yearOfBlock the year of the block that begins with a rank; null: none
 */
export function countYears(
  chunks: Iterable<DateRowids>,
  yearOfBlock: (from: number) => number | null,
): FacetCount[] {
  const counts = new Map<number, number>();
  for (const dateRowids of chunks) {
    for (let at = 0; at < dateRowids.length; ) {
      const [year, end] = yearFrom(dateRowids[at] ?? 0, yearOfBlock);
      const next = lowerBound(dateRowids, end, at);
      if (year !== null) counts.set(year, (counts.get(year) ?? 0) + next - at);
      at = next;
    }
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => a.value - b.value);
}

/** The year of a rank, and the first rank behind the run of ranks that have it. */
function yearFrom(dateRowid: number, yearOfBlock: (from: number) => number | null): [number | null, number] {
  if (dateRowid < FIRST_BLOCK_ROWID) {
    const year = yearOfDateRowid(dateRowid);
    return [year, firstDateRowidOfYear(year + 1)];
  }
  const from = dateRowid - ((dateRowid - FIRST_BLOCK_ROWID) % ROWIDS_PER_BLOCK);
  return [yearOfBlock(from), from + ROWIDS_PER_BLOCK];
}

/** The first place from `start` on whose rank is not below; in steps that grow, then by halves. */
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
