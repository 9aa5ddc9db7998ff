/** The two ways of making a page in the order of a column come to the same; test/corpus/agree compares with an oracle. */
import { describe, expect, test } from "vitest";
import { matchOf } from "../../src/store/case-match.ts";
import { openForReading } from "../../src/store/open-database.ts";
import { askedAtMost, askedKeys, orderedKeys } from "../../src/store/ordered-pages.ts";
import { line } from "../corpus/records.ts";
import { makeCorpus } from "../support/corpus.ts";

const RECORDS = Array.from({ length: 30 }, (_, n) =>
  line(n + 1, {
    name: n % 3 === 0 ? "State" : "State v. Mill",
    name_abbreviation: `Mill ${(n * 7) % 5}`,
    last_updated: n % 4 === 0 ? null : `2023-07-${10 + (n % 6)}T00:00:00+00:00`,
  }),
);
const MATCH = matchOf({ search: "mill -3" }, () => null);
const NONE = matchOf({ search: "nowhere" }, () => null);

describe("askedKeys", () => {
  test.each(["c.name_abbreviation", "c.updated_instant", "c.id"])(
    "by %s gives the keys that sorting gives",
    (column) => {
      const db = openForReading(makeCorpus(RECORDS));
      for (const descending of [false, true]) {
        for (const direction of ["forwards", "backwards"] as const) {
          const page = { order: { column, descending }, key: null, direction, limit: 4 };
          const sorted = orderedKeys(
            db,
            { match: MATCH, ranks: null, count: 1, cases: () => 30 },
            { ...page, limit: 99 },
          );
          expect(sorted.length).toBeGreaterThan(10);
          for (const key of [null, ...sorted]) {
            const from = key === null ? 0 : sorted.indexOf(key) + 1;
            expect(askedKeys(db, MATCH, { ...page, key }, 1e6)).toEqual(sorted.slice(from, from + 4));
          }
        }
      }
      db.close();
    },
  );

  test("gives up after so many cases, and knows the end", () => {
    const db = openForReading(makeCorpus(RECORDS));
    const page = {
      order: { column: "c.id", descending: false },
      key: null,
      direction: "forwards",
      limit: 4,
    } as const;
    expect(askedKeys(db, NONE, page, 8)).toBeNull();
    expect(askedKeys(db, NONE, page, 1e6)).toEqual([]);
    db.close();
  });
});

test("askedAtMost asks where most cases match, and never for a prefix, which costs as much each time", () => {
  const known = { match: MATCH, ranks: null, count: 200_000, cases: () => 300_000 };
  expect(askedAtMost(known, 101)).toBe(8_000);
  expect(askedAtMost({ ...known, count: 25_000 }, 101)).toBe(0);
  expect(askedAtMost({ ...known, match: matchOf({ search: "mil*" }, () => null) }, 101)).toBe(0);
  expect(askedAtMost({ ...known, match: matchOf({}, () => null) }, 101)).toBe(0);
});
