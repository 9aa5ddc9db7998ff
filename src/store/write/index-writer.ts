/**
 * Writes the index of words and the words of names. Rows are collected and written at the end of a transaction, sorted by date
 * rowid, without other statements in between: FTS5 collects rows in memory only while rowids ascend and no statement opens a
 * savepoint. Otherwise it writes a segment.
 */
import type { Database } from "better-sqlite3";
import { DEFAULT_INDEX_MEMORY } from "../database/open-database.ts";
import { dateRowidsOfDay, dayOfDateRowid } from "../dates/date-rowid.ts";
import type { DateRowidRange } from "../dates/date-rowid-levels.ts";
import type { WordsRow } from "./index-row.ts";
import { NameWordWriter } from "./name-words.ts";

/** Share of the index memory for pending tokens: FTS5 needs about twice as much for the same tokens. */
const PENDING_SHARE = 3 / 8;

export interface IndexRow {
  readonly dateRowid: number;
  readonly words: WordsRow;
  /** The distinct words of its names and docket number. */
  readonly nameWords: readonly string[];
}

const INSERT_WORDS = `
  INSERT INTO case_words
    (rowid, opinions, head_matter, names, cites, court, authors, corrections, filters, cited, named)
  VALUES
    (:dateRowid, :opinions, :headMatter, :names, :cites, :court, :authors, :corrections, :filters, :cited, :named)
`;
const LAST_DATE_ROWID = `
  SELECT max(rank)
    FROM court_case
   WHERE rank >= :from AND rank < :to
`;
export class IndexWriter {
  readonly #statements;
  readonly #nameWords: NameWordWriter;
  /** Rows to write, by date rowid. */
  readonly #pending = new Map<number, IndexRow>();
  /** Date rowids whose rows must be deleted from the index. */
  readonly #removals = new Set<number>();
  readonly #maxBytes: number;
  #bytes = 0;

  /** @param memory bytes for tokens that are not written yet */
  constructor(db: Database, memory: number = DEFAULT_INDEX_MEMORY) {
    this.#maxBytes = PENDING_SHARE * memory;
    this.#nameWords = new NameWordWriter(db);
    this.#statements = {
      insert: db.prepare(INSERT_WORDS),
      delete: db.prepare("DELETE FROM case_words WHERE rowid = :dateRowid"),
      lastDateRowid: db.prepare<DateRowidRange, number | null>(LAST_DATE_ROWID).pluck(),
    };
  }

  /** A free date rowid of a day (null: no date). Store the case under it before the next call. */
  freeDateRowid(day: number | null): number {
    for (const { from, to } of dateRowidsOfDay(day)) {
      const last = this.#statements.lastDateRowid.get({ from, to }) ?? from - 1;
      if (last + 1 < to) return last + 1;
    }
    throw new Error(`All date rowids of day ${day} are in use`);
  }

  /** Whether a date rowid in use belongs to the day. */
  isOfDay(dateRowid: number, day: number | null): boolean {
    return dateRowid >= 0 && dayOfDateRowid(dateRowid) === day;
  }

  /** Whether the pending rows fill the memory for them. */
  get isFull(): boolean {
    return this.#bytes >= this.#maxBytes;
  }

  remove(dateRowid: number): void {
    // a pending row is not in the index; if it replaces a row, that row is in #removals already
    if (!this.#pending.delete(dateRowid)) this.#removals.add(dateRowid);
  }

  /** @param row its date rowid is free, or its row was removed */
  insert(row: IndexRow): void {
    this.#pending.set(row.dateRowid, row);
    this.#bytes += row.words.headMatter.length + row.words.opinions.length;
  }

  /** Writes the pending rows. Call this before the transaction ends and before the index is read. */
  flush(): void {
    for (const dateRowid of [...this.#removals].sort(ascending)) this.#statements.delete.run({ dateRowid });
    const rows = [...this.#pending.values()].sort((a, b) => a.dateRowid - b.dateRowid);
    this.#clear();
    for (const { dateRowid, words } of rows) this.#statements.insert.run({ dateRowid, ...words });
    for (const { nameWords } of rows) for (const word of nameWords) this.#nameWords.add(word);
  }

  /** Discards the pending rows. Call this after a rollback. */
  forget(): void {
    this.#clear();
    this.#nameWords.forget();
  }

  #clear(): void {
    this.#pending.clear();
    this.#removals.clear();
    this.#bytes = 0;
  }
}

function ascending(a: number, b: number): number {
  return a - b;
}
