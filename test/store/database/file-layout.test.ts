/** Late indexes and merges: the first import writes them at its end, also when an earlier one was killed. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { continueMerge } from "../../../src/store/database/file-layout.ts";
import { readNumbers } from "../../../src/store/fts5-pages/index-segments.ts";
import { line } from "../../corpus/records.ts";
import { DONE, importRecords, openTestWriter } from "../../support/corpus.ts";
import { readSql } from "../../support/sql.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const LATE = [
  "court_case_date_rowid",
  "court_case_length",
  "court_case_name",
  "court_case_pagerank",
  "court_case_updated",
];
const EARLY = ["court_case_early"];

function hasIndex(path: string): boolean {
  const found = readSql(path, "SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name");
  const these = found.filter((name) => [...EARLY, ...LATE].includes(String(name)));
  expect([EARLY, LATE]).toContainEqual(these);
  return these.length === LATE.length;
}

test("a first run writes the indexes at its end; later runs keep them", () => {
  const path = join(tempFolder(), "test.db");
  const during: boolean[] = [];
  for (const id of [1, 2]) {
    using writer = openTestWriter(path);
    writer.beginRun("import");
    importRecords(writer, { records: [line(id)], unit: `unit ${id}` });
    during.push(hasIndex(path));
    writer.endRun(DONE);
    expect(hasIndex(path)).toBe(true);
  }
  expect(during).toEqual([false, true]);
});

test.each(["killed", "stopped"])("the run after a %s first run writes the index", (how) => {
  const path = join(tempFolder(), "test.db");
  {
    using writer = openTestWriter(path);
    writer.beginRun("import");
    importRecords(writer, { records: [line(1)] });
    if (how === "stopped") writer.endRun({ ...DONE, outcome: how });
  }
  expect(hasIndex(path)).toBe(false);
  using writer = openTestWriter(path);
  writer.beginRun("sync");
  writer.endRun(DONE);
  expect(hasIndex(path)).toBe(true);
});

const CREATE = "CREATE VIRTUAL TABLE case_words USING fts5 (words, content = '', contentless_delete = 1)";
const STRUCTURE = "SELECT block FROM case_words_data WHERE id = 10";
const MATCHES = "SELECT rowid FROM case_words WHERE case_words MATCH 'the' ORDER BY rowid";

/** How many segments each level has, and how many of them are being merged. */
function levelsIn(db: Database.Database): { readonly merging: number; readonly segments: number }[] {
  const record = db.prepare<[], Buffer>(STRUCTURE).pluck().get() ?? Buffer.alloc(0);
  // after the cookie and the mark of the version
  const [levels = 0, _segments, _written, ...left] = readNumbers(record.subarray(8));
  return Array.from({ length: levels }, () => {
    const [merging = 0, segments = 0] = left.splice(0, 2);
    left.splice(0, 8 * segments);
    return { merging, segments };
  });
}

/** Writes rows of 4 KB and more, each as a segment. */
function writeSegments(db: Database.Database, rowids: readonly number[]): void {
  const insert = db.prepare("INSERT INTO case_words (rowid, words) VALUES (?, ?)");
  for (const rowid of rowids)
    insert.run(rowid, `the ${Array.from({ length: 2_000 }, (_, nth) => `w${rowid}x${nth}`).join(" ")}`);
}

test("continueMerge finishes the merge that FTS5 has begun, and begins no other one", () => {
  using db = openIndex();
  writeSegments(db, [1, 2, 3]);
  db.exec("INSERT INTO case_words (case_words, rank) VALUES ('usermerge', 3)");
  db.exec("INSERT INTO case_words (case_words, rank) VALUES ('merge', 1)");
  db.exec("INSERT INTO case_words (case_words, rank) VALUES ('usermerge', 8)");
  writeSegments(db, [4, 5]);
  expect(levelsIn(db)).toEqual([
    { merging: 3, segments: 5 },
    { merging: 0, segments: 1 },
  ]);
  expect(continueMerge(db)).toBe(true);
  expect(continueMerge(db)).toBe(false);
  expect(levelsIn(db)).toEqual([
    { merging: 0, segments: 2 },
    { merging: 0, segments: 1 },
  ]);
  expect(db.prepare(MATCHES).pluck().all()).toEqual([1, 2, 3, 4, 5]);
  db.exec("INSERT INTO case_words (case_words) VALUES ('integrity-check')");
});

test("only a first run finishes a merge: a later one may not take as long as the index is large", () => {
  const path = join(tempFolder(), "test.db");
  const merges = [1, 2].map((id) => {
    using writer = openTestWriter(path);
    writer.beginRun("import");
    importRecords(writer, { records: [line(id)], unit: `unit ${id}` });
    const prepared = vi.spyOn(Database.prototype, "prepare");
    writer.endRun(DONE);
    const statements = prepared.mock.calls.map(([sql]) => sql);
    prepared.mockRestore();
    return statements.filter((sql) => sql.includes("'merge'")).length;
  });
  expect(merges).toEqual([1, 0]);
});

function openIndex(): Database.Database & Disposable {
  const db = new Database(":memory:");
  db.exec(CREATE);
  db.exec("INSERT INTO case_words (case_words, rank) VALUES ('automerge', 0)");
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() });
}
