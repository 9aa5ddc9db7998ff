/** An index of words that is written, merged and optimised step by step. */
import type { Database } from "better-sqlite3";
import fc from "fast-check";
import { openForWriting } from "../../src/store/database/open-database.ts";
import { tempFolder } from "./temp-folder.ts";

/** The first ones are in most cases. */
export const WORDS = ["a", "ab", "abc", "abd", "b", "ba", "é", "字", "x"];
const ROWID = fc.oneof(
  fc.nat(40),
  fc.nat(3_000),
  ...[2 ** 14, 2 ** 31, 2 ** 40, 2 ** 46, 2 ** 48].map((from) => fc.nat(300).map((nth) => from + nth)),
);
/** Some texts have thousands of places of a word, so that these do not fit on a page. */
const TEXT = fc
  .array(fc.tuple(fc.constantFrom(...WORDS, "a", "a", "ab"), fc.constantFrom(1, 1, 1, 2, 40, 3_000)), {
    minLength: 1,
    maxLength: 5,
  })
  .map((words) => words.map(([word, times]) => `${word} `.repeat(times)).join(""));
export const STEP = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ rows: fc.array(fc.tuple(ROWID, TEXT), { minLength: 1, maxLength: 40 }) }),
  },
  { weight: 2, arbitrary: fc.record({ remove: fc.array(ROWID, { maxLength: 20 }) }) },
  { weight: 2, arbitrary: fc.record({ merge: fc.constantFrom(-3, 1, 4, 20) }) },
  { weight: 1, arbitrary: fc.constant({ optimize: true }) },
);

export function openIndex(pageSize: number, merged: number): Database & Disposable {
  const db = openForWriting(`${tempFolder()}/corpus.db`);
  set(db, "pgsz", pageSize);
  set(db, "automerge", merged);
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() });
}

export function set(db: Database, option: string, value: number): void {
  db.prepare("INSERT INTO case_words (case_words, rank) VALUES (?, ?)").run(option, BigInt(value));
}

/** Writes cases in one transaction, as new versions if they exist. */
export function write(db: Database, rows: readonly (readonly [number, string])[]): void {
  const remove = db.prepare("DELETE FROM case_words WHERE rowid = ?");
  const insert = db.prepare("INSERT INTO case_words (rowid, opinions, filters) VALUES (?, ?, 'every')");
  db.transaction(() => {
    for (const [rowid, text] of rows) {
      remove.run(rowid);
      insert.run(rowid, text);
    }
  })();
}

type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

export function take(db: Database, step: Step): void {
  if ("rows" in step) write(db, step.rows);
  else if ("remove" in step)
    for (const rowid of step.remove) db.prepare("DELETE FROM case_words WHERE rowid = ?").run(rowid);
  else if ("merge" in step) set(db, "merge", step.merge);
  else db.exec("INSERT INTO case_words (case_words) VALUES ('optimize')");
}
