/**
 * Walks the matches of an index in the order of date and id without sorting them all. In each level of date rowids (date-rowid.ts) rowids
 * ascend with the day, so the cost of a page depends neither on its position nor on the number of matches. The walk reads a stretch of
 * days in every level, and yields complete days, each sorted by id.
 */
import type { Position, SortKey } from "../../domain/query.ts";
import { readValue, readValues } from "../database/statement-cache.ts";
import { dateRowidsOfDays, dayOfDateRowid, FIRST_DAY, lowerBound } from "../dates/date-rowid.ts";
import { type DateRowidRange, LEVELS, UNDATED } from "../dates/date-rowid-levels.ts";
import { MAX_TESTED, passing, type TestedCorpus } from "../words/place-test.ts";
import { boundOf } from "./conditions.ts";
import { idByDateRowid, type MatchSource } from "./matched-date-rowids.ts";
import type { Plan } from "./plan.ts";
import { leadOf, rangeStatement } from "./statement.ts";

interface DateWalk {
  /** Towards earlier dates. */
  readonly descending: boolean;
  readonly position: Position | null;
  /** Matches that the caller is likely to read. */
  readonly sizeHint: number;
  /** Date rowids of matches that are left out. */
  readonly except?: ReadonlySet<number>;
}

type DatedKey = readonly [day: number | null, id: number];

const LAST_BEFORE = "SELECT max(date_rowid) FROM court_case WHERE date_rowid < :to";
/** Matches read in addition to those requested, for the cases of the first day that are before the page. */
const SPARE = 8;
/** If a stretch has more than this many times the matches that are needed, a shorter one is read. */
const MAX_SURPLUS = 16;
/** Days of the first stretch. */
const FIRST_STRETCH = 2;
/** How much longer the next stretch is after a stretch with too few matches. */
const GROWTH = 4;

/** Yields keys `[day, id]` beyond a position, in reading direction, which is the direction of the walk. */
export function* datedKeys(corpus: TestedCorpus, source: MatchSource, walk: DateWalk): Generator<SortKey> {
  const { plan } = source;
  const { descending, position, sizeHint, except } = walk;
  const backwards = position?.direction === "before";
  const day =
    position === null ? undefined : Number.isFinite(position.key[0]) ? Number(position.key[0]) : null;
  const id = Number(position?.key.at(-1));
  const days = new DaysOfMatches(corpus, source, descending, sizeHint + SPARE);
  const keysOf = (dateRowids: readonly number[]): DatedKey[] => {
    const passed = plan.walk === null ? dateRowids : [...passing(corpus, plan.walk, dateRowids)];
    const left = except === undefined ? passed : passed.filter((dateRowid) => !except.has(dateRowid));
    return [...idByDateRowid(corpus.db, left)]
      .map(([dateRowid, caseId]): DatedKey => [dayOfDateRowid(dateRowid), caseId])
      .filter(([caseDay, caseId]) => caseDay !== day || (backwards ? caseId < id : caseId > id))
      .sort(([dayA, idA], [dayB, idB]) => {
        const days = Number(dayA) - Number(dayB);
        return (descending ? -days : days) || (backwards ? idB - idA : idA - idB);
      });
  };
  if (backwards && day === null) yield* keysOf(days.undated());
  if (backwards || day !== null) {
    // the cases of some days are tested at a time
    let least = sizeHint + SPARE;
    let chunk: number[] = [];
    for (const dateRowids of days.from(day ?? null)) {
      for (const dateRowid of dateRowids) chunk.push(dateRowid);
      if (chunk.length < least) continue;
      yield* keysOf(chunk);
      chunk = [];
      least = nextChunk(plan, least);
    }
    yield* keysOf(chunk);
  }
  if (!backwards) yield* keysOf(days.undated());
}

/** The size of the chunk after a chunk of this size. Chunks whose texts are read do not grow: the page needs no more. */
function nextChunk({ walk }: Plan, chunk: number): number {
  const { test, prefixes = [] } = walk ?? {};
  return test?.reads === "texts" || prefixes.length > 0 ? chunk : Math.min(2 * chunk, MAX_TESTED);
}

/** The date rowids of the candidates of a walk by day. */
class DaysOfMatches {
  readonly #db: TestedCorpus["db"];
  readonly #source: MatchSource;
  readonly #plan: Plan;
  readonly #descending: boolean;
  readonly #chunk: number;
  /** The last date rowid of a case in each level with cases, by level. */
  readonly #levels: readonly (readonly [level: (typeof LEVELS)[number], last: number])[];
  /**
   * FTS5 finds a place in the list of a word quickly only if it reads the list in ascending order; in descending order it steps over all
   * matches after the range. So stretches of days are read from the end on, each in ascending order, and each as long as the matches of the
   * one before suggest. The list of a prefix is merged for each statement, so it is read by one.
   */
  readonly #isInStretches: boolean;

