/**
 * The matches in blocks (date-rowid.ts), by day.
 *
 * The first blocks are read one by one, because a common word fills a page within a few of them. Reading an empty block costs
 * as much as a full one, and a corpus may have thousands. So after some blocks, all matches in blocks are read with one
 * statement, if they are few.
 */
import type { Database } from "better-sqlite3";
import { lowerBound } from "../dates/count-date-rowids.ts";
import { type DateRowidRange, FIRST_BLOCK_ROWID } from "../dates/date-rowid.ts";
import { blocksOf, dateRowidDays, rangesOfBlocks } from "../dates/date-rowid-days.ts";
import { MAX_BLOCK_MATCHES, MAX_SINGLE_BLOCK_READS } from "../dates/date-rowid-sizes.ts";

export interface IndexedId {
  readonly id: number;
  readonly dateRowid: number;
}

/** Reads the matches in a range; a negative limit means no limit. */
type ReadRange = (range: DateRowidRange, limit: number) => readonly IndexedId[];
type Day = number | null;

const ALL_BLOCKS: DateRowidRange = { from: FIRST_BLOCK_ROWID, to: Number.MAX_SAFE_INTEGER };

export class BlockMatches {
  readonly #db: Database;
  readonly #read: ReadRange;
  readonly #blocks;
  #singleReads = 0;
  /** All matches in blocks by day; null if there are too many, undefined if they were not read yet. */
  #known: ReadonlyMap<Day, readonly IndexedId[]> | null | undefined;

  constructor(db: Database, read: ReadRange) {
    this.#db = db;
    this.#read = read;
    this.#blocks = blocksOf(db);
  }

  /** The days that have blocks, from `first` to `last`, ascending. Null means no bound. */
  days(first: Day, last: Day): number[] {
    const { days } = this.#blocks;
    const end = last === null ? days.length : lowerBound(days, last + 1);
    return days.slice(first === null ? 0 : lowerBound(days, first), end);
  }

  /** The matches in the blocks of a day; null: of the cases without a date. */
  of(day: Day): readonly IndexedId[] {
    const ranges = rangesOfBlocks(this.#blocks.byDay.get(day) ?? []);
    const known = this.#known ?? (this.#mayReadSingly(ranges) ? null : this.#matches());
    return known === null ? ranges.flatMap((range) => this.#read(range, -1)) : (known.get(day) ?? []);
  }

  #mayReadSingly(ranges: readonly DateRowidRange[]): boolean {
    this.#singleReads += ranges.length;
    return this.#singleReads <= MAX_SINGLE_BLOCK_READS;
  }

  #matches(): ReadonlyMap<Day, readonly IndexedId[]> | null {
    if (this.#known === undefined) {
      const some = this.#read(ALL_BLOCKS, MAX_BLOCK_MATCHES + 1);
      this.#known = some.length > MAX_BLOCK_MATCHES ? null : byDay(some, dateRowidDays(this.#db));
    }
    return this.#known;
  }
}

function byDay(matches: readonly IndexedId[], dayOf: (dateRowid: number) => Day): Map<Day, IndexedId[]> {
  return Map.groupBy(matches, ({ dateRowid }) => dayOf(dateRowid));
}
