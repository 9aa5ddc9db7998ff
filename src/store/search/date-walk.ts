/**
 * Walks the matches of an index in date order without sorting them. In each level of date rowids (date-rowid.ts) rowids ascend
 * with the day, so the cost of a page depends neither on its position nor on the number of matches. The walk merges the levels
 * and yields groups of one day, each sorted by id.
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../../domain/query.ts";
import type { Parameters } from "../database/statement-cache.ts";
import { readRows } from "../database/statement-cache.ts";
import { type DateRowids, lowerBound } from "../dates/count-date-rowids.ts";
import { dateRowidsOfDays, dayOfDateRowid } from "../dates/date-rowid.ts";
import { type DateRowidRange, LEVELS, type Level, UNDATED } from "../dates/date-rowid-levels.ts";
import { MAX_TESTED } from "../words/place-test.ts";
import type { CaseMatch, InTexts } from "./case-match.ts";
import { clausesOf, DATE_ROWID_COLUMN, isInRange, leadOf, statementOf } from "./case-statement.ts";
import { idsOfDateRowids, indexSourceOf, type MatchSource } from "./matched-date-rowids.ts";

export interface DatedId {
  readonly id: number;
  readonly day: number | null;
}

interface DatedMatch {
  /** 0 until the match was tested. */
  readonly id: number;
  readonly dateRowid: number;
  readonly day: number;
}

/** Matches read in addition to those requested, so that most pages need one statement for each level. */
const SPARE = 32;
const LAST_DATED = `SELECT max(rank) FROM court_case WHERE rank < ${UNDATED.from}`;

export class DateWalk {
  readonly #db: Database;
  /** Without what texts decide. */
  readonly #match: CaseMatch;
  readonly #inTexts: InTexts | null;
  readonly #dateRowids: DateRowids | null;
  readonly #descending: boolean;
  readonly #chunk: number;

  /**
   * @param descending towards earlier dates
   * @param wanted matches that the caller is likely to read
   */
  constructor(db: Database, { match, dateRowids }: MatchSource, descending: boolean, wanted: number) {
    const { inTexts } = match;
    this.#db = db;
    this.#match = inTexts === null ? match : { ...match, words: inTexts.words, hasPrefix: false };
    this.#inTexts = inTexts;
    this.#dateRowids = dateRowids;
    this.#descending = descending;
    this.#chunk = wanted + SPARE;
  }

