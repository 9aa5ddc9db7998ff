import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundDay, dayOf, decisionDay, yearOfDay } from "../../src/domain/decision-date.ts";

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 86_400_000;

describe("decisionDay", () => {
  test.each([
    ["1988-05-20", "1988-05-20"],
    ["1988-05", "1988-05-01"],
    ["1988", "1988-01-01"],
    ["1911-02-29", "1911-02-01"],
    ["1911-02-00", "1911-02-01"],
    ["1911-02-99", "1911-02-01"],
    ["2000-02-29", "2000-02-29"],
    ["1900-02-29", "1900-02-01"],
    ["1658-01-01", "1658-01-01"],
    ["0001-01-01", "0001-01-01"],
    ["9999-12-31", "9999-12-31"],
  ])("reads %s as %s", (given, wanted) => {
    expect(decisionDay(given)).toBe(day(wanted));
  });

  test.each([
    null,
    "",
    "no date",
    "1988-13",
    "1988-00-10",
    "88-05-20",
    "1988-5-2",
    "1988-05-20T00:00",
    " 1988",
    "1988\n",
  ])("does not read %j as a date", (given) => {
    expect(decisionDay(given)).toBeNull();
  });
});

describe("boundDay", () => {
  test.each([
    ["1988", "min", "1988-01-01"],
    ["1988", "max", "1988-12-31"],
    ["1988-05", "min", "1988-05-01"],
    ["1988-05", "max", "1988-05-31"],
    ["1988-02", "max", "1988-02-29"],
    ["1911-02", "max", "1911-02-28"],
    ["1988-12", "max", "1988-12-31"],
    ["9999", "max", "9999-12-31"],
    ["1988-05-20", "max", "1988-05-20"],
  ] as const)("reads %s as %s bound %s", (given, side, wanted) => {
    expect(boundDay(given, side)).toBe(day(wanted));
  });

  test.each([
    "1988-13-01",
    "1988-13",
    "1988-00",
    "1911-02-29",
    "yesterday",
    "19880101",
    "",
    "1988-1",
    "1988-01-01\n",
  ])("refuses %j on both sides", (given) => {
    expect([boundDay(given, "min"), boundDay(given, "max")]).toEqual([null, null]);
  });
});

test("dayOf and yearOfDay agree with the calendar on every day", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("0000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
      (date) => {
        const [year, month, ofMonth] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
        const stored = dayOf(year, month, ofMonth);
        expect(stored).toBe(Math.floor(date.getTime() / 86_400_000));
        expect(yearOfDay(stored ?? Number.NaN)).toBe(year);
      },
    ),
    { seed: 1 },
  );
});
