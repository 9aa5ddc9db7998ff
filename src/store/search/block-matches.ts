/**
 * The matches in the blocks of ranks above all days (rank.ts), by day. The first days are asked for one by one: a common
 * word fills its page within a few. Where that does not do, few matches are read at once, many still day by day: asking an
 * index costs the same for an empty block as for a full one, and a corpus may have thousands.
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

/** Reads so many matches of a range; a negative limit is none. */
type ReadRange = (range: DateRowidRange, limit: number) => readonly IndexedId[];
type Day = number | null;

const ALL_BLOCKS: DateRowidRange = { from: FIRST_BLOCK_ROWID, to: Number.MAX_SAFE_INTEGER };

export class BlockMatches {
  readonly #db: Database;
  readonly #read: ReadRange;
  readonly #blocks;
  #askedAlone = 0;
  /** All of them; null where they are too many, undefined where nobody asked yet. */
  #known: ReadonlyMap<Day, readonly IndexedId[]> | null | undefined;

  constructor(db: Database, read: ReadRange) {
    this.#db = db;
    this.#read = read;
    this.#blocks = blocksOf(db);
  }

  /** The days that have blocks, between two days or from or up to any; ascending. */
  days(first: Day, last: Day): number[] {
    const { days } = this.#blocks;
    const end = last === null ? days.length : lowerBound(days, last + 1);
    return days.slice(first === null ? 0 : lowerBound(days, first), end);
  }

  /** Of a day; null: those without a date. */
  of(day: Day): readonly IndexedId[] {
    const ranges = rangesOfBlocks(this.#blocks.byDay.get(day) ?? []);
    const known = this.#known ?? (this.#isAloneEnough(ranges) ? null : this.#matches());
    return known === null ? ranges.flatMap((range) => this.#read(range, -1)) : (known.get(day) ?? []);
  }

  #isAloneEnough(ranges: readonly DateRowidRange[]): boolean {
    this.#askedAlone += ranges.length;
    return this.#askedAlone <= MAX_SINGLE_BLOCK_READS;
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
