import { expect, test } from "vitest";
import { dayOf } from "../../../src/domain/decision-date.ts";
import {
  dateRowidsOfDay,
  dayOfDateRowid,
  FIRST_BLOCK_ROWID,
  firstDateRowidOfYear,
  yearOfDateRowid,
} from "../../../src/store/dates/date-rowid.ts";
import {
  ROWIDS_PER_DAY,
  ROWIDS_PER_MONTH_START,
  ROWIDS_PER_YEAR_START,
} from "../../../src/store/dates/date-rowid-sizes.ts";

test("dateRowidsOfDay returns disjoint ascending ranges below the blocks for every day of 10,000 years", () => {
  const first = dayOf(0, 1, 1) ?? 0;
  const last = dayOf(9999, 12, 31) ?? 0;
  expect(dateRowidsOfDay(first).from).toBe(0);
  expect(dateRowidsOfDay(last).to).toBeLessThan(FIRST_BLOCK_ROWID);
  let end = 0;
  const wrong: number[] = [];
  for (let day = first; day <= first + 200_000; day++) {
    const { from, to } = dateRowidsOfDay(day);
    if (from !== end || to <= from) wrong.push(day);
    end = to;
  }
  expect(wrong).toEqual([]);
});

test("dayOfDateRowid and yearOfDateRowid return the owner at both ends of every range", () => {
  const first = dayOf(0, 1, 1) ?? 0;
  const last = dayOf(9999, 12, 31) ?? 0;
  const wrong: number[] = [];
  for (let day = first; day <= last; day += day < first + 200_000 ? 1 : 89) {
    const { from, to } = dateRowidsOfDay(day);
    const year = new Date(day * 86_400_000).getUTCFullYear();
    const fits = [from, to - 1].every(
      (dateRowid) => dayOfDateRowid(dateRowid) === day && yearOfDateRowid(dateRowid) === year,
    );
    if (!fits) wrong.push(day);
  }
  expect(wrong).toEqual([]);
  expect([0, 1, 1988, 2017].map(firstDateRowidOfYear)).toEqual(
    [0, 1, 1988, 2017].map((year) => dateRowidsOfDay(dayOf(year, 1, 1) ?? 0).from),
  );
});

test.each([
  [dayOf(1988, 1, 1), ROWIDS_PER_YEAR_START],
  [dayOf(1988, 2, 1), ROWIDS_PER_MONTH_START],
  [dayOf(1988, 2, 29), ROWIDS_PER_DAY],
  [dayOf(1, 1, 1), ROWIDS_PER_YEAR_START],
])("dateRowidsOfDay gives day %j %j rowids", (day, size) => {
  const { from, to } = dateRowidsOfDay(day ?? Number.NaN);
  expect(to - from).toBe(size);
});
