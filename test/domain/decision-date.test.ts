import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  boundDay,
  compareInstants,
  compareRecency,
  compareRelease,
  dayOf,
  decisionDay,
  instantKey,
  isNewerArchive,
  yearOfDay,
} from "../../src/domain/decision-date.ts";

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

describe("instantKey", () => {
  test.each([
    ["2023-07-14T19:38:59.743188+00:00", "2023-07-14T19:38:59.743188"],
    ["2023-07-14T19:38:59.7431880Z", "2023-07-14T19:38:59.743188"],
    ["2023-07-14T21:38:59+02:00", "2023-07-14T19:38:59."],
    ["2023-07-14T21:38:59+0200", "2023-07-14T19:38:59."],
    ["2023-07-14T21:38:59+02", "2023-07-14T19:38:59."],
    ["2023-07-14T23:38-01:30", "2023-07-15T01:08:00."],
    ["2023-07-14 19:38:59", "2023-07-14T19:38:59."],
    ["2023-07-14", "2023-07-14T00:00:00."],
  ])("turns %s into %s", (given, wanted) => {
    expect(instantKey(given)).toBe(wanted);
  });

  test.each(["", "soon", "2001", "case 2001", "2023-13-01", "2023-07-14T25:00", "July 14, 2023", null])(
    "takes %j for no instant, whatever Date.parse says",
    (given) => {
      expect(instantKey(given)).toBeNull();
    },
  );
});

describe("compareInstants", () => {
  const digits = fc.stringMatching(/^[0-9]{1,7}$/);

  test("orders fractions of any length as numbers", () => {
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        const order = compareInstants(`2023-07-14T19:38:59.${a}Z`, `2023-07-14T19:38:59.${b}Z`);
        expect(Math.sign(order)).toBe(Math.sign(Number(`0.${a}`) - Number(`0.${b}`)));
      }),
      { seed: 2 },
    );
  });

  test("orders other text before every instant", () => {
    expect(compareInstants("soon", "0001-01-01")).toBeLessThan(0);
    expect(compareInstants("b", "a")).toBeGreaterThan(0);
    expect(compareInstants("soon", "soon")).toBe(0);
  });
});

describe("compareRecency", () => {
  const stamp = fc.record({
    precedence: fc.constantFrom(0, 1),
    release: fc.constantFrom(null, "2018-08-29", "2020-06-04", "2022-03-01", "2023-12-04T10:00:00Z"),
    sha256: fc.constantFrom("aa", "bb"),
    known: fc.constantFrom("2021-08-01T00:00:00.1Z", "2021-08-01T00:00:00.1234567Z", "2023-07-14T00:00:00Z"),
  });
  // records have last_updated from 2021 on, and none was updated after its release
  const realistic = stamp.map(({ precedence, release, sha256, known }) => ({
    precedence,
    release,
    sha256,
    lastUpdated: release !== null && release >= "2022" && known <= release ? known : null,
  }));
  const monotone = (one: { release: string | null; lastUpdated: string | null }): boolean =>
    one.release !== "2023-12-04T10:00:00Z" || one.lastUpdated === "2023-07-14T00:00:00Z";

  test("is a total order of realistic stamps", () => {
    fc.assert(
      fc.property(
        realistic.filter(monotone),
        realistic.filter(monotone),
        realistic.filter(monotone),
        (a, b, c) => {
          expect(Math.sign(compareRecency(a, b))).toBe(-Math.sign(compareRecency(b, a)) + 0);
          if (compareRecency(a, b) >= 0 && compareRecency(b, c) >= 0) {
            expect(compareRecency(a, c)).toBeGreaterThanOrEqual(0);
          }
          if (compareRecency(a, b) === 0) expect(a.sha256).toBe(b.sha256);
        },
      ),
      { seed: 3, numRuns: 500 },
    );
  });

  test("compares the precedence of sources, then last_updated if both have it, else release, else hash", () => {
    const old = { precedence: 1, lastUpdated: "2021-01-01", release: "2024-01-01", sha256: "ff" };
    const young = { precedence: 1, lastUpdated: "2022-01-01", release: "2023-01-01", sha256: "00" };
    expect(compareRecency(young, old)).toBeGreaterThan(0);
    expect(compareRecency({ ...young, precedence: 0 }, old)).toBeLessThan(0);
    expect(compareRecency({ ...young, lastUpdated: null }, old)).toBeLessThan(0);
    expect(compareRecency({ ...young, lastUpdated: null, release: old.release }, old)).toBeLessThan(0);
    expect(compareRecency({ ...young, lastUpdated: null, release: null }, old)).toBeLessThan(0);
  });
});

test("compareRelease and isNewerArchive put an unknown release first and an unknown archive before all", () => {
  expect(compareRelease(null, "2018-01-01")).toBeLessThan(0);
  expect(compareRelease(null, null)).toBe(0);
  expect(compareRelease("2020-06-04", "2020-06-04T00:00:00Z")).toBe(0);
  const archive = { release: "2020-06-04", hasAllCases: 1, sha256: "bb" };
  expect(isNewerArchive(archive, { release: null, hasAllCases: 0, sha256: null })).toBe(true);
  expect(isNewerArchive(archive, archive)).toBe(false);
  expect(isNewerArchive(archive, { ...archive, sha256: "aa" })).toBe(true);
  expect(isNewerArchive(archive, { release: "2020-06-05", hasAllCases: 0, sha256: "aa" })).toBe(false);
  expect(isNewerArchive(archive, { ...archive, hasAllCases: 0, sha256: "cc" })).toBe(true);
  expect(isNewerArchive({ ...archive, hasAllCases: 0, sha256: "cc" }, archive)).toBe(false);
});
