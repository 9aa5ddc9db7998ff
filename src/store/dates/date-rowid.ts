/**
 * Date rowids: the rowids of the index of words ascend with the decision date. So `ORDER BY rowid` is date order, and a range of
 * dates is a range of rowids.
 *
 * A gap between two rowids costs bytes in every posting, so a day should own few rowids; but it must have one for each of its
 * cases. Therefore there are three **levels**, one above the other, each with all days in date order: a day owns 32
 * rowids in the first, 2,048 in the second and 8 million in the third. A case gets the first free rowid of its day. The first
 * day of a month or a year owns more, because a date known only to the month or year counts as that day. Cases without a date
 * are above all levels.
 *
 * A small corpus uses the first level only; with all 6.9 million cases most are in the second. Whoever reads in date order
 * merges the levels (search/date-walk.ts). Within a day, rowids ascend in the order of import and not by case id, so the order
 * (date, id) needs a sort of each day's cases.
 */
import { dayOf } from "../../domain/decision-date.ts";
import { type DateRowidRange, LEVELS, type Level, UNDATED } from "./date-rowid-levels.ts";

/** The calendar in slots: a day has one, and the first of a month or a year more. */
const SLOTS_OF_MONTH_START = 8;
const SLOTS_OF_YEAR_START = 32;
const EXTRA_SLOTS_PER_YEAR = 11 * (SLOTS_OF_MONTH_START - 1) + (SLOTS_OF_YEAR_START - 1);
const SLOTS_PER_AVERAGE_YEAR = 365.2425 + EXTRA_SLOTS_PER_YEAR;
const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const LEAP_MONTHS = MONTHS.with(1, 29);

/** No case has an earlier decision date. */
export const FIRST_DAY = dayOf(0, 1, 1) ?? 0;
const DAY_MS = 86_400_000;

/** The rowids of the days from `first` to `last` in a level. Null means no bound. */
export function dateRowidsOfDays(level: Level, first: number | null, last: number | null): DateRowidRange {
  return {
    from: first === null ? level.from : firstDateRowid(level, first),
    to: last === null ? level.to : firstDateRowid(level, last + 1),
  };
}

/** All rowids that a day (null: no date) owns, the lowest level first. */
export function dateRowidsOfDay(day: number | null): readonly DateRowidRange[] {
  return day === null ? [UNDATED] : LEVELS.map((level) => dateRowidsOfDays(level, day, day));
}

/** The day of a date rowid; null: the case has no date. */
export function dayOfDateRowid(dateRowid: number): number | null {
  const slot = slotOf(dateRowid);
  if (slot === null) return null;
  const year = yearOfSlot(slot);
  let left = slot - firstSlotOfYear(year);
  let day = FIRST_DAY + daysBefore(year);
  const lengths = daysBefore(year + 1) - daysBefore(year) === 366 ? LEAP_MONTHS : MONTHS;
  for (const [month, length] of lengths.entries()) {
    const ofFirst = month === 0 ? SLOTS_OF_YEAR_START : SLOTS_OF_MONTH_START;
    const slots = ofFirst + length - 1;
    if (left < slots) return day + Math.max(left - ofFirst + 1, 0);
    left -= slots;
    day += length;
  }
  return day;
}

/** The year of a date rowid, null for a case without a date, and the end of the range of rowids that surely have the same year. */
export function yearOfDateRowid(dateRowid: number): { readonly year: number | null; readonly end: number } {
  const level = levelOf(dateRowid);
  const slot = slotOf(dateRowid);
  if (level === null || slot === null) return { year: null, end: UNDATED.to };
  const year = yearOfSlot(slot);
  return { year, end: level.from + firstSlotOfYear(year + 1) * level.rowidsPerDay };
}

function levelOf(dateRowid: number): Level | null {
  return LEVELS.find(({ to }) => dateRowid < to) ?? null;
}

function slotOf(dateRowid: number): number | null {
  const level = levelOf(dateRowid);
  return level === null ? null : Math.floor((dateRowid - level.from) / level.rowidsPerDay);
}

function yearOfSlot(slot: number): number {
  let year = Math.floor(slot / SLOTS_PER_AVERAGE_YEAR);
  while (firstSlotOfYear(year) > slot) year--;
  while (firstSlotOfYear(year + 1) <= slot) year++;
  return year;
}

function firstDateRowid({ from, rowidsPerDay }: Level, day: number): number {
  return from + firstSlotOfDay(day) * rowidsPerDay;
}

function firstSlotOfDay(day: number): number {
  const date = new Date(day * DAY_MS);
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const yearStarts = year + (month > 0 || dayOfMonth > 1 ? 1 : 0);
  const monthStarts = year * 12 + month + (dayOfMonth > 1 ? 1 : 0) - yearStarts;
  return day - FIRST_DAY + monthStarts * (SLOTS_OF_MONTH_START - 1) + yearStarts * (SLOTS_OF_YEAR_START - 1);
}

function firstSlotOfYear(year: number): number {
  return daysBefore(year) + year * EXTRA_SLOTS_PER_YEAR;
}

/** Days of the years from 0 to the year before this one. Year 0 is a leap year. */
function daysBefore(year: number): number {
  return 365 * year + Math.ceil(year / 4) - Math.ceil(year / 100) + Math.ceil(year / 400);
}

/** Ascending. Long lists are typed arrays. */
export type DateRowids = readonly number[] | Float64Array;

/** Yields the runs of ascending date rowids that have one year; a year has a run in each level. Those without a date are skipped. */
export function* runsOfYears(
  dateRowids: DateRowids,
): Generator<{ readonly year: number; readonly from: number; readonly to: number }> {
  for (let from = 0; from < dateRowids.length; ) {
    const { year, end } = yearOfDateRowid(dateRowids[from] ?? 0);
    const to = lowerBound(dateRowids, end, from);
    if (year !== null) yield { year, from, to };
    from = to;
  }
}

/** The first index from `start` on whose date rowid is not smaller. Exponential search, then binary search. */
export function lowerBound(dateRowids: ArrayLike<number>, dateRowid: number, start = 0): number {
  let [low, step] = [start, 1];
  while (low + step <= dateRowids.length && (dateRowids[low + step - 1] ?? 0) < dateRowid) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step - 1, dateRowids.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dateRowids[middle] ?? 0) < dateRowid) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function isAmong(ascending: ArrayLike<number>, number: number): boolean {
  return ascending.length > 0 && ascending[lowerBound(ascending, number)] === number;
}
