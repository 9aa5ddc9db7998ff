/**
 * On which days of a year courts decide: few on Saturdays, terms from October to June, single days with a thousand cases
 * and more. A year's cases are spread over its days by these shares, so a case's place in its year gives its date.
 */
import { mixSeeds } from "../synthetic/random.ts";
import { casesOfYear } from "./years.ts";

/** January to December. */
const MONTHS = [1.25, 0.95, 1.05, 1.05, 1.1, 1.35, 0.7, 0.45, 0.75, 1.35, 1, 1.05];
/** Sunday to Saturday. */
const WEEKDAYS = [0.015, 1.05, 1.15, 1.05, 1, 0.9, 0.1];
const WEEKDAYS_BEFORE_1900 = [0.02, 1.05, 1.15, 1.05, 1, 1, 0.75];
/** Cases on the first Monday of October since 1970, when the Supreme Court's list of refusals comes out. */
const OCTOBER_CASES = 1_500;
/** Cases on a day on which many courts release opinions at once. */
const RELEASE_CASES = 1_150;
/** Before 1950 a release day has this share of its year. */
const RELEASE_SHARE = 0.02;
const DAY_MS = 86_400_000;

const known = new Map<number, Float64Array>();

/** The day of the case at a place of the year, if the year's cases are sorted by date; `0` up to but without `1`. */
export function dayAt(year: number, place: number): { readonly month: number; readonly day: number } {
  const reached = daysOf(year);
  let [low, high] = [0, reached.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((reached[middle] ?? 1) > place) high = middle;
    else low = middle + 1;
  }
  const date = new Date(Date.UTC(year, 0, 1 + low));
  return { month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** For each day of the year, the share of the year's cases up to it. */
function daysOf(year: number): Float64Array {
  const found = known.get(year) ?? reachedBy(year);
  known.set(year, found);
  return found;
}

function reachedBy(year: number): Float64Array {
  const special = specialDays(year);
  const length = (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / DAY_MS;
  const usual = Float64Array.from({ length }, (_, at) => (special.has(at) ? 0 : usualWeight(year, at)));
  const left = 1 - [...special.values()].reduce((sum, share) => sum + share, 0);
  const sum = usual.reduce((all, weight) => all + weight, 0);
  let reached = 0;
  return usual.map((weight, at) => {
    reached += special.get(at) ?? (left * weight) / sum;
    return reached;
  });
}

function usualWeight(year: number, at: number): number {
  const date = new Date(Date.UTC(year, 0, 1 + at));
  const weekdays = year < 1900 ? WEEKDAYS_BEFORE_1900 : WEEKDAYS;
  // days differ as much as a courts' calendars do: between half and one and a half of the usual
  const luck = 0.5 + (mixSeeds(year, at, 11) >>> 0) / 2 ** 32;
  return luck * (MONTHS[date.getUTCMonth()] ?? 1) * (weekdays[date.getUTCDay()] ?? 1);
}

/** Shares of the year, by the day's number in it. */
function specialDays(year: number): Map<number, number> {
  const cases = casesOfYear(year);
  const days = new Map<number, number>();
  if (year < 1880) return days;
  const share = year < 1950 ? RELEASE_SHARE : Math.min(RELEASE_CASES / cases, 0.05);
  for (const [nth, month] of [0, 3, 5, 5, 11].entries()) {
    days.set(weekdayFrom(year, month, 1 + (mixSeeds(year, nth, 12) & 15)), share);
  }
  if (year >= 1970) days.set(firstMonday(year, 9), Math.min(OCTOBER_CASES / cases, 0.06));
  return days;
}

/** The number in its year of the first day from this one on that is neither Saturday nor Sunday. */
function weekdayFrom(year: number, month: number, day: number): number {
  const date = new Date(Date.UTC(year, month, day));
  const step = [1, 0, 0, 0, 0, 0, 2][date.getUTCDay()] ?? 0;
  return (date.getTime() - Date.UTC(year, 0, 1)) / DAY_MS + step;
}

function firstMonday(year: number, month: number): number {
  const first = new Date(Date.UTC(year, month, 1));
  const step = (8 - first.getUTCDay()) % 7;
  return (first.getTime() - Date.UTC(year, 0, 1)) / DAY_MS + step;
}
