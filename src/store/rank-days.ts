/** The days of ranks without a look at any row: below the blocks by arithmetic, in the blocks by their own small table. */
import type { Database } from "better-sqlite3";
import { readRows } from "./prepared.ts";
import { BLOCKS_FROM, dayOfRank, NO_DAY, type RankRange } from "./rank.ts";
import { BLOCK_RANKS } from "./rank-sizes.ts";

const BLOCKS = "SELECT from_rank, day FROM rank_block ORDER BY day, from_rank";

/** A run of `BLOCK_RANKS` ranks above all days. */
export interface Block {
  readonly from: number;
  /** Null: for cases without a date. */
  readonly day: number | null;
}

/** By day, those without one last. */
export function blocksOf(db: Database): Block[] {
  return readRows(db, BLOCKS, {}).map(([from, day]) => ({
    from: Number(from),
    day: Number(day) === NO_DAY ? null : Number(day),
  }));
}

/** The ranks of blocks, ascending; blocks that touch are one range. */
export function rangesOfBlocks(blocks: readonly Pick<Block, "from">[]): RankRange[] {
  const ranges: RankRange[] = [];
  for (const { from } of blocks.toSorted((a, b) => a.from - b.from)) {
    const before = ranges.at(-1);
    if (before?.to === from) ranges[ranges.length - 1] = { from: before.from, to: from + BLOCK_RANKS };
    else ranges.push({ from, to: from + BLOCK_RANKS });
  }
  return ranges;
}

/** Tells the day of a rank; null: none. */
export function rankDays(db: Database): (rank: number) => number | null {
  const days = new Map(blocksOf(db).map(({ from, day }) => [from, day]));
  return (rank) =>
    rank < BLOCKS_FROM ? dayOfRank(rank) : (days.get(rank - ((rank - BLOCKS_FROM) % BLOCK_RANKS)) ?? null);
}