  /** The groups of cases with a date, from a day on or from the start. */
  dated(from: number | undefined): Generator<readonly DatedId[]> {
    const { first, last } = this.#bounds(from);
    const levels = levelsInUse(this.#db).map((level) =>
      this.#days(level, dateRowidsOfDays(level, first, last)),
    );
    const days = mergedDays(levels, this.#descending);
    return this.#inTexts === null ? days : this.#kept(days, this.#inTexts);
  }

  /** The cases without a date, by id. Empty if the filter has date bounds. */
  undated(): readonly DatedId[] {
    const { decidedFrom, decidedTo } = this.#match;
    if (decidedFrom !== null || decidedTo !== null) return [];
    const cases = this.#read(UNDATED, -1).map(([dateRowid, id]) => ({
      ...{ id: Number(id), dateRowid: Number(dateRowid) },
      day: null,
    }));
    return this.#inTexts === null ? cases.sort(byId) : this.#keptOf(cases, this.#inTexts).sort(byId);
  }

  /** Those cases that match. Tests the cases of some days at a time. */
  *#kept(days: Iterable<readonly DatedMatch[]>, inTexts: InTexts): Generator<readonly DatedId[]> {
    for (const cases of inChunks(days, this.#chunk, (chunk) => this.#nextChunk(chunk)))
      for (const day of Map.groupBy(this.#keptOf(cases, inTexts), (one) => one.day).values())
        yield day.sort(byId);
  }

  #keptOf<T extends DatedId & { readonly dateRowid: number }>(cases: readonly T[], { keep }: InTexts): T[] {
    const dateRowids = keep(cases.map((one) => one.dateRowid));
    const kept = cases.filter((one) => dateRowids.has(one.dateRowid));
    const rows = idsOfDateRowids(
      this.#db,
      kept.map((one) => one.dateRowid),
    );
    const ids = new Map(rows.map(([id, dateRowid]) => [Number(dateRowid), Number(id)]));
    // a damaged index can have rows of no case
    return kept.flatMap((one) => {
      const id = ids.get(one.dateRowid);
      return id === undefined ? [] : [{ ...one, id }];
    });
  }

  /** The size of the chunk after one of this size. Texts are read no further than the page needs. */
  #nextChunk(chunk: number): number {
    return this.#inTexts === null || this.#inTexts.readsTexts ? chunk : Math.min(2 * chunk, MAX_TESTED);
  }

  /** The matches in a range of a level by day, each day complete. */
  *#days(level: Level, range: DateRowidRange): Generator<readonly DatedMatch[]> {
    let chunk = this.#chunk;
    for (let left = range; ; chunk = this.#nextChunk(chunk)) {
      const rows = this.#rows(left, chunk);
      const last = rows.at(-1);
      if (last === undefined) return;
      const isEnd = rows.length < chunk;
      const days = [...Map.groupBy(rows, ({ day }) => day).values()];
      const lastDay = days.pop() ?? [];
      yield* days;
      // runs only if the page needs this day
      const own = dateRowidsOfDays(level, last.day, last.day);
      if (!isEnd) lastDay.push(...this.#rows(this.#beyond(last.dateRowid, own), -1));
      yield lastDay;
      if (isEnd) return;
      left = this.#descending ? { from: left.from, to: own.from } : { from: own.to, to: left.to };
    }
  }

  /** The first and the last day of the walk; null means no bound. */
  #bounds(from: number | undefined): { readonly first: number | null; readonly last: number | null } {
    const { decidedFrom, decidedTo } = this.#match;
    return {
      first: this.#descending ? decidedFrom : maxOf(decidedFrom, from ?? null),
      last: this.#descending ? minOf(decidedTo, from ?? null) : decidedTo,
    };
  }

  /** The part of a range after a date rowid in the direction of the walk. */
  #beyond(dateRowid: number, { from, to }: DateRowidRange): DateRowidRange {
    return this.#descending ? { from, to: dateRowid } : { from: dateRowid + 1, to };
  }

  /** The matches in a range of a level; a negative limit means no limit. */
  #rows(range: DateRowidRange, limit: number): DatedMatch[] {
    return this.#read(range, limit).map(([dateRowid, id]) => ({
      id: Number(id ?? 0),
      dateRowid: Number(dateRowid),
      day: dayOfDateRowid(Number(dateRowid)) ?? 0,
    }));
  }

  /** Date rowids, with ids unless matches are tested. */
  #read(range: DateRowidRange, limit: number): SortKey[] {
    if (range.from >= range.to) return [];
    if (this.#dateRowids !== null) return this.#fromKnown(this.#dateRowids, range, limit);
    const { sql, parameters } = walkStatement(
      this.#match,
      this.#descending,
      this.#inTexts === null ? "ids" : "no ids",
    );
    return readRows(this.#db, sql, { ...parameters, ...range, limit });
  }

  #fromKnown(dateRowids: DateRowids, { from, to }: DateRowidRange, limit: number): SortKey[] {
    const [first, end] = [lowerBound(dateRowids, from), lowerBound(dateRowids, to)];
    const count = limit < 0 ? end - first : Math.min(limit, end - first);
    const wanted = this.#descending
      ? dateRowids.slice(end - count, end).reverse()
      : dateRowids.slice(first, first + count);
    return idsOfDateRowids(this.#db, wanted).map(([id, dateRowid]) => [dateRowid ?? null, id ?? null]);
  }
}

/**
 * Selects the date rowids of matches in their order, with ids unless no ids are asked for. Parameters: `from`, `to`, `limit`. A covering index
 * answers it.
 */
export function walkStatement(
  match: CaseMatch,
  descending: boolean,
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
  const order = `ORDER BY ${dateRowid} ${descending ? "DESC" : "ASC"} LIMIT :limit`;
  return { sql: statementOf(columns, read, isInRange(dateRowid), order), parameters: read.parameters };
}

/** The levels up to the last one that contains a case. */
function levelsInUse(db: Database): readonly Level[] {
  const [row] = readRows(db, LAST_DATED, {});
  const last = row?.[0] ?? null;
  return last === null ? [] : LEVELS.filter(({ from }) => from <= Number(last));
}

function* mergedDays(
  levels: readonly Generator<readonly DatedMatch[]>[],
  descending: boolean,
): Generator<readonly DatedMatch[]> {
  const heads = levels.map((level) => level.next().value as readonly DatedMatch[] | undefined);
  for (;;) {
    const days = heads.flatMap((head) => head?.[0]?.day ?? []);
    if (days.length === 0) return;
    const day = descending ? Math.max(...days) : Math.min(...days);
    const group: DatedMatch[] = [];
    for (const head of heads) if (head?.[0]?.day === day) group.push(...head);
    yield group.sort(byId);
    for (const [at, level] of levels.entries())
      if (heads[at]?.[0]?.day === day) heads[at] = level.next().value;
  }
}

/** The cases of complete days, at least `first` of them, then as many as `next` says. */
function* inChunks(
  days: Iterable<readonly DatedMatch[]>,
  first: number,
  next: (least: number) => number,
): Generator<readonly DatedMatch[]> {
  let least = first;
  let chunk: DatedMatch[] = [];
  for (const day of days) {
    chunk.push(...day);
    if (chunk.length < least) continue;
    yield chunk;
    chunk = [];
    least = next(least);
  }
  yield chunk;
}

function byId(a: DatedId, b: DatedId): number {
  return a.id - b.id;
}

function maxOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

function minOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
