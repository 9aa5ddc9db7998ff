/** The postings of the index of words, read from FTS5's tables, against FTS5's own list of them (fts5vocab). */
import type { Database } from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openForWriting } from "../../../src/store/database/open-database.ts";
import { readPostings } from "../../../src/store/maintenance/read-postings.ts";
import { INDEX_COLUMNS } from "../../../src/store/segments/index-rows.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** Few words, so that lists are long; some of several bytes. */
const WORD = fc.string({ unit: fc.constantFrom("a", "b", "é", "字", "7"), minLength: 1, maxLength: 3 });

function openIndex(): Database {
  const db = openForWriting(`${tempFolder()}/corpus.db`);
  db.exec("CREATE VIRTUAL TABLE temp.places USING fts5vocab (main, case_words, instance)");
  return db;
}

/** Inserts rows in one transaction, so that they are one segment. */
function insertRows(
  db: Database,
  rows: readonly (readonly [dateRowid: number, opinions: string, names?: string])[],
): void {
  const insert = db.prepare("INSERT INTO case_words (rowid, opinions, names) VALUES (?, ?, ?)");
  db.transaction(() => {
    for (const [dateRowid, opinions, names = ""] of rows) insert.run(dateRowid, opinions, names);
  })();
}

function deleteRow(db: Database, dateRowid: number): void {
  db.prepare("DELETE FROM case_words WHERE rowid = ?").run(dateRowid);
}

/** One line for each token of each row. */
function listedByFts5(db: Database): string[] {
  const sql =
    "SELECT term || ' ' || doc || ' ' || group_concat(col || offset, ' ' ORDER BY col, offset) FROM temp.places GROUP BY term, doc";
  return db.prepare<[], string>(sql).pluck().all().sort();
}

/** The same from the tables; null if the index was not in the known format. */
function read(db: Database): string[] | null {
  const lines: string[] = [];
  let token = "";
  const reading = readPostings(db, {
    token: (bytes, length) => {
      token = Buffer.from(bytes.subarray(0, length)).toString();
    },
    posting: (dateRowid, bytes, from, to) => {
      lines.push(`${token} ${dateRowid} ${placesIn(bytes.subarray(from, to)).join(" ")}`);
      return true;
    },
  });
  for (;;) {
    const { done, value } = reading.next();
    if (done === true) return value ? lines.sort() : null;
  }
}

/** Places as the column and the offset. */
function placesIn(list: Uint8Array): string[] {
  const places: [string, number][] = [];
  let [column, offset, value, isColumn] = [0, 0, 0, false];
  for (const byte of list) {
    value = value * 128 + (byte & 127);
    if (byte >= 128) continue;
    if (isColumn) [column, offset, isColumn] = [value, 0, false];
    else if (value === 1) isColumn = true;
    else {
      offset += value - 2;
      places.push([INDEX_COLUMNS[column] ?? "", offset]);
    }
    value = 0;
  }
  return places
    .sort((a, b) => (a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1))
    .map((place) => place.join(""));
}

function expectSame(db: Database): void {
  expect(read(db)).toEqual(listedByFts5(db));
}

describe("readPostings", () => {
  test("reads what FTS5 reads from any segments, with rows deleted and merges under way", () => {
    const rows = fc.uniqueArray(fc.tuple(fc.nat({ max: 2 ** 33 }), fc.array(WORD, { maxLength: 60 })), {
      selector: ([dateRowid]) => dateRowid,
      maxLength: 40,
    });
    const merge = fc.constantFrom(0, 0, 1, 8);
    fc.assert(
      fc.property(rows, fc.nat({ max: 6 }), fc.nat({ max: 5 }), merge, (all, perSegment, nth, pages) => {
        using db = disposable(openIndex());
        for (let from = 0; from < all.length; from += perSegment + 1) {
          const some = all.slice(from, from + perSegment + 1).sort((a, b) => a[0] - b[0]);
          insertRows(
            db,
            some.map(([dateRowid, words]) => [dateRowid, words.join(" "), words[0] ?? ""]),
          );
        }
        for (const [dateRowid] of all.filter((_, at) => at % 6 === nth)) deleteRow(db, dateRowid);
        if (pages > 0) db.exec(`INSERT INTO case_words (case_words, rank) VALUES ('merge', ${-pages})`);
        expectSame(db);
      }),
      { numRuns: 60 },
    );
  });

  test("reads lists of many pages, and a row of many pages", () => {
    using db = disposable(openIndex());
    const long = Array.from({ length: 30_000 }, (_, nth) => (nth % 7 === 0 ? `w${nth}` : "the")).join(" ");
    const many = Array.from({ length: 5_000 }, (_, nth) => [nth * 1000, "the dam", "the mill"] as const);
    insertRows(db, [...many, [6_000_000, long, long]]);
    expectSame(db);
  });

  test("reads a segment that a merge has moved in part", () => {
    using db = disposable(openIndex());
    for (let segment = 0; segment < 4; segment++) {
      const rows = Array.from(
        { length: 300 },
        (_, nth) => [segment * 1000 + nth, `common w${nth} x${nth % 9}`] as const,
      );
      insertRows(db, rows);
    }
    for (let dateRowid = 0; dateRowid < 3_300; dateRowid += 3) deleteRow(db, dateRowid);
    for (let steps = 0; steps < 40; steps++) {
      db.exec(`INSERT INTO case_words (case_words, rank) VALUES ('merge', ${steps === 0 ? -1 : 1})`);
      expectSame(db);
    }
  });

  test("reads tokens that FTS5 truncates, and tokens of whole pages", () => {
    using db = disposable(openIndex());
    insertRows(db, [
      [0, "字".repeat(20_000)],
      [1, `${"b".repeat(32_767)} ${"b".repeat(32_768)} ${"c".repeat(4_090)} d`],
    ]);
    const lengths = (read(db) ?? []).map((line) => line.indexOf(" "));
    expect(lengths).toHaveLength(5);
  });

  test.each([
    ["another version", "UPDATE case_words_config SET v = 5 WHERE k = 'version'"],
    ["a lost list of segments", "DELETE FROM case_words_data WHERE id = 10"],
    ["a damaged list of segments", "UPDATE case_words_data SET block = substr(block, 1, 12) WHERE id = 10"],
    [
      "a lost page",
      "DELETE FROM case_words_data WHERE id = (SELECT max(id) FROM case_words_data WHERE id < 1 << 53)",
    ],
    [
      "a cut page",
      "UPDATE case_words_data SET block = substr(block, 1, length(block) - 9) WHERE id = (1 << 37) + 2",
    ],
    [
      "a page of another place",
      "UPDATE case_words_data SET block = (SELECT block FROM case_words_data WHERE id = (1 << 37) + 1) WHERE id = (1 << 37) + 2",
    ],
    ["lost tombstones", "DELETE FROM case_words_data WHERE id > 1 << 53"],
  ])("reads no index with %s", (_what, statement) => {
    using db = disposable(openIndex());
    insertRows(
      db,
      Array.from({ length: 500 }, (_, nth) => [nth, `common w${nth}`]),
    );
    deleteRow(db, 7);
    expectSame(db);
    db.unsafeMode();
    expect(db.prepare(statement).run().changes).toBeGreaterThan(0);
    expect(read(db)).toBeNull();
  });
});

function disposable(db: Database): Database & Disposable {
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() });
}
