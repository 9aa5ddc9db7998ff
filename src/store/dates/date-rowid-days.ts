/**
 * Maps date rowids to days without reading case rows: by arithmetic below the blocks, and by the table `rank_block` in the
 * blocks. That table is read once for each state of the corpus; with all 6.9 million cases it has some 30,000 rows.
 */
import type { Database } from "better-sqlite3";
import { stateOf } from "../database/corpus-state.ts";
import { readRows } from "../database/statement-cache.ts";
import { blockOf, type DateRowidRange, dayOfDateRowid, FIRST_BLOCK_ROWID, NO_DAY } from "./date-rowid.ts";
import { ROWIDS_PER_BLOCK } from "./date-rowid-sizes.ts";

const BLOCKS = "SELECT from_rank, day FROM rank_block ORDER BY day, from_rank";

/** A range of `ROWIDS_PER_BLOCK` date rowids above all days. */
export interface Block {
  readonly from: number;
  /** Null in a block for cases without a date. */
  readonly day: number | null;
}

/** The blocks of one state of the corpus. */
interface Blocks {
  readonly dayOfBlock: ReadonlyMap<number, number | null>;
  /** The distinct days, ascending. */
  readonly days: readonly number[];
  readonly byDay: ReadonlyMap<number | null, readonly Block[]>;
}

const known = new WeakMap<Database, { readonly state: string; readonly blocks: Blocks }>();

export function blocksOf(db: Database): Blocks {
  const state = stateOf(db);
  const kept = known.get(db);
  if (kept?.state === state) return kept.blocks;
  const blocks = readBlocks(db);
  known.set(db, { state, blocks });
  return blocks;
}

/** The date rowids of blocks as ascending ranges. Adjacent blocks are merged into one range. */
export function rangesOfBlocks(blocks: readonly Pick<Block, "from">[]): DateRowidRange[] {
  const ranges: DateRowidRange[] = [];
  for (const { from } of blocks.toSorted((a, b) => a.from - b.from)) {
    const before = ranges.at(-1);
    if (before?.to === from) ranges[ranges.length - 1] = { from: before.from, to: from + ROWIDS_PER_BLOCK };
    else ranges.push({ from, to: from + ROWIDS_PER_BLOCK });
  }
  return ranges;
}

/** Returns a function from date rowid to day. Null is a case without a date. */
export function dateRowidDays(db: Database): (dateRowid: number) => number | null {
  const { dayOfBlock } = blocksOf(db);
  return (dateRowid) =>
    dateRowid < FIRST_BLOCK_ROWID ? dayOfDateRowid(dateRowid) : (dayOfBlock.get(blockOf(dateRowid)) ?? null);
}

function readBlocks(db: Database): Blocks {
  const all = readRows(db, BLOCKS, {}).map(([from, day]) => ({
    from: Number(from),
    day: Number(day) === NO_DAY ? null : Number(day),
  }));
  const byDay = Map.groupBy(all, ({ day }) => day);
  return {
    byDay,
    dayOfBlock: new Map(all.map(({ from, day }) => [from, day])),
    days: [...byDay.keys()].filter((day) => day !== null),
  };
}
