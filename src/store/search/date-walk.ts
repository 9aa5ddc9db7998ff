/**
 * Walks the matches of an index in date order without sorting them. In each level of date rowids (date-rowid.ts) rowids ascend
 * with the day, so the cost of a page depends neither on its position nor on the number of matches. The walk merges the levels
 * and yields groups of one day, each sorted by id.
 */
import type { Position, SortKey } from "../../domain/query.ts";
import { type Parameters, readRows, readValue } from "../database/statement-cache.ts";
import { type DateRowids, dateRowidsOfDays, dayOfDateRowid, lowerBound } from "../dates/date-rowid.ts";
import { type DateRowidRange, LEVELS, type Level, UNDATED } from "../dates/date-rowid-levels.ts";
import { MAX_TESTED, passing, type TestedCorpus } from "../words/place-test.ts";
import { boundOf } from "./conditions.ts";
import { idByDateRowid, indexSourceOf, type MatchSource } from "./matched-date-rowids.ts";
import type { Plan, TestedWalk } from "./plan.ts";
import { clausesOf, DATE_ROWID_COLUMN, isInRange, leadOf, statementOf } from "./statement.ts";

interface DatedMatch {
  /** 0 if the id is looked up only after the test. */
  readonly id: number;
  readonly dateRowid: number;
  readonly day: number | null;
}

type Order = "ascending" | "descending";
/** Reads a range of a level in the direction of the walk, at least as many matches as wanted. */
type ReadMatches = (range: DateRowidRange, wanted: number) => SortKey[];

const LAST_BEFORE = "SELECT max(date_rowid) FROM court_case WHERE date_rowid < :to";
/** Matches read in addition to those requested, for the cases of the first day that are before the page. */
const SPARE = 8;
/** A range that is read backwards has at most this many times the matches that are wanted, else a smaller one is read. */
const MAX_SURPLUS = 16;
/** Date rowids of the first range: two days of the first level. */
const FIRST_SIZE = 64;
/** How much larger the next range is after one with too few matches. */
const GROWTH = 4;

const NO_ROWIDS: ReadonlySet<number> = new Set();

export class DateWalk {
  readonly #corpus: TestedCorpus;
  /** Without the conditions that `#tested` tests. */
  readonly #plan: Plan;
  readonly #tested: TestedWalk | null;
  readonly #dateRowids: DateRowids | null;
  readonly #descending: boolean;
  readonly #chunk: number;
  readonly #except: ReadonlySet<number>;

  /**
   * @param descending towards earlier dates
   * @param wanted matches that the caller is likely to read
   * @param except date rowids of matches that are left out of `keys`
   */
  constructor(
    corpus: TestedCorpus,
    { plan, dateRowids }: MatchSource,
    descending: boolean,
    wanted: number,
    except: ReadonlySet<number> = NO_ROWIDS,
  ) {
    const { walk } = plan;
    this.#corpus = corpus;
    this.#plan = walk === null ? plan : { ...plan, words: walk.words, hasPrefix: walk.hasPrefix };
    this.#tested = walk;
    this.#dateRowids = dateRowids;
    this.#descending = descending;
    this.#chunk = wanted + SPARE;
    this.#except = except;
  }

