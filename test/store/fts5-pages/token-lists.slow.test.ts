/** Lists, places and tokens read from FTS5's tables, against FTS5's own answers, while segments are written, merged and optimised. */
import type { Database } from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COLUMN_PLACES, readSegments } from "../../../src/store/fts5-pages/index-segments.ts";
import { dateRowidsOf, lengthOf, placesOf, tokensFrom } from "../../../src/store/fts5-pages/token-lists.ts";
import { INDEX_COLUMNS } from "../../../src/store/write/index-row.ts";
import { fuzzing } from "../../support/fuzz.ts";
import { openIndex, STEP, set, take, WORDS, write } from "../../support/index-steps.ts";

/** The last ones are in no case. */
const ASKED = [...WORDS, "every", "abce", "zz"];
const VOCABULARY =
  "CREATE VIRTUAL TABLE IF NOT EXISTS temp.seen USING fts5vocab (main, case_words, instance)";
const SEEN = "SELECT doc, col, offset FROM temp.seen WHERE term = ? ORDER BY doc, offset";
const TERMS =
  "SELECT DISTINCT term FROM temp.seen WHERE substr(term, 1, length(:prefix)) = :prefix ORDER BY term";
const ROWS = "SELECT id FROM case_words_docsize ORDER BY id";

/** The places of a token in each of some cases, as texts. */
function readPlaces(db: Database, token: string, rowids: readonly number[]): string[] | null {
  const found = placesOf(db, [token], rowids)?.get(token);
  const places: number[] = [];
  if (found === undefined) return null;
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
  const search = db
    .prepare<[string], number>("SELECT rowid FROM case_words WHERE case_words MATCH ? ORDER BY rowid")
    .pluck();
  const rowids = db.prepare<[], number>(ROWS).pluck().all();
  const asked = [...new Set(rowids.flatMap((rowid) => [rowid, rowid + 1]))].sort((a, b) => a - b);
  for (const token of tokens) {
    const list = Array.from(dateRowidsOf(db, token) ?? [Number.NaN]);
    expect({ token, list }).toEqual({ token, list: search.all(`"${token}"`) });
    // some of the postings are of removed cases
    const about = lengthOf(db, token) ?? Number.NaN;
    expect(about > 0 || list.length === 0).toBe(true);
    const expected = seen.all(token).map((one) => one.join(" "));
    expect({ token, places: readPlaces(db, token, asked) }).toEqual({ token, places: expected });
    for (const step of [3, 50, asked.length - 1]) {
      const some = asked.filter((_, nth) => nth % step === step - 1);
      const wanted = new Set(some.map(String));
      expect({ token, step, places: readPlaces(db, token, some) }).toEqual({
        ...{ token, step },
        places: expected.filter((one) => wanted.has(one.split(" ")[0] ?? "")),
      });
    }
  }
  const terms = db.prepare<{ prefix: string }, string>(TERMS).pluck();
  for (const prefix of ["a", "w1", "every", "zz"]) {
    const found = tokensFrom(db, prefix, 9_999) ?? [];
    // those of removed cases too, until their segments are merged
    const ofCases = found.filter((token) => search.all(`"${token}"`).length > 0);
    expect(ofCases).toEqual(terms.all({ prefix }));
    expect(found.every((token) => token.startsWith(prefix))).toBe(true);
  }
}

