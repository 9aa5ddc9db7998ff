/**
 * Walks the matches of an index in date order without sorting them. In each level of date rowids (date-rowid.ts) rowids ascend
 * with the day, so the cost of a page depends neither on its position nor on the number of matches. The walk merges the levels
 * and yields groups of one day, each sorted by id.
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../../domain/query.ts";
import type { Parameters } from "../database/statement-cache.ts";
import { readRows } from "../database/statement-cache.ts";
import { BackwardReader, type Order } from "../dates/backward-reader.ts";
import { type DateRowids, lowerBound } from "../dates/count-date-rowids.ts";
import { dateRowidsOfDays } from "../dates/date-rowid.ts";
import { type DateRowidRange, LEVELS, type Level, UNDATED } from "../dates/date-rowid-levels.ts";
import { byId, type DatedId, type DatedMatch, daysOf, inChunks, mergedDays } from "../dates/dated-days.ts";
import { MAX_TESTED } from "../words/place-test.ts";
import type { CaseMatch, TestedWalk } from "./case-match.ts";
import { clausesOf, DATE_ROWID_COLUMN, isInRange, leadOf, statementOf } from "./case-statement.ts";
import { boundOf } from "./conditions.ts";
import { idByDateRowid, indexSourceOf, type MatchSource } from "./matched-date-rowids.ts";

/** Reads a range of a level in the direction of the walk, at least as many matches as wanted. */
type ReadMatches = (range: DateRowidRange, wanted: number) => SortKey[];

const LAST_DATED = `SELECT max(date_rowid) FROM court_case WHERE date_rowid < ${UNDATED.from}`;
/** Matches read in addition to those requested, for the cases of the first day that are before the page. */
const SPARE = 8;

export class DateWalk {
  readonly #db: Database;
  /** Without the conditions that `#testedWalk` tests. */
  readonly #match: CaseMatch;
  readonly #testedWalk: TestedWalk | null;
  readonly #dateRowids: DateRowids | null;
  readonly #descending: boolean;
  readonly #chunk: number;

  /**
   * @param descending towards earlier dates
   * @param wanted matches that the caller is likely to read
   */
  constructor(db: Database, { match, dateRowids }: MatchSource, descending: boolean, wanted: number) {
    const { testedWalk } = match;
    this.#db = db;
    this.#match =
      testedWalk === null ? match : { ...match, words: testedWalk.words, hasPrefix: testedWalk.hasPrefix };
    this.#testedWalk = testedWalk;
    this.#dateRowids = dateRowids;
    this.#descending = descending;
    this.#chunk = wanted + SPARE;
  }