  /** Yields keys `[day, id]` beyond a position, in reading direction, which is the direction of the walk. */
  *keys(position: Position | null): Generator<SortKey> {
    const backwards = position?.direction === "before";
    const day =
      position === null ? undefined : Number.isFinite(position.key[0]) ? Number(position.key[0]) : null;
    const id = Number(position?.key.at(-1));
    const beyond = (group: readonly DatedMatch[]): SortKey[] =>
      (backwards ? group.toReversed() : group)
        .filter((one) => one.day !== day || (backwards ? one.id < id : one.id > id))
        .filter(({ dateRowid }) => !this.#except.has(dateRowid))
        .map((one) => [one.day, one.id]);
    if (backwards && day === null) yield* beyond(this.undated());
    if (backwards || day !== null) for (const group of this.dated(day ?? undefined)) yield* beyond(group);
    if (!backwards) yield* beyond(this.undated());
  }

  /** The groups of cases with a date, from a day on or from the start; each sorted by id. */
  dated(from: number | undefined): Generator<readonly DatedMatch[]> {
    const { first, last } = this.#bounds(from);
    const lastRowid = this.#lastBefore(UNDATED.from);
    const days = this.#merged(
      LEVELS.filter((level) => level.from <= lastRowid).map((level) =>
        this.#days(level, dateRowidsOfDays(level, first, last), this.#reader()),
      ),
    );
    return this.#tested === null ? days : this.#kept(days, this.#tested);
  }