describe("the tables of FTS5 are read", () => {
  test("a long list is about as long as some of its pages say", () => {
    using db = openIndex(64, 0);
    write(
      db,
      Array.from({ length: 3_000 }, (_, nth): [number, string] => [nth + 1, nth % 3 === 0 ? "a b" : "b"]),
    );
    expect((lengthOf(db, "a") ?? 0) / 1_000).toBeCloseTo(1, 0);
    expect((lengthOf(db, "b") ?? 0) / 3_000).toBeCloseTo(1, 0);
  });

  test("with the tokens of a removed case, whose lists are empty", () => {
    using db = openIndex(64, 0);
    write(db, [
      [2_998, "abd"],
      [16_384, "a"],
    ]);
    db.exec("DELETE FROM case_words WHERE rowid = 2998");
    expectSame(db, ASKED);
    expect(tokensFrom(db, "a", 9)).toEqual(["a", "abd"]);
    expect(dateRowidsOf(db, "abd")).toHaveLength(0);
  });

  test("as FTS5 reads them, after any writes, removals and merges", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(64, 200, 4_050),
        fc.constantFrom(0, 2, 4),
        fc.array(STEP, { minLength: 1, maxLength: 12 }),
        (pageSize, merged, steps) => {
          using db = openIndex(pageSize, merged);
          for (const step of steps) take(db, step);
          expectSame(db, ASKED);
        },
      ),
      fuzzing(12),
    );
  });

  test("where lists have many pages in many segments, with tombstones of four and of eight bytes", () => {
    using db = openIndex(200, 4);
    const from = [5, 2 ** 40, 2 ** 47] as const;
    for (let segment = 0; segment < 9; segment++) {
      const rows = Array.from({ length: 400 }, (_, nth) => {
        const rowid = (from[nth % 3] ?? 0) + nth * 29 + segment * (segment % 2 === 0 ? 1 : 4_001);
        return [rowid, nth % 90 === 0 ? "a ".repeat(nth) : `a w${nth}`] as const;
      });
      write(db, rows);
      if (segment % 4 === 3)
        for (const [rowid] of rows.slice(0, 150))
          db.prepare("DELETE FROM case_words WHERE rowid = ?").run(rowid);
    }
    expectSame(db, ["a", "every", "w3", "w399"]);
    const segments = readSegments(db) ?? [];
    expect(segments.length).toBeGreaterThan(3);
    expect(segments.some(({ removed }) => removed.pageCount > 0)).toBe(true);
    const doclistIndexes = db.prepare("SELECT count(*) FROM case_words_idx WHERE pgno & 1").pluck().get();
    expect(doclistIndexes).toBeGreaterThan(0);
  });

  test("where a merge has begun to move segments, which does not change the state of the corpus", () => {
    using db = openIndex(64, 0);
    const words = Array.from({ length: 150 }, (_, nth) => `w${nth.toString(36)}`);
    for (let rowid = 0; rowid < 20; rowid++)
      write(db, [[rowid * 7, words.filter((_, nth) => nth % 7 !== rowid % 7).join(" ")]]);
    let moved = 0;
    for (let step = 0; step < 24; step++) {
      set(db, "merge", step === 0 ? -8 : 8);
      if ((readSegments(db) ?? []).some(({ firstPage }) => firstPage > 1)) moved++;
      expectSame(db, [...words.filter((_, nth) => nth % 23 === step % 23), "every", "w", "w0"]);
    }
    expect(moved).toBeGreaterThan(2);
  });

  test("or not at all, if a page is damaged", () => {
    using db = openIndex(200, 4);
    write(
      db,
      Array.from({ length: 500 }, (_, nth) => [nth, "a b"] as const),
    );
    expect(dateRowidsOf(db, "a")).toHaveLength(500);
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
        const lists = ["a", "b", "every"].map((token) => dateRowidsOf(db, token));
        expect(lists.some((list) => list === null || list.length === 0)).toBe(true);
      }
      db.exec("ROLLBACK TO whole");
    }
    db.exec("SAVEPOINT whole; DELETE FROM case_words_data WHERE id >= (1 << 37)");
    expect(dateRowidsOf(db, "a")).toBeNull();
    expect(placesOf(db, ["a"], [3])).toBeNull();
  });

  test("nor if SQLite stores the index in another version of the format", () => {
    using db = openIndex(200, 4);
    write(db, [[1, "a"]]);
    db.unsafeMode();
    db.exec("UPDATE case_words_config SET v = 5 WHERE k = 'version'");
    const read = [dateRowidsOf(db, "a"), placesOf(db, ["a"], [3]), tokensFrom(db, "a", 9), lengthOf(db, "a")];
    expect(read).toEqual([null, null, null, null]);
  });
});