  constructor({ db }: TestedCorpus, source: MatchSource, descending: boolean, chunk: number) {
    const { plan, dateRowids } = source;
    const { walk } = plan;
    this.#db = db;
    this.#source = source;
    this.#plan = walk === null ? plan : { ...plan, words: walk.words, hasPrefix: walk.hasPrefix };
    this.#descending = descending;
    this.#chunk = chunk;
    this.#levels = LEVELS.map(
      (level) => [level, readValue<number>(db, LAST_BEFORE, level) ?? -1] as const,
    ).filter(([{ from }, last]) => last >= from);
    this.#isInStretches =
      descending && dateRowids === null && leadOf(this.#plan) === "words" && !this.#plan.hasPrefix;
  }

  /** Yields the candidates of each day that has some, from a day on or from the start. */
  *from(start: number | null): Generator<readonly number[]> {
    let { first, last } = this.#bounds(start);
    let size = this.#isInStretches ? FIRST_STRETCH : Number.POSITIVE_INFINITY;
    for (let chunk = this.#chunk; first <= last; ) {
      const [from, to] = this.#descending
        ? [Math.max(first, last - size + 1), last]
        : [first, Math.min(last, first + size - 1)];
      const { days, partialDay } = this.#read(from, to, this.#isInStretches ? chunk * MAX_SURPLUS : chunk);
      if (partialDay !== null && this.#isInStretches && size > 1) {
        size = Math.max(1, Math.floor(size / GROWTH));
        continue;
      }
      const complete = [...days].filter(([day]) => partialDay === null || this.#isBefore(day, partialDay));
      for (const [, dateRowids] of complete.sort(([a], [b]) => (this.#isBefore(a, b) ? -1 : 1)))
        yield dateRowids;
      // runs only if the page needs this day
      if (partialDay !== null) yield* this.#read(partialDay, partialDay, -1).days.values();
      const end = partialDay ?? (this.#descending ? from : to);
      if (this.#descending) last = end - 1;
      else first = end + 1;
      if (days.values().reduce((sum, { length }) => sum + length, 0) < chunk) size *= GROWTH;
      chunk = nextChunk(this.#plan, chunk);
    }
  }

  /** The candidates without a date. None if the filter has date bounds. */
  undated(): readonly number[] {
    const { decidedFrom, decidedTo } = this.#plan;
    return decidedFrom !== null || decidedTo !== null ? [] : this.#dateRowids(UNDATED, -1);
  }

  #bounds(day: number | null): { first: number; last: number } {
    const { decidedFrom, decidedTo } = this.#plan;
    const [from, to] = this.#descending ? [null, day] : [day, null];
    const ends = this.#levels.map(([, last]) => dayOfDateRowid(last));
    return {
      first: boundOf([FIRST_DAY, decidedFrom, from], Math.max) ?? FIRST_DAY,
      last: boundOf([Math.max(...ends.map(Number)), decidedTo, to], Math.min) ?? FIRST_DAY,
    };
  }

  #isBefore(dayA: number, dayB: number): boolean {
    return this.#descending ? dayA > dayB : dayA < dayB;
  }

  /** Date rowids by day, at most `most` of each level. `partialDay`: the first day that may have more, because its level has `most`. */
  #read(
    first: number,
    last: number,
    most: number,
  ): { readonly days: ReadonlyMap<number, readonly number[]>; readonly partialDay: number | null } {
    const days = new Map<number, number[]>();
    let partialDay: number | null = null;
    for (const [level] of this.#levels) {
      const dateRowids = this.#dateRowids(dateRowidsOfDays(level, first, last), most);
      let day = first;
      let range: DateRowidRange = { from: 0, to: 0 };
      let ofDay: number[] = [];
      for (const dateRowid of dateRowids) {
        if (dateRowid < range.from || dateRowid >= range.to) {
          day = dayOfDateRowid(dateRowid) ?? first;
          range = dateRowidsOfDays(level, day, day);
          ofDay = days.get(day) ?? [];
          days.set(day, ofDay);
        }
        ofDay.push(dateRowid);
      }
      const isPartial = dateRowids.length === most;
      if (isPartial && (partialDay === null || this.#isBefore(day, partialDay))) partialDay = day;
    }
    return { days, partialDay };
  }

  /** In the order of the walk, except within a stretch. */
  #dateRowids(range: DateRowidRange, limit: number): readonly number[] {
    if (range.from >= range.to) return [];
    const order = this.#descending && !this.#isInStretches ? "descending" : "ascending";
    const known = this.#source.dateRowids;
    if (known === null) {
      const { sql, parameters } = rangeStatement(this.#plan, order);
      return readValues(this.#db, sql, { ...parameters, ...range, limit });
    }
    const [first, end] = [lowerBound(known, range.from), lowerBound(known, range.to)];
    const most = limit < 0 ? end - first : limit;
    return order === "ascending"
      ? Array.from(known.slice(first, Math.min(first + most, end)))
      : Array.from(known.slice(Math.max(end - most, first), end)).reverse();
  }
}
