/**
 * Walks the matches of an index in date order without sorting them: index rowids ascend with the day (rank.ts), so a
 * page costs the same wherever it is and however many match.
 *
 * Matches come in groups of one day, each sorted by id. The cases of full days and those without a date stand in
 * blocks above all days; their groups are put in where they belong.
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../../domain/listing.ts";
import { BlockMatches, type RankedId } from "../search/block-matches.ts";
import type { CaseMatch } from "../search/case-match.ts";
import {
  clausesOf,
  isInRange,
  leadOf,
  type Parameters,
  RANK_COLUMN,
  statementOf,
} from "../search/case-statement.ts";
import { readRows } from "../search/statement-cache.ts";
import { placeOf } from "./count-date-rowids.ts";
import { BLOCKS_FROM, type DateRowidRange, dateRowidsOfDay, dayOfDateRowid } from "./date-rowid.ts";
import { WALK_CHUNK } from "./date-rowid-sizes.ts";
import { idsOfRanks } from "./matched-date-rowids.ts";

export interface DatedId {
  readonly id: number;
  readonly day: number | null;
}

interface MatchRow extends DatedId, RankedId {}

/** Where a walk reads its matches. */
export interface Walked {
  readonly match: CaseMatch;
  /** All of their ranks, ascending, where they are known; else null. */
  readonly ranks: readonly number[] | null;
}

export class DateWalk {
  readonly #db: Database;
  readonly #match: CaseMatch;
  readonly #ranks: readonly number[] | null;
  readonly #descending: boolean;
  readonly #chunk: number;
  #readBlocks: BlockMatches | null = null;

  /**
   * @param descending towards earlier dates
   * @param wanted matches that are likely to be taken
   */
  constructor(db: Database, { match, ranks }: Walked, descending: boolean, wanted: number) {
    this.#db = db;
    this.#match = match;
    this.#ranks = ranks;
    this.#descending = descending;
    this.#chunk = wanted + WALK_CHUNK;
  }

  /** The groups of dated cases from a day on, or from the start. */
  *dated(from: number | undefined): Generator<readonly DatedId[]> {
    const { first, last } = this.#bounds(from);
    const fullDays = this.#blocks.days(first, last);
    if (this.#descending) fullDays.reverse();
    let nextFull = 0;
    for (const group of this.#inDays(from)) {
      const day = group[0]?.day ?? 0;
      for (; nextFull < fullDays.length && this.#isBefore(fullDays[nextFull] ?? 0, day); nextFull++) {
        yield* this.#fullDay(fullDays[nextFull] ?? 0, []);
      }
      if (fullDays[nextFull] !== day) yield group;
      else yield* this.#fullDay(fullDays[nextFull++] ?? 0, group);
    }
    for (; nextFull < fullDays.length; nextFull++) yield* this.#fullDay(fullDays[nextFull] ?? 0, []);
  }

  /** The cases without a date, by id; none when the filter bounds the date. */
  undated(): readonly DatedId[] {
    const { decidedFrom, decidedTo } = this.#match;
    return decidedFrom === null && decidedTo === null ? this.#inBlocks(null).sort((a, b) => a.id - b.id) : [];
  }

  *#fullDay(day: number, own: readonly DatedId[]): Generator<readonly DatedId[]> {
    const all = [...own, ...this.#inBlocks(day)];
    if (all.length > 0) yield all.sort((a, b) => a.id - b.id);
  }

  /** The groups of the ranks that days own, each complete. */
  *#inDays(from: number | undefined): Generator<readonly DatedId[]> {
    let range = this.#startRange(from);
    for (;;) {
      const rows = this.#rows(range, this.#chunk);
      const last = rows.at(-1);
      if (last === undefined) return;
      const isEnd = rows.length < this.#chunk;
      const groups = [...Map.groupBy(rows, ({ day }) => day).values()];
      const lastDay = groups.pop() ?? [];
      for (const group of groups) yield group.sort((a, b) => a.id - b.id);
      // asked for only when a page goes so far
      if (!isEnd) lastDay.push(...this.#rows(this.#restOfDay(last), -1));
      yield lastDay.sort((a, b) => a.id - b.id);
      if (isEnd) return;
      const own = dateRowidsOfDay(last.day ?? 0);
      range = this.#descending ? { from: range.from, to: own.from } : { from: own.to, to: range.to };
    }
  }

  #startRange(from: number | undefined): DateRowidRange {
    const { first, last } = this.#bounds(from);
    return {
      from: first === null ? 0 : dateRowidsOfDay(first).from,
      to: last === null ? BLOCKS_FROM : dateRowidsOfDay(last).to,
    };
  }

  /** The first and the last day that come into question; null: any. */
  #bounds(from: number | undefined): { readonly first: number | null; readonly last: number | null } {
    const { decidedFrom, decidedTo } = this.#match;
    return {
      first: this.#descending ? decidedFrom : maxOf(decidedFrom, from ?? null),
      last: this.#descending ? minOf(decidedTo, from ?? null) : decidedTo,
    };
  }

  #restOfDay({ day, rank }: MatchRow): DateRowidRange {
    const own = dateRowidsOfDay(day ?? 0);
    return this.#descending ? { from: own.from, to: rank } : { from: rank + 1, to: own.to };
  }

  #inBlocks(day: number | null): DatedId[] {
    return this.#blocks.of(day).map(({ id }) => ({ id, day }));
  }

  /** Read when a page first needs them. */
  get #blocks(): BlockMatches {
    this.#readBlocks ??= new BlockMatches(this.#db, (range, limit) => this.#ranked(range, limit));
    return this.#readBlocks;
  }

  /** So many matches of a range of ranks that days own; a negative limit is none. */
  #rows(range: DateRowidRange, limit: number): MatchRow[] {
    return this.#ranked(range, limit).map(({ id, rank }) => ({ id, rank, day: dayOfDateRowid(rank) }));
  }

  #ranked(range: DateRowidRange, limit: number): RankedId[] {
    const rows = this.#ranks === null ? this.#asked(range, limit) : this.#known(this.#ranks, range, limit);
    return rows.map(([id, rank]) => ({ id: Number(id), rank: Number(rank) }));
  }

  #asked(range: DateRowidRange, limit: number): SortKey[] {
    const { sql, parameters } = walkStatement(this.#match, this.#descending);
    return readRows(this.#db, sql, { ...parameters, ...range, limit });
  }

  #known(ranks: readonly number[], { from, to }: DateRowidRange, limit: number): SortKey[] {
    const [first, end] = [placeOf(ranks, from), placeOf(ranks, to)];
    const count = limit < 0 ? end - first : Math.min(limit, end - first);
    const wanted = this.#descending
      ? ranks.slice(end - count, end).reverse()
      : ranks.slice(first, first + count);
    return idsOfRanks(this.#db, wanted);
  }

  #isBefore(a: number, b: number): boolean {
    return this.#descending ? a > b : a < b;
  }
}

/** Reads `id, rank` of matches in the order of ranks, with the parameters `from`, `to` and `limit`; no row is looked at. */
export function walkStatement(
  match: CaseMatch,
  descending: boolean,
): { sql: string; parameters: Parameters } {
  const lead = leadOf(match);
  const rank = RANK_COLUMN[lead];
  const clauses = clausesOf({ ...match, decidedFrom: null, decidedTo: null }, lead);
  const order = `ORDER BY ${rank} ${descending ? "DESC" : "ASC"} LIMIT :limit`;
  return {
    sql: statementOf(`c.id, ${rank}`, clauses, isInRange(rank), order),
    parameters: clauses.parameters,
  };
}

function maxOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

function minOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