  /** The groups of cases with a date, from a day on or from the start. */
  dated(from: number | undefined): Generator<readonly DatedId[]> {
    const { first, last } = this.#bounds(from);
    const read = this.#reader();
    const levels = levelsInUse(this.#db).map((level) =>
      this.#days(level, dateRowidsOfDays(level, first, last), read),
    );
    const days = mergedDays(levels, this.#descending);
    return this.#testedWalk === null ? days : this.#kept(days, this.#testedWalk);
  }

  /** The cases without a date, by id. Empty if the filter has date bounds. */
  undated(): readonly DatedId[] {
    const { decidedFrom, decidedTo } = this.#match;
    if (decidedFrom !== null || decidedTo !== null) return [];
    const cases = this.#read(UNDATED, -1, "ascending").map(([dateRowid, id]) => ({
      ...{ id: Number(id), dateRowid: Number(dateRowid) },
      day: null,
    }));
    return this.#testedWalk === null ? cases.sort(byId) : this.#keptOf(cases, this.#testedWalk).sort(byId);
  }

  /** Those cases that match. Tests the cases of some days at a time. */
  *#kept(days: Iterable<readonly DatedMatch[]>, testedWalk: TestedWalk): Generator<readonly DatedId[]> {
    for (const cases of inChunks(days, this.#chunk, (chunk) => this.#nextChunk(chunk)))
      for (const day of Map.groupBy(this.#keptOf(cases, testedWalk), (one) => one.day).values())
        yield day.sort(byId);
  }

  #keptOf<T extends DatedId & { readonly dateRowid: number }>(
    cases: readonly T[],
    { keep }: TestedWalk,
  ): T[] {
    const dateRowids = keep(cases.map((one) => one.dateRowid));
    const kept = cases.filter((one) => dateRowids.has(one.dateRowid));
    const ids = idByDateRowid(
      this.#db,
      kept.map((one) => one.dateRowid),
    );
    return kept.flatMap((one) => {
      const id = ids.get(one.dateRowid);
      return id === undefined ? [] : [{ ...one, id }];
    });
  }

  /** The size of the chunk after one of this size. Texts are read no further than the page needs. */
  #nextChunk(chunk: number): number {
    return this.#testedWalk === null || this.#testedWalk.readsTexts ? chunk : Math.min(2 * chunk, MAX_TESTED);
  }

  /** The matches in a range of a level by day, each day complete. */
  *#days(level: Level, range: DateRowidRange, read: ReadMatches): Generator<readonly DatedMatch[]> {
    let chunk = this.#chunk;
    for (let left = range; ; chunk = this.#nextChunk(chunk)) {
      const rows = read(left, chunk);
      const isEnd = rows.length < chunk;
      const days = daysOf(level, rows);
      const lastDay = days.pop();
      const last = lastDay?.at(-1);
      if (lastDay === undefined || last === undefined) return;
      yield* days;
      // runs only if the page needs this day
      const own = dateRowidsOfDays(level, last.day, last.day);
      const more = isEnd ? [] : this.#read(this.#beyond(last.dateRowid, own), -1, "ascending");
      yield [...lastDay, ...daysOf(level, more).flat()];
      if (isEnd) return;
      left = this.#descending ? { from: left.from, to: own.from } : { from: own.to, to: left.to };
    }
  }

  /** The first and the last day of the walk; null means no bound. */
  #bounds(from: number | undefined): { readonly first: number | null; readonly last: number | null } {
    const { decidedFrom, decidedTo } = this.#match;
    const start = from ?? null;
    return this.#descending
      ? { first: decidedFrom, last: boundOf([decidedTo, start], Math.min) }
      : { first: boundOf([decidedFrom, start], Math.max), last: decidedTo };
  }

  /** The part of a range after a date rowid in the direction of the walk. */
  #beyond(dateRowid: number, { from, to }: DateRowidRange): DateRowidRange {
    return this.#descending ? { from, to: dateRowid } : { from: dateRowid + 1, to };
  }

  #reader(): ReadMatches {
    if (!this.#descending) return (range, wanted) => this.#read(range, wanted, "ascending");
    const { hasPrefix } = this.#match;
    // the list of a prefix is merged for each statement
    if (this.#dateRowids !== null || leadOf(this.#match) !== "words" || hasPrefix)
      return (range, wanted) => this.#read(range, wanted, "descending");
    const reader = new BackwardReader(this.#db, (...of) => this.#read(...of));
    return (range, wanted) => reader.last(range, wanted);
  }

  /** `[dateRowid, id]` of matches, `[dateRowid]` if matches are tested. */
  #read(range: DateRowidRange, limit: number, order: Order): SortKey[] {
    if (range.from >= range.to) return [];
    if (this.#dateRowids !== null) return this.#fromKnown(this.#dateRowids, range, limit, order);
    const { sql, parameters } = walkStatement(
      this.#match,
      order,
      this.#testedWalk === null ? "ids" : "no ids",
    );
    return readRows(this.#db, sql, { ...parameters, ...range, limit });
  }

  #fromKnown(dateRowids: DateRowids, { from, to }: DateRowidRange, limit: number, order: Order): SortKey[] {
    let [first, end] = [lowerBound(dateRowids, from), lowerBound(dateRowids, to)];
    const rows: SortKey[] = [];
    // more than once only if the index has rows of no case
    for (let left = limit < 0 ? end - first : limit; left > 0 && first < end; left = limit - rows.length) {
      const count = Math.min(left, end - first);
      const some =
        order === "descending"
          ? dateRowids.slice(end - count, end).reverse()
          : dateRowids.slice(first, first + count);
      if (order === "descending") end -= count;
      else first += count;
      for (const row of idByDateRowid(this.#db, some)) rows.push(row);
    }
    return rows;
  }
}

/**
 * Selects the date rowids of matches in their order, with ids unless no ids are asked for. Parameters: `from`, `to`, `limit`. A covering index
 * answers it.
 */
export function walkStatement(
  match: CaseMatch,
  order: Order,
  asked: "ids" | "no ids" = "ids",
): { sql: string; parameters: Parameters } {
  const lead = leadOf(match);
  const clauses = clausesOf({ ...match, decidedFrom: null, decidedTo: null }, lead);
  // without ids, the index of words needs no rows
  const { clauses: read, dateRowid } = (asked === "no ids" ? indexSourceOf(match) : null) ?? {
    clauses,
    dateRowid: DATE_ROWID_COLUMN[lead],
  };
  const columns = asked === "ids" ? `${dateRowid}, c.id` : dateRowid;
  const tail = `ORDER BY ${dateRowid} ${order === "descending" ? "DESC" : "ASC"} LIMIT :limit`;
  return { sql: statementOf(columns, read, isInRange(dateRowid), tail), parameters: read.parameters };
}

/** The levels up to the last one that contains a case. */
function levelsInUse(db: Database): readonly Level[] {
  const [row] = readRows(db, LAST_DATED, {});
  const last = row?.[0] ?? null;
  return last === null ? [] : LEVELS.filter(({ from }) => from <= Number(last));
}
