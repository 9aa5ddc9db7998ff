/** Places read from FTS5's tables, against fts5vocab, while segments are written, merged and optimised. */
import type { Database } from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSegments } from "../../../src/store/fts5-pages/index-segments.ts";
import { INDEX_COLUMNS } from "../../../src/store/segments/index-rows.ts";
import { findList } from "../../../src/store/words/posting-lists.ts";
import { COLUMN_PLACES, placesIn } from "../../../src/store/words/token-places.ts";
import { UnexpectedPage } from "../../../src/store/words/token-postings.ts";
import { openIndex, STEP, set, take, WORDS, write } from "../../support/index-steps.ts";

const VOCABULARY =
  "CREATE VIRTUAL TABLE IF NOT EXISTS temp.seen USING fts5vocab (main, case_words, instance)";
const SEEN = "SELECT doc, col, offset FROM temp.seen WHERE term = ? ORDER BY doc, offset";
const ROWS = "SELECT id FROM case_words_docsize ORDER BY id";

/** The places of a token in each of some cases, as texts. */
function read(db: Database, token: string, rowids: readonly number[]): string[] {
  const found = placesIn(db, findList(db, token, readSegments(db) ?? []), rowids);
  const places: number[] = [];
  return rowids.flatMap((rowid, nth) => {
    found.read(nth, places);
    return places.map((place) => {
      const column = INDEX_COLUMNS[Math.floor(place / COLUMN_PLACES)];
      return `${rowid} ${column} ${place % COLUMN_PLACES}`;
    });
  });
}

function expectSame(db: Database, tokens: readonly string[]): void {
  db.exec(VOCABULARY);
  const seen = db.prepare<[string], [number, string, number]>(SEEN).raw();
  const rowids = db.prepare<[], number>(ROWS).pluck().all();
  const asked = [...new Set(rowids.flatMap((rowid) => [rowid, rowid + 1]))].sort((a, b) => a - b);
  for (const token of tokens) {
    const expected = seen.all(token).map((one) => one.join(" "));
    expect({ token, places: read(db, token, asked) }).toEqual({ token, places: expected });
    for (const step of [3, 50, asked.length - 1]) {
      const some = asked.filter((_, nth) => nth % step === step - 1);
      const wanted = new Set(some.map(String));
      expect({ token, step, places: read(db, token, some) }).toEqual({
        ...{ token, step },
        places: expected.filter((one) => wanted.has(one.split(" ")[0] ?? "")),
      });
    }
  }
}

describe("placesIn", () => {
  test("gives FTS5's places after any writes, removals and merges", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(64, 200, 4_050),
        fc.constantFrom(0, 2, 4),
        fc.array(STEP, { minLength: 1, maxLength: 12 }),
        (pageSize, merged, steps) => {
          using db = openIndex(pageSize, merged);
          for (const step of steps) take(db, step);
          expectSame(db, [...WORDS, "every", "zz"]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("skips the pages of a long list", () => {
    using db = openIndex(200, 4);
    for (let segment = 0; segment < 5; segment++)
      write(
        db,
        Array.from({ length: 2_000 }, (_, nth) => {
          const rowid = (nth % 3 === 0 ? 2 ** 40 : 7) + nth * 29 + segment;
          return [rowid, nth % 400 === 0 ? "a ".repeat(nth) : `a w${nth}`] as const;
        }),
      );
    expectSame(db, ["a", "every", "w3", "w1999"]);
  });

  test("throws if a page is damaged", () => {
    using db = openIndex(200, 4);
    write(
      db,
      Array.from({ length: 500 }, (_, nth) => [nth, "a b"] as const),
    );
    expect(read(db, "a", [3, 400])).toEqual(["3 opinions 0", "400 opinions 0"]);
    db.unsafeMode();
    db.exec("UPDATE case_words_data SET block = zeroblob(1) WHERE id >= (1 << 37)");
    expect(() => read(db, "a", [3, 400])).toThrow(UnexpectedPage);
    db.exec("DELETE FROM case_words_data WHERE id >= (1 << 37)");
    expect(() => read(db, "a", [3, 400])).toThrow(UnexpectedPage);
  });

  test("reads no page that a merge has deleted", () => {
    using db = openIndex(64, 0);
    const words = Array.from({ length: 100 }, (_, nth) => `w${nth.toString(36)}`);
    for (let rowid = 0; rowid < 20; rowid++)
      write(db, [[rowid * 7, words.filter((_, nth) => nth % 7 !== rowid % 7).join(" ")]]);
    for (let step = 0; step < 30; step++) {
      set(db, "merge", step === 0 ? -8 : 8);
      expectSame(db, [...words.filter((_, nth) => nth % 23 === step % 23), "every", "w0"]);
    }
  });
});
