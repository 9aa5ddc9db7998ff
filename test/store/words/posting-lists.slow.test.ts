/** Posting lists read from FTS5's tables, against FTS5's own answers, while segments are written, merged and optimised. */
import type { Database } from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSegments } from "../../../src/store/fts5-pages/index-segments.ts";
import { postingsOfAny } from "../../../src/store/words/lists-of-many.ts";
import { lengthUpTo, postingListsOf, readPostings } from "../../../src/store/words/posting-lists.ts";
import { openIndex, STEP, set, take, WORDS, write } from "../../support/index-steps.ts";

/** The last one is in no case. */
const ASKED = [...WORDS, "abce", "", "zz"];

function expectSame(db: Database, tokens: readonly string[]): void {
  const segments = readSegments(db) ?? [];
  const search = db
    .prepare<[string], number>("SELECT rowid FROM case_words WHERE case_words MATCH ? ORDER BY rowid")
    .pluck();
  const found: number[][] = [];
  for (const token of tokens) {
    const expected = token === "" ? [] : search.all(`"${token}"`);
    found.push(expected);
    expect({ token, list: Array.from(readPostings(db, token, segments) ?? [Number.NaN]) }).toEqual({
      token,
      list: expected,
    });
    for (const most of [0, 7, 500]) {
      const length = Math.min(lengthUpTo(db, token, most) ?? Number.NaN, most + 1);
      expect({ token, most, length }).toEqual({ token, most, length: Math.min(expected.length, most + 1) });
    }
  }
  for (const step of [1, 2, 5]) {
    const isAsked = (_: unknown, nth: number): boolean => nth % step === 0;
    const any = new Set(found.filter(isAsked).flat());
    const list = Array.from(postingsOfAny(db, tokens.filter(isAsked), 0) ?? [Number.NaN]);
    expect({ step, list }).toEqual({ step, list: [...any].sort((a, b) => a - b) });
  }
}

