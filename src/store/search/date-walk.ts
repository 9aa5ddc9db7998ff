/**
 * Walks the matches of an index in date order without sorting them. Index rowids ascend with the day (date-rowid.ts), so the
 * cost of a page depends neither on its position nor on the number of matches.
 *
 * A walk yields groups of one day, each sorted by id. The cases of full days and those without a date are in blocks above all
 * days; the walk merges them into the groups of their days.
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../../domain/query.ts";
import type { Parameters } from "../database/statement-cache.ts";
import { readRows } from "../database/statement-cache.ts";
import { lowerBound } from "../dates/count-date-rowids.ts";
import {
  type DateRowidRange,
  dateRowidsOfDay,
  dayOfDateRowid,
  FIRST_BLOCK_ROWID,
} from "../dates/date-rowid.ts";
import { WALK_CHUNK } from "../dates/date-rowid-sizes.ts";
import { BlockMatches, type IndexedId } from "./block-matches.ts";
import type { CaseMatch } from "./case-match.ts";
import { clausesOf, DATE_ROWID_COLUMN, isInRange, leadOf, statementOf } from "./case-statement.ts";
import { idsOfDateRowids } from "./matched-date-rowids.ts";

export interface DatedId {
  readonly id: number;
  readonly day: number | null;
}

interface MatchRow extends DatedId, IndexedId {}

/** A match and, if known, its result. */
export interface MatchSource {
  readonly match: CaseMatch;
  /** The date rowids of all matches, ascending; null if they are not known. */
  readonly dateRowids: readonly number[] | null;
}

export class DateWalk {
  readonly #db: Database;
  readonly #match: CaseMatch;
  readonly #dateRowids: readonly number[] | null;
  readonly #descending: boolean;
  readonly #chunk: number;
  #readBlocks: BlockMatches | null = null;

  /**
   * @param descending towards earlier dates
   * @param wanted matches that the caller is likely to read
   */
  constructor(db: Database, { match, dateRowids }: MatchSource, descending: boolean, wanted: number) {
    this.#db = db;
    this.#match = match;
    this.#dateRowids = dateRowids;
    this.#descending = descending;
    this.#chunk = wanted + WALK_CHUNK;
  }

  /** The groups of cases with a date, from a day on or from the start. */
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

  /** The cases without a date, by id. Empty if the filter has date bounds. */
  undated(): readonly DatedId[] {
    const { decidedFrom, decidedTo } = this.#match;
    return decidedFrom === null && decidedTo === null ? this.#inBlocks(null).sort((a, b) => a.id - b.id) : [];
  }

  *#fullDay(day: number, own: readonly DatedId[]): Generator<readonly DatedId[]> {
    const all = [...own, ...this.#inBlocks(day)];
    if (all.length > 0) yield all.sort((a, b) => a.id - b.id);
  }

  /** The groups of matches below the blocks, each complete. */
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
      // runs only if the page needs this group
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
      to: last === null ? FIRST_BLOCK_ROWID : dateRowidsOfDay(last).to,
    };
  }

  /** The first and the last day of the walk; null means no bound. */
  #bounds(from: number | undefined): { readonly first: number | null; readonly last: number | null } {
    const { decidedFrom, decidedTo } = this.#match;
    return {
      first: this.#descending ? decidedFrom : maxOf(decidedFrom, from ?? null),
      last: this.#descending ? minOf(decidedTo, from ?? null) : decidedTo,
    };
  }

  #restOfDay({ day, dateRowid }: MatchRow): DateRowidRange {
    const own = dateRowidsOfDay(day ?? 0);
    return this.#descending ? { from: own.from, to: dateRowid } : { from: dateRowid + 1, to: own.to };
  }

  #inBlocks(day: number | null): DatedId[] {
    return this.#blocks.of(day).map(({ id }) => ({ id, day }));
  }

  /** Created when a page first needs them. */
  get #blocks(): BlockMatches {
    this.#readBlocks ??= new BlockMatches(this.#db, (range, limit) => this.#read(range, limit));
    return this.#readBlocks;
  }

  /** The matches in a range below the blocks; a negative limit means no limit. */
  #rows(range: DateRowidRange, limit: number): MatchRow[] {
    return this.#read(range, limit).map(({ id, dateRowid }) => ({
      id,
      dateRowid,
      day: dayOfDateRowid(dateRowid),
    }));
  }

  #read(range: DateRowidRange, limit: number): IndexedId[] {
    const rows =
      this.#dateRowids === null ? this.#query(range, limit) : this.#fromKnown(this.#dateRowids, range, limit);
    return rows.map(([id, dateRowid]) => ({ id: Number(id), dateRowid: Number(dateRowid) }));
  }

  #query(range: DateRowidRange, limit: number): SortKey[] {
    const { sql, parameters } = walkStatement(this.#match, this.#descending);
    return readRows(this.#db, sql, { ...parameters, ...range, limit });
  }

  #fromKnown(dateRowids: readonly number[], { from, to }: DateRowidRange, limit: number): SortKey[] {
    const [first, end] = [lowerBound(dateRowids, from), lowerBound(dateRowids, to)];
    const count = limit < 0 ? end - first : Math.min(limit, end - first);
    const wanted = this.#descending
      ? dateRowids.slice(end - count, end).reverse()
      : dateRowids.slice(first, first + count);
    return idsOfDateRowids(this.#db, wanted);
  }

  #isBefore(a: number, b: number): boolean {
    return this.#descending ? a > b : a < b;
  }
}

/** Selects id and date rowid of matches by date rowid. Parameters: `from`, `to`, `limit`. A covering index answers it. */
export function walkStatement(
  match: CaseMatch,
  descending: boolean,
): { sql: string; parameters: Parameters } {
  const lead = leadOf(match);
  const dateRowid = DATE_ROWID_COLUMN[lead];
  const clauses = clausesOf({ ...match, decidedFrom: null, decidedTo: null }, lead);
  const order = `ORDER BY ${dateRowid} ${descending ? "DESC" : "ASC"} LIMIT :limit`;
  return {
    sql: statementOf(`c.id, ${dateRowid}`, clauses, isInRange(dateRowid), order),
    parameters: clauses.parameters,
  };
}

function maxOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

function minOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
