/**
 * The matches in the blocks of ranks above all days (rank.ts), by day. Few are read at once, many block by block: asking an
 * index costs the same for an empty block as for a full one, and a corpus may have thousands.
 */
import type { Database } from "better-sqlite3";
import { BLOCKS_FROM, type RankRange } from "./rank.ts";
import { type Block, blocksOf, rangesOfBlocks, rankDays } from "./rank-days.ts";
import { BLOCK_MATCHES } from "./rank-sizes.ts";

export interface RankedId {
  readonly id: number;
  readonly rank: number;
}

/** Reads so many matches of a range; a negative limit is none. */
type ReadRange = (range: RankRange, limit: number) => readonly RankedId[];
type Day = number | null;

const ALL_BLOCKS: RankRange = { from: BLOCKS_FROM, to: Number.MAX_SAFE_INTEGER };

export class BlockMatches {
  readonly #db: Database;
  readonly #read: ReadRange;
  readonly #blocks: ReadonlyMap<Day, readonly Block[]>;
  /** All of them; null where they are too many, undefined where nobody asked yet. */
  #known: ReadonlyMap<Day, readonly RankedId[]> | null | undefined;

  constructor(db: Database, read: ReadRange) {
    this.#db = db;
    this.#read = read;
    this.#blocks = Map.groupBy(blocksOf(db), ({ day }) => day);
  }

  /** The days that may have matches here, ascending. */
  get days(): readonly number[] {
    const isDated = this.#blocks.size > (this.#blocks.has(null) ? 1 : 0);
    if (!isDated) return [];
    const days = [...(this.#matches() ?? this.#blocks).keys()].filter((day) => day !== null);
    return days.sort((a, b) => a - b);
  }

  /** Of a day; null: those without a date. */
  of(day: Day): readonly RankedId[] {
    const ranges = rangesOfBlocks(this.#blocks.get(day) ?? []);
    // one range is asked for as soon as all of them
    const known = ranges.length < 2 ? this.#known : this.#matches();
    return known?.get(day) ?? (known ? [] : ranges.flatMap((range) => this.#read(range, -1)));
  }

  #matches(): ReadonlyMap<Day, readonly RankedId[]> | null {
    if (this.#known === undefined) {
      const some = this.#read(ALL_BLOCKS, BLOCK_MATCHES + 1);
      const dayOf = rankDays(this.#db);
      this.#known = some.length > BLOCK_MATCHES ? null : Map.groupBy(some, ({ rank }) => dayOf(rank));
    }
    return this.#known;
  }
}