describe("readPostings", () => {
  test("gives FTS5's matches after any writes, removals and merges", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(64, 200, 4_050),
        fc.constantFrom(0, 2, 4),
        fc.array(STEP, { minLength: 1, maxLength: 12 }),
        (pageSize, merged, steps) => {
          using db = openIndex(pageSize, merged);
          for (const step of steps) {
            take(db, step);
            expectSame(db, [...ASKED, "every"]);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  test("reads lists of many pages in many segments, with tombstones of four and of eight bytes", () => {
    using db = openIndex(200, 4);
    const from = [5, 2 ** 40, 2 ** 47] as const;
    for (let segment = 0; segment < 14; segment++) {
      const rows = Array.from({ length: 400 }, (_, nth) => {
        const rowid = (from[nth % 3] ?? 0) + nth * 29 + segment * (segment % 2 === 0 ? 1 : 4_001);
        return [rowid, nth % 5 === 0 ? "a ".repeat(nth) : `a w${nth}`] as const;
      });
      write(db, rows);
      if (segment % 5 === 3)
        for (const [rowid] of rows.slice(0, 150))
          db.prepare("DELETE FROM case_words WHERE rowid = ?").run(rowid);
      expectSame(db, ["a", "every", "w3", "w399"]);
    }
    const segments = readSegments(db) ?? [];
    expect(segments.length).toBeGreaterThan(3);
    expect(segments.some(({ removed }) => removed.length > 0)).toBe(true);
    const doclistIndexes = db.prepare("SELECT count(*) FROM case_words_idx WHERE pgno & 1").pluck().get();
    expect(doclistIndexes).toBeGreaterThan(0);
  });

  test("reads the rest of segments that a merge has begun to move", () => {
    using db = openIndex(64, 0);
    const words = Array.from({ length: 300 }, (_, nth) => `w${nth.toString(36)}`);
    for (let rowid = 0; rowid < 40; rowid++)
      write(db, [[rowid * 7, words.filter((_, nth) => nth % 7 !== rowid % 7).join(" ")]]);
    let moved = 0;
    for (let step = 0; step < 60; step++) {
      set(db, "merge", step === 0 ? -8 : 8);
      if ((readSegments(db) ?? []).some(({ firstPage }) => firstPage > 1)) moved++;
      expectSame(db, [...words.filter((_, nth) => nth % 23 === step % 23), "every", "w", "w0"]);
    }
    expect(moved).toBeGreaterThan(5);
  });

  test("is null if SQLite stores the index in another version of the format, or if a page is damaged", () => {
    using db = openIndex(200, 4);
    write(
      db,
      Array.from({ length: 500 }, (_, nth) => [nth, "a b"] as const),
    );
    const segments = readSegments(db) ?? [];
    expect(readPostings(db, "a", segments)).toHaveLength(500);
    // FTS5's tables are protected otherwise
    db.unsafeMode();
    const pages = db
      .prepare<[], number>("SELECT id FROM case_words_data WHERE id >= (1 << 37) AND NOT (id & (1 << 36))")
      .pluck()
      .all();
    const damage = db.prepare(
      "UPDATE case_words_data SET block = zeroblob(min(length(block), :bytes)) WHERE id = :id",
    );
    for (const id of pages) {
      db.exec("SAVEPOINT whole");
      for (const bytes of [1_000, 2]) {
        damage.run({ id, bytes });
        const lists = ["a", "b", "every"].map((token) => readPostings(db, token, segments));
        expect(lists.some((list) => list === null || list.length === 0)).toBe(true);
      }
      db.exec("ROLLBACK TO whole");
    }
    db.exec("UPDATE case_words_config SET v = 5 WHERE k = 'version'");
    expect(readSegments(db)).toBeNull();
    expect(postingListsOf(db, ["a"])).toBeNull();
    expect(postingsOfAny(db, ["a"])).toBeNull();
  });
});

test("postingListsOf reads lists up to a number of pages", () => {
  using db = openIndex(64, 4);
  write(
    db,
    Array.from({ length: 9_000 }, (_, nth) => [nth, nth % 3 === 0 ? "a b" : "a"] as const),
  );
  expect(postingListsOf(db, ["b"])?.map(({ length }) => length)).toEqual([3_000]);
  expect(postingListsOf(db, ["every"])?.map(({ length }) => length)).toEqual([9_000]);
  // two lists may have half as many pages
  expect(postingListsOf(db, ["b", "every"])).toBeNull();
  expect(postingListsOf(db, ["a", "b", "every"])).toBeNull();
});

test("postingListsOf counts no pages of a longer list that starts on the same page", () => {
  using db = openIndex(64, 0);
  write(
    db,
    Array.from({ length: 30_000 }, (_, nth) => [nth, nth === 7 ? "a b" : "b"] as const),
  );
  expect(postingListsOf(db, ["b"])).toBeNull();
  expect(postingListsOf(db, ["a"])).toEqual([Float64Array.of(7)]);
  expect(postingListsOf(db, ["c"])).toEqual([new Float64Array(0)]);
});

test("postingListsOf follows a merge, which does not change the state of the corpus", () => {
  using db = openIndex(64, 0);
  for (let segment = 0; segment < 6; segment++)
    write(
      db,
      Array.from({ length: 60 }, (_, nth) => [segment * 60 + nth, nth % 2 === 0 ? "a b c" : "b c"] as const),
    );
  const lengths = (tokens: readonly string[]) => postingListsOf(db, tokens)?.map(({ length }) => length);
  expect(lengths(["a"])).toEqual([180]);
  set(db, "merge", -30);
  expect(lengths(["b"])).toEqual([360]);
  db.exec("INSERT INTO case_words (case_words) VALUES ('optimize')");
  expect(lengths(["c", "every", "a"])).toEqual([360, 360, 180]);
});

test("postingsOfAny is null if a page is damaged", () => {
  using db = openIndex(200, 4);
  write(
    db,
    Array.from({ length: 500 }, (_, nth) => [nth, "a b"] as const),
  );
  expect(postingsOfAny(db, ["a", "b"], 0)).toHaveLength(500);
  db.unsafeMode();
  for (const bytes of [1, 3]) {
    db.exec(`UPDATE case_words_data SET block = zeroblob(${bytes}) WHERE id >= (1 << 37)`);
    expect(postingsOfAny(db, ["a", "b"], 0)).toBeNull();
  }
  db.exec("DELETE FROM case_words_data WHERE id >= (1 << 37)");
  expect(postingsOfAny(db, ["a", "b"], 0)).toBeNull();
});

test("postingsOfAny leaves tokens that are on many pages to FTS5", () => {
  using db = openIndex(200, 4);
  const words = Array.from({ length: 2_000 }, (_, nth) => `w${String(nth).padStart(4, "0")}`);
  write(db, [[1, words.join(" ")]]);
  const near = words.slice(500, 700);
  expect(Array.from(postingsOfAny(db, near) ?? [])).toEqual([1]);
  expect(postingsOfAny(db, [...near, ...words.filter((_, nth) => nth % 10 === 0)])).toBeNull();
});
