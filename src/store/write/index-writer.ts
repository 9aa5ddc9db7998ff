/**
 * Writes the index of words and the words of names. Rows are collected, and become a segment of the index, which has its rows in the
 * order of date rowids.
 *
 * FTS5 could not build this index: the ends of sentences and paragraphs are tokens at the place of the word before, and none of its own
 * tokenizers gives two tokens one place.
 */
import type { Database } from "better-sqlite3";
import { dateRowidsOfDay } from "../dates/date-rowid.ts";
import { addSegment } from "../segments/add-segment.ts";
import { IndexRows } from "../segments/index-rows.ts";
import { SegmentBuilder } from "../segments/segment-builder.ts";
import { valuesOf, type WordsRow } from "./index-row.ts";

/** Bytes of rows that are collected: with 1 MB an import took 1.5 times as long. Building a segment of them takes twice as much. */
const PENDING_BYTES = 24 * 2 ** 20;
/** Bytes of a long row. */
const ROW_BYTES = 2 ** 18;
/** Words remembered as stored, so that most need no statement; bounded, so that memory does not grow with the corpus. */
const MAX_KNOWN_WORDS = 100_000;

export interface IndexRow {
  readonly dateRowid: number;
  readonly words: WordsRow;
  /** The distinct words of its names and docket number. */
  readonly nameWords: readonly string[];
}

const DELETE = "DELETE FROM case_words WHERE rowid = :dateRowid";
const LAST_DATE_ROWID = `
  SELECT max(date_rowid)
    FROM court_case
   WHERE date_rowid >= ? AND date_rowid < ?
`;
// The distinct words of all names and docket numbers, with an index of their trigrams: the filters that mean "contains" find words
// here, and their cases in the index of words. Words stay when their cases are gone.
const ADD_WORD = "INSERT OR IGNORE INTO name_word (word) VALUES (:word)";
const ADD_TRIGRAMS = "INSERT INTO name_trigrams (rowid, word) VALUES (:id, :word)";

export class IndexWriter {
  readonly #db: Database;
  readonly #statements;
  readonly #builder = new SegmentBuilder();
  readonly #pending: IndexRows;
  readonly #maxBytes: number;
  /** Date rowids whose rows must be deleted from the index first. */
  readonly #removals = new Set<number>();
  /** Words of the names of pending rows, without those that are surely stored. */
  readonly #words = new Set<string>();
  readonly #knownWords = new Set<string>();

  /** @param maxBytes of rows that are collected */
  constructor(db: Database, maxBytes: number = PENDING_BYTES) {
    this.#db = db;
    this.#maxBytes = maxBytes;
    this.#pending = new IndexRows(maxBytes + ROW_BYTES);
    this.#statements = {
      delete: db.prepare(DELETE),
      lastDateRowid: db.prepare<[from: number, to: number], number | null>(LAST_DATE_ROWID).pluck(),
      addWord: db.prepare<{ word: string }>(ADD_WORD),
      addTrigrams: db.prepare<{ id: number | bigint; word: string }>(ADD_TRIGRAMS),
    };
  }

  /** A free date rowid of a day (null: no date). Store the case under it before the next call. */
  freeDateRowid(day: number | null): number {
    for (const { from, to } of dateRowidsOfDay(day)) {
      const last = this.#statements.lastDateRowid.get(from, to) ?? from - 1;
      if (last + 1 < to) return last + 1;
    }
    throw new Error(`All date rowids of day ${day} are in use`);
  }

  remove(dateRowid: number): void {
    // a pending row is not in the index; if it replaces a row, that row is in #removals already
    if (!this.#pending.remove(dateRowid)) this.#removals.add(dateRowid);
  }

  /** @param row its date rowid is free, or its row was removed */
  insert({ dateRowid, words, nameWords }: IndexRow): void {
    this.#pending.add(dateRowid, valuesOf(words));
    for (const word of nameWords) if (!this.#knownWords.has(word)) this.#words.add(word);
    if (this.#pending.bytes >= this.#maxBytes) this.flush();
  }

  /** Writes the pending rows. Call this before the transaction ends and before the index is read. */
  flush(): void {
    for (const dateRowid of [...this.#removals].sort(ascending)) this.#statements.delete.run({ dateRowid });
    if (!this.#pending.isEmpty) {
      addSegment(this.#db, this.#builder.build(this.#pending.packed()));
    }
    for (const word of this.#words) this.#addWord(word);
    this.#forgetPending();
  }

  /** Discards the pending rows. Call this after a rollback. */
  forget(): void {
    this.#forgetPending();
    this.#knownWords.clear();
  }

  #addWord(word: string): void {
    const { changes, lastInsertRowid } = this.#statements.addWord.run({ word });
    if (changes === 1) this.#statements.addTrigrams.run({ id: lastInsertRowid, word });
    if (this.#knownWords.size >= MAX_KNOWN_WORDS) this.#knownWords.clear();
    this.#knownWords.add(word);
  }

  #forgetPending(): void {
    this.#removals.clear();
    this.#pending.clear();
    this.#words.clear();
  }
}

function ascending(a: number, b: number): number {
  return a - b;
}
