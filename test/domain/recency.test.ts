import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compareInstants,
  compareRecency,
  compareRelease,
  instantKey,
  isNewerArchive,
} from "../../src/domain/decision-date.ts";

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
    release: fc.constantFrom(null, "2018-08-29", "2020-06-04", "2022-03-01", "2023-12-04T10:00:00Z"),
    sha256: fc.constantFrom("aa", "bb"),
    known: fc.constantFrom("2021-08-01T00:00:00.1Z", "2021-08-01T00:00:00.1234567Z", "2023-07-14T00:00:00Z"),
  });
  // records have last_updated from 2021 on, and none was updated after its release
  const realistic = stamp.map(({ release, sha256, known }) => ({
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

  test("compares last_updated if both have it, else release, else hash", () => {
    const old = { lastUpdated: "2021-01-01", release: "2024-01-01", sha256: "ff" };
    const young = { lastUpdated: "2022-01-01", release: "2023-01-01", sha256: "00" };
    expect(compareRecency(young, old)).toBeGreaterThan(0);
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
