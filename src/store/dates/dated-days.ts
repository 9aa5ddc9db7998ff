/** Cases in groups of one day: the days of the levels as one sequence, and some days at a time. */
import type { SortKey } from "../../domain/query.ts";
import { dateRowidsOfDays, dayOfDateRowid } from "./date-rowid.ts";
import type { DateRowidRange, Level } from "./date-rowid-levels.ts";

export interface DatedId {
  readonly id: number;
  readonly day: number | null;
}

export interface DatedMatch {
  /** 0 if the id is looked up only after the test. */
  readonly id: number;
  readonly dateRowid: number;
  readonly day: number;
}

/**
 * The matches of a level by day.
 *
 * @param rows `[dateRowid, id]` in the order of a walk, without ids if they are tested
 */
export function daysOf(level: Level, rows: readonly SortKey[]): DatedMatch[][] {
  const days: DatedMatch[][] = [];
  let [day, ofDay, own]: [number, DatedMatch[], DateRowidRange] = [0, [], { from: 0, to: 0 }];
  for (const [rowid, id] of rows) {
    const dateRowid = Number(rowid);
    if (dateRowid < own.from || dateRowid >= own.to) {
      day = dayOfDateRowid(dateRowid) ?? 0;
      own = dateRowidsOfDays(level, day, day);
      ofDay = [];
      days.push(ofDay);
    }
    ofDay.push({ id: Number(id ?? 0), dateRowid, day });
  }
  return days;
}

/**
 * The days of all levels in the order of a walk, each sorted by id.
 *
 * @param levels each yields a day at most once
 */
export function* mergedDays(
  levels: readonly Generator<readonly DatedMatch[]>[],
  descending: boolean,
): Generator<readonly DatedMatch[]> {
  const heads = levels.map((level) => level.next().value as readonly DatedMatch[] | undefined);
  for (;;) {
    const days = heads.flatMap((head) => head?.[0]?.day ?? []);
    if (days.length === 0) return;
    const day = descending ? Math.max(...days) : Math.min(...days);
    yield heads.flatMap((head) => (head?.[0]?.day === day ? head : [])).sort(byId);
    for (const [at, level] of levels.entries())
      if (heads[at]?.[0]?.day === day) heads[at] = level.next().value;
  }
}

/** Chunks of complete days: at least `first` cases, then at least `next(the minimum before)`. */
export function* inChunks(
  days: Iterable<readonly DatedMatch[]>,
  first: number,
  next: (least: number) => number,
): Generator<readonly DatedMatch[]> {
  let least = first;
  let chunk: DatedMatch[] = [];
  for (const day of days) {
    for (const one of day) chunk.push(one);
    if (chunk.length < least) continue;
    yield chunk;
    chunk = [];
    least = next(least);
  }
  yield chunk;
}

export function byId(a: DatedId, b: DatedId): number {
  return a.id - b.id;
}
