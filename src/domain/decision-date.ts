/**
 * Decision dates: strings with three precisions, stored as given, and a derived day for filters and order.
 *
 * A **day** is a number: days since 1970-01-01 (negative before), proleptic Gregorian, UTC.
 */

const MS_A_DAY = 86_400_000;

/** The day of a decision date for filters and order (docs/interface.md, "Parameters of cases"); null if it is not a date. */
export function decisionDay(date: string | null): number | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(date ?? "");
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)];
  return dayOf(year, month, day) ?? dayOf(year, month, 1);
}

/**
 * The first or last day of a date bound: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, an existing date. Null for any other text.
 */
export function boundDay(bound: string, side: "min" | "max"): number | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(bound);
  if (match === null) return null;
  const year = Number(match[1]);
  const month = match[2] === undefined ? null : Number(match[2]);
  if (match[3] !== undefined && month !== null) return dayOf(year, month, Number(match[3]));
  if (side === "min") return dayOf(year, month ?? 1, 1);
  const next = month === null || month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1);
  return next === null || (month !== null && dayOf(year, month, 1) === null) ? null : next - 1;
}

/** The calendar year of a day. */
export function yearOfDay(day: number): number {
  return new Date(day * MS_A_DAY).getUTCFullYear();
}

/** The day of the month of a day, from 1. */
export function calendarDay(day: number): number {
  return new Date(day * MS_A_DAY).getUTCDate();
}

/** The day of a calendar date; null if the date does not exist. */
export function dayOf(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const real =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.getTime() / MS_A_DAY : null;
}
