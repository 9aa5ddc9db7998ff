/**
 * Date rowids: the rowids of both indexes ascend with the decision date. So `ORDER BY rowid` is date order, and a range of
 * dates is a range of rowids.
 *
 * Each day owns a fixed range of rowids. The first day of a month or a year owns more, because a date known only to the month
 * or year counts as that day. Cases of a full day and cases without a date get rowids in **blocks** above all days. A block is
 * assigned to a day when it is needed. Within a day, rowids ascend in the order of import and not by case id, so the order
 * (date, id) needs a sort of each day's cases.
 *
 * The ranges are small because gaps between rowids cost bytes in every posting: with 3,000 cases the index was 8 % larger with
 * 1,024 rowids per day than with 64. With all 6.9 million cases, most days of the last century are full and use blocks.
 */
import { dayOf } from "../../domain/decision-date.ts";
import {
  ROWIDS_PER_BLOCK,
  ROWIDS_PER_DAY,
  ROWIDS_PER_MONTH_START,
  ROWIDS_PER_YEAR_START,
} from "./date-rowid-sizes.ts";

/** Half-open: `from <= dateRowid < to`. */
export interface DateRowidRange {
  readonly from: number;
  readonly to: number;
}

const FIRST_DAY = dayOf(0, 1, 1) ?? 0;

/** Blocks begin here; the days of the years 0 to 9999 end far below. */
export const FIRST_BLOCK_ROWID = 2 ** 40;
/** `rank_block.day` of the blocks for cases without a date. */
export const NO_DAY = 2 ** 31;

/** The date rowids that a day owns, without its blocks. */
export function dateRowidsOfDay(day: number): DateRowidRange {
  return { from: firstDateRowidOfDay(day), to: firstDateRowidOfDay(day + 1) };
}

/** The first rowid of the block of a date rowid above all days. */
export function blockOf(dateRowid: number): number {
  return dateRowid - ((dateRowid - FIRST_BLOCK_ROWID) % ROWIDS_PER_BLOCK);
}

/** The day that owns a date rowid below the blocks. */
export function dayOfDateRowid(dateRowid: number): number {
  const year = yearOfDateRowid(dateRowid);
  const start = daysBefore(year);
  const lengths = daysBefore(year + 1) - start === 366 ? LEAP_MONTHS : MONTHS;
  let [left, days] = [dateRowid - firstDateRowidOfYear(year), 0];
  for (const [month, length] of lengths.entries()) {
    const rowidsOfFirst = month === 0 ? ROWIDS_PER_YEAR_START : ROWIDS_PER_MONTH_START;
    const dateRowids = rowidsOfFirst + (length - 1) * ROWIDS_PER_DAY;
    if (left < dateRowids) {
      const inMonth = left < rowidsOfFirst ? 0 : 1 + Math.floor((left - rowidsOfFirst) / ROWIDS_PER_DAY);
      return FIRST_DAY + start + days + inMonth;
    }
    left -= dateRowids;
    days += length;
  }
  return FIRST_DAY + start + days;
}

/** The year of a date rowid below the blocks. */
export function yearOfDateRowid(dateRowid: number): number {
  let year = Math.floor(dateRowid / ROWIDS_PER_AVERAGE_YEAR);
  while (firstDateRowidOfYear(year) > dateRowid) year--;
  while (firstDateRowidOfYear(year + 1) <= dateRowid) year++;
  return year;
}

/** The first date rowid of a year; 0 is the first year. */
export function firstDateRowidOfYear(year: number): number {
  return daysBefore(year) * ROWIDS_PER_DAY + year * EXTRA_ROWIDS_PER_YEAR;
}

const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const LEAP_MONTHS = MONTHS.with(1, 29);
/** Rowids that the first days of the months of a year own in addition to the rowids of other days. */
const EXTRA_ROWIDS_PER_YEAR =
  11 * (ROWIDS_PER_MONTH_START - ROWIDS_PER_DAY) + (ROWIDS_PER_YEAR_START - ROWIDS_PER_DAY);
const ROWIDS_PER_AVERAGE_YEAR = 365.2425 * ROWIDS_PER_DAY + EXTRA_ROWIDS_PER_YEAR;

/** Days of the years from 0 to the year before this one. Year 0 is a leap year. */
function daysBefore(year: number): number {
  return 365 * year + Math.ceil(year / 4) - Math.ceil(year / 100) + Math.ceil(year / 400);
}

function firstDateRowidOfDay(day: number): number {
  const date = new Date(day * 86_400_000);
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const yearStarts = year + (month > 0 || dayOfMonth > 1 ? 1 : 0);
  const monthStarts = year * 12 + month + (dayOfMonth > 1 ? 1 : 0) - yearStarts;
  return (
    (day - FIRST_DAY) * ROWIDS_PER_DAY +
    monthStarts * (ROWIDS_PER_MONTH_START - ROWIDS_PER_DAY) +
    yearStarts * (ROWIDS_PER_YEAR_START - ROWIDS_PER_DAY)
  );
}
