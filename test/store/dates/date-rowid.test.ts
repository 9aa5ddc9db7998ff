import { expect, test } from "vitest";
import { dayOf } from "../../../src/domain/decision-date.ts";
import {
  dateRowidsOfDay,
  dateRowidsOfDays,
  dayOfDateRowid,
  yearOfDateRowid,
} from "../../../src/store/dates/date-rowid.ts";
import { LEVELS, UNDATED } from "../../../src/store/dates/date-rowid-levels.ts";

const FIRST = dayOf(0, 1, 1) ?? 0;
const LAST = dayOf(9999, 12, 31) ?? 0;

test.each(LEVELS)("level %j contains disjoint ascending ranges for every day of 10,000 years", (level) => {
  expect(dateRowidsOfDays(level, FIRST, FIRST).from).toBe(level.from);
  expect(dateRowidsOfDays(level, LAST, LAST).to).toBeLessThanOrEqual(level.to);
  let end = level.from;
  const wrong: number[] = [];
  for (let day = FIRST; day <= FIRST + 200_000; day++) {
    const { from, to } = dateRowidsOfDays(level, day, day);
    if (from !== end || to <= from) wrong.push(day);
    end = to;
  }
  expect(wrong).toEqual([]);
});

test.each(LEVELS)(
  "dayOfDateRowid and yearOfDateRowid return the owner at both ends of each range of level %j",
  (level) => {
    const wrong: number[] = [];
    for (let day = FIRST; day <= LAST; day += day < FIRST + 100_000 ? 1 : 89) {
      const { from, to } = dateRowidsOfDays(level, day, day);
      const year = new Date(day * 86_400_000).getUTCFullYear();
      const newYear = dayOf(year + 1, 1, 1);
      const end = newYear === null ? null : dateRowidsOfDays(level, newYear, newYear).from;
      const fits = [from, to - 1].every((dateRowid) => {
        const found = yearOfDateRowid(dateRowid);
        return (
          dayOfDateRowid(dateRowid) === day && found.year === year && (end === null || found.end === end)
        );
      });
      if (!fits) wrong.push(day);
    }
    expect(wrong).toEqual([]);
  },
);

test("levels and the range without a date are disjoint and ascending", () => {
  const ranges = [...LEVELS, UNDATED];
  expect(ranges.map(({ from }) => from).slice(1)).toEqual(LEVELS.map(({ to }) => to));
  expect(dateRowidsOfDay(null)).toEqual([UNDATED]);
  expect(dayOfDateRowid(UNDATED.from)).toBeNull();
  expect(yearOfDateRowid(UNDATED.from)).toEqual({ year: null, end: UNDATED.to });
});

test.each([
  [dayOf(1988, 1, 1), 32],
  [dayOf(1988, 2, 1), 8],
  [dayOf(1988, 2, 29), 1],
  [dayOf(1, 1, 1), 32],
])("day %j owns %j times the rowids of a usual day", (day, times) => {
  const sizes = dateRowidsOfDay(day).map(({ from, to }) => to - from);
  expect(sizes).toEqual(LEVELS.map(({ rowidsPerDay }) => times * rowidsPerDay));
});
