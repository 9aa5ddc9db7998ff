/**
 * Writes the index of words and the words of names.
 *
 * Rows are collected and given to FTS5 in the order of date rowids. FTS5 writes a segment of what it has in memory when it gets a lower rowid,
 * at the end of the transaction, and if it has more than `INDEX_BYTES` (database/open-database.ts).
 */
import type { Database, Statement } from "better-sqlite3";
import { readValue, run } from "../database/statement-cache.ts";
import { dateRowidsOfDay } from "../dates/date-rowid.ts";
import { INDEX_COLUMNS, valuesOf, type WordsRow } from "./index-row.ts";

/**
 * Bytes of rows that are collected. What FTS5 has in memory for them stays in the processor's cache: an import of 8,000 cases takes 12 %
 * longer with 24 MB, and 3 % with 1 MB, which makes more segments.
 */
const PENDING_BYTES = 3 * 2 ** 20;

export interface IndexRow {
  readonly dateRowid: number;
  readonly words: WordsRow;
  /** The distinct words of its names and docket number. */
  readonly nameWords: readonly string[];
}

const DELETE = "DELETE FROM case_words WHERE rowid = :dateRowid";
const INSERT = `
  INSERT INTO case_words (rowid, ${INDEX_COLUMNS.join(", ")})
  VALUES (?, ${INDEX_COLUMNS.map(() => "?").join(", ")})
`;
const LAST_DATE_ROWID = `
  SELECT max(date_rowid)
    FROM court_case
   WHERE date_rowid >= :from AND date_rowid < :to
`;
// The distinct words of all names and docket numbers, with an index of their trigrams: the filters that mean "contains" find words
// here, and their cases in the index of words. Words stay when their cases are gone.
const ADD_WORD = "INSERT OR IGNORE INTO name_word (word) VALUES (:word)";
const ADD_TRIGRAMS = "INSERT INTO name_trigrams (rowid, word) VALUES (:id, :word)";

export class IndexWriter {
  readonly #db: Database;
  readonly #insert: Statement<unknown[]>;
  /** The values of `INSERT` for each row, by date rowid. */
  readonly #pending = new Map<number, readonly (string | Uint8Array)[]>();
  /** Copies of their bytes, because the memory of a batch is freed. */
  readonly #bytes: Uint8Array;
  #pendingBytes = 0;
  /** Date rowids whose rows must be deleted from the index first. */
  readonly #removals = new Set<number>();
  /** Words of the names of pending rows. */
  readonly #words = new Set<string>();

  constructor(db: Database, maxBytes: number = PENDING_BYTES) {
    this.#bytes = new Uint8Array(maxBytes);
    this.#db = db;
    this.#insert = db.prepare(INSERT);
  }

  /** A free date rowid of a day (null: no date). Store the case under it before the next call. */
  freeDateRowid(day: number | null): number {
    for (const range of dateRowidsOfDay(day)) {
      const last = readValue<number | null>(this.#db, LAST_DATE_ROWID, range) ?? range.from - 1;
      if (last + 1 < range.to) return last + 1;
    }
    throw new Error(`All date rowids of day ${day} are in use`);
  }

  remove(dateRowid: number): void {
    // a pending row is not in the index; if it replaces a row, that row is in #removals already
    if (!this.#pending.delete(dateRowid)) this.#removals.add(dateRowid);
  }

  /** @param row its date rowid is free, or its row was removed */
  insert({ dateRowid, words, nameWords }: IndexRow): void {
    const values = valuesOf(words).map((value) => this.#copy(value));
    this.#pending.set(dateRowid, values);
    for (const word of nameWords) this.#words.add(word);
    if (this.#pendingBytes >= this.#bytes.length) this.flush();
  }

  #copy(value: string | Uint8Array): string | Uint8Array {
    const from = this.#pendingBytes;
    this.#pendingBytes += value.length;
    // rows for which there is no room are written at once
    if (typeof value === "string" || this.#pendingBytes > this.#bytes.length) return value;
    this.#bytes.set(value, from);
    return this.#bytes.subarray(from, this.#pendingBytes);
  }

  /** Gives the pending rows to FTS5. Call this before the transaction ends and before the index is read. */
  flush(): void {
    for (const dateRowid of [...this.#removals].sort(ascending)) run(this.#db, DELETE, { dateRowid });
    for (const [dateRowid, values] of [...this.#pending].sort(([a], [b]) => a - b))
      this.#insert.run([dateRowid, ...values]);
    for (const word of this.#words) {
      const { changes, lastInsertRowid } = run(this.#db, ADD_WORD, { word });
      if (changes === 1) run(this.#db, ADD_TRIGRAMS, { id: lastInsertRowid, word });
    }
    this.forget();
  }

  /** Discards the pending rows. Call this after a rollback. */
  forget(): void {
    this.#removals.clear();
    this.#pending.clear();
    this.#pendingBytes = 0;
    this.#words.clear();
  }
}

function ascending(a: number, b: number): number {
  return a - b;
}
