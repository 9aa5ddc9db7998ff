/** Counts over ranks in ascending order: how many two lists share, and how many each year has. */
import type { FacetCount } from "../../domain/listing.ts";
import { BLOCKS_FROM, firstDateRowidOfYear, yearOfDateRowid } from "./date-rowid.ts";
import { BLOCK_RANKS } from "./date-rowid-sizes.ts";

type Ranks = readonly number[];

/** How many ranks stand in both lists. Costs as much as the shorter is long, and little more for the longer. */
export function countCommon(some: Ranks, others: Ranks): number {
  let count = 0;
  eachCommon(some, others, () => count++);
  return count;
}

/** The ranks that stand in both lists. */
export function commonRanks(some: Ranks, others: Ranks): number[] {
  const common: number[] = [];
  eachCommon(some, others, (rank) => common.push(rank));
  return common;
}

function eachCommon(some: Ranks, others: Ranks, onRank: (rank: number) => void): void {
  const [short, long] = some.length < others.length ? [some, others] : [others, some];
  let at = 0;
  for (const rank of short) {
    at = placeOf(long, rank, at);
    if (at === long.length) return;
    if (long[at] === rank) onRank(rank);
  }
}

/**
 * How many ranks each year has, ascending by year.
 *
 * @param yearOfBlock the year of the block that begins with a rank; null: none
 */
export function countYears(
  lots: Iterable<Ranks>,
  yearOfBlock: (from: number) => number | null,
): FacetCount[] {
  const counts = new Map<number, number>();
  for (const ranks of lots) {
    for (let at = 0; at < ranks.length; ) {
      const [year, end] = yearFrom(ranks[at] ?? 0, yearOfBlock);
      const next = placeOf(ranks, end, at);
      if (year !== null) counts.set(year, (counts.get(year) ?? 0) + next - at);
      at = next;
    }
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => a.value - b.value);
}

/** The year of a rank, and the first rank behind the run of ranks that have it. */
function yearFrom(rank: number, yearOfBlock: (from: number) => number | null): [number | null, number] {
  if (rank < BLOCKS_FROM) {
    const year = yearOfDateRowid(rank);
    return [year, firstDateRowidOfYear(year + 1)];
  }
  const from = rank - ((rank - BLOCKS_FROM) % BLOCK_RANKS);
  return [yearOfBlock(from), from + BLOCK_RANKS];
}

/** The first place from `start` on whose rank is not below; in steps that grow, then by halves. */
export function placeOf(ranks: Ranks, rank: number, start = 0): number {
  let [low, step] = [start, 1];
  while (low + step <= ranks.length && (ranks[low + step - 1] ?? 0) < rank) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step - 1, ranks.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranks[middle] ?? 0) < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}