  /** The cases without a date, by id. Empty if the filter has date bounds. */
  undated(): readonly DatedMatch[] {
    const { decidedFrom, decidedTo } = this.#plan;
    if (decidedFrom !== null || decidedTo !== null) return [];
    const cases = this.#read(UNDATED, -1, "ascending").map(([dateRowid, id]) => ({
      ...{ id: Number(id), dateRowid: Number(dateRowid) },
      day: null,
    }));
    return this.#tested === null ? cases.sort(byId) : this.#keptOf(cases, this.#tested).sort(byId);
  }

  /** Those cases that match. Tests the cases of some days at a time. */
  *#kept(days: Iterable<readonly DatedMatch[]>, tested: TestedWalk): Generator<readonly DatedMatch[]> {
    let least = this.#chunk;
    let chunk: DatedMatch[] = [];
    const keptDays = (): Iterable<DatedMatch[]> =>
      Map.groupBy(this.#keptOf(chunk, tested), ({ day }) => day).values();
    for (const day of days) {
      for (const one of day) chunk.push(one);
      if (chunk.length < least) continue;
      for (const kept of keptDays()) yield kept.sort(byId);
      chunk = [];
      least = this.#nextChunk(least);
    }
    for (const kept of keptDays()) yield kept.sort(byId);
  }

  #keptOf(cases: readonly DatedMatch[], tested: TestedWalk): DatedMatch[] {
    const dateRowids = passing(
      this.#corpus,
      tested,
      cases.map((one) => one.dateRowid),
    );
    const kept = cases.filter((one) => dateRowids.has(one.dateRowid));
    const ids = idByDateRowid(
      this.#corpus.db,
      kept.map((one) => one.dateRowid),
    );
    return kept.flatMap((one) => {
      const id = ids.get(one.dateRowid);
      return id === undefined ? [] : [{ ...one, id }];
    });
  }

  /** The size of the chunk after one of this size. Texts are read no further than the page needs. */
  #nextChunk(chunk: number): number {
    const { test, prefixes = [] } = this.#tested ?? {};
    return test?.reads === "texts" || prefixes.length > 0 ? chunk : Math.min(2 * chunk, MAX_TESTED);
  }

  /** The days of all levels in the order of the walk, each sorted by id. */
  *#merged(levels: readonly Generator<readonly DatedMatch[]>[]): Generator<readonly DatedMatch[]> {
    const heads = levels.map((level) => level.next().value as readonly DatedMatch[] | undefined);
    for (;;) {
      const days = heads.flatMap((head) => head?.[0]?.day ?? []);
      if (days.length === 0) return;
      const day = this.#descending ? Math.max(...days) : Math.min(...days);
      yield heads.flatMap((head) => (head?.[0]?.day === day ? head : [])).sort(byId);
      for (const [at, level] of levels.entries())
        if (heads[at]?.[0]?.day === day) heads[at] = level.next().value;
    }
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
    const { decidedFrom, decidedTo } = this.#plan;
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
    const { hasPrefix } = this.#plan;
    // the list of a prefix is merged for each statement
    if (this.#dateRowids !== null || leadOf(this.#plan) !== "words" || hasPrefix)
      return (range, wanted) => this.#read(range, wanted, "descending");
    return this.#backwards();
  }

  /**
   * Reads the last matches of a range, the last one first. FTS5 finds a place in the list of a word quickly only if it reads the list in
   * ascending order; in descending order it steps over all matches after the range. So the range is read in parts, from its end on, each in
   * ascending order: each part as large as the matches of the part before suggest.
   */
  #backwards(): ReadMatches {
    let size = FIRST_SIZE;
    return ({ from, to }, wanted) => {
      let found: SortKey[] = [];
      for (let end = Math.min(to, this.#lastBefore(to) + 1); found.length < wanted && from < end; ) {
        const part = { from: Math.max(from, end - size), to: end };
        const most = wanted * MAX_SURPLUS;
        const matches = this.#read(part, most, "ascending");
        if (matches.length >= most && size > 1) {
          size = Math.max(1, Math.floor(size / GROWTH));
          continue;
        }
        found = found.concat(matches.reverse());
        end = part.from;
        if (matches.length < wanted) size *= GROWTH;
      }
      return found;
    };
  }

  /** The last date rowid of a case below another one. */
  #lastBefore(to: number): number {
    return readValue(this.#corpus.db, LAST_BEFORE, { to }) ?? -1;
  }

  /** `[dateRowid, id]` of matches, `[dateRowid]` if matches are tested. */
  #read(range: DateRowidRange, limit: number, order: Order): SortKey[] {
    if (range.from >= range.to) return [];
    if (this.#dateRowids !== null) return this.#fromKnown(this.#dateRowids, range, limit, order);
    const { sql, parameters } = walkStatement(this.#plan, order, this.#tested === null ? "ids" : "no ids");
    return readRows(this.#corpus.db, sql, { ...parameters, ...range, limit });
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
      for (const row of idByDateRowid(this.#corpus.db, some)) rows.push(row);
    }
    return rows;
  }
}

/**
 * Selects the date rowids of matches in their order, with ids unless no ids are asked for. Parameters: `from`, `to`, `limit`. A covering index
 * answers it.
 */
export function walkStatement(
  plan: Plan,
  order: Order,
  asked: "ids" | "no ids" = "ids",
): { sql: string; parameters: Parameters } {
  const lead = leadOf(plan);
  const clauses = clausesOf({ ...plan, decidedFrom: null, decidedTo: null }, lead);
  // without ids, the index of words needs no rows
  const { clauses: read, dateRowid } = (asked === "no ids" ? indexSourceOf(plan) : null) ?? {
    clauses,
    dateRowid: DATE_ROWID_COLUMN[lead],
  };
  const columns = asked === "ids" ? `${dateRowid}, c.id` : dateRowid;
  const tail = `ORDER BY ${dateRowid} ${order === "descending" ? "DESC" : "ASC"} LIMIT :limit`;
  return { sql: statementOf(columns, read, isInRange(dateRowid), tail), parameters: read.parameters };
}

/** The matches of a level by day. @param rows `[dateRowid, id]` in the order of a walk, without ids if they are tested */
function daysOf(level: Level, rows: readonly SortKey[]): DatedMatch[][] {
  const days: DatedMatch[][] = [];
  let [day, ofDay, own]: [number | null, DatedMatch[], DateRowidRange] = [0, [], { from: 0, to: 0 }];
  for (const [rowid, id] of rows) {
    const dateRowid = Number(rowid);
    if (dateRowid < own.from || dateRowid >= own.to) {
      day = dayOfDateRowid(dateRowid);
      own = dateRowidsOfDays(level, day, day);
      ofDay = [];
      days.push(ofDay);
    }
    ofDay.push({ id: Number(id ?? 0), dateRowid, day });
  }
  return days;
}

function byId(a: DatedMatch, b: DatedMatch): number {
  return a.id - b.id;
}
