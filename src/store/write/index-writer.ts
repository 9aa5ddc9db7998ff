/**
 * Writes the index of words and the words of names. Rows are collected, and become a segment of the index when the transaction ends: a
 * segment has its rows in the order of date rowids. Another thread may make segments: then a transaction can have several, each of which is
 * made while the writer goes on.
 */
import type { Database } from "better-sqlite3";
import { dateRowidsOfDay } from "../dates/date-rowid.ts";
import { addSegment } from "../segments/add-segment.ts";
import { IndexRows } from "../segments/index-rows.ts";
import { SegmentBuilder, type SegmentMaker } from "../segments/segment-builder.ts";
import { valuesOf, type WordsRow } from "./index-row.ts";
import { NameWordWriter } from "./name-words.ts";

/** With 64 MiB an import by an earlier version was 1.5 times as fast as with 1 MiB. */
const DEFAULT_MEMORY = 64 * 2 ** 20;
/** Share of the memory for pending rows: building a segment of them takes twice as much. */
const PENDING_SHARE = 3 / 8;
/** Bytes of a long row. */
const ROW_BYTES = 2 ** 18;

export interface IndexRow {
  readonly dateRowid: number;
  readonly words: WordsRow;
  /** The distinct words of its names and docket number. */
  readonly nameWords: readonly string[];
}

export interface IndexOptions {
  /** Bytes of memory for tokens that are not written yet, without those that another thread has. */
  readonly indexMemory?: number;
  /** Makes segments in another thread as soon as there are many rows. Null: the writer's thread makes them. */
  readonly segmentMaker?: SegmentMaker | null;
}

const LAST_DATE_ROWID = `
  SELECT max(date_rowid)
    FROM court_case
   WHERE date_rowid >= ? AND date_rowid < ?
`;

export class IndexWriter {
  readonly #db: Database;
  readonly #statements;
  readonly #nameWords: NameWordWriter;
  /** Null: there is no other thread. */
  readonly #otherThread: SegmentMaker | null;
  /** The writer's own builder, until another thread has begun a segment: for few rows none is started. */
  #maker: SegmentMaker = new SegmentBuilder();
  /** Rows to write. */
  readonly #pending: IndexRows;
  /** The date rowids of the segment that was begun, if any. */
  #begun: ReadonlySet<number> | null = null;
  /** Date rowids whose rows must be deleted from the index first. */
  readonly #removals = new Set<number>();
  /** Words of the names of pending rows, without those that are surely stored. */
  readonly #names = new Set<string>();
  /** Bytes of the rows of one segment. */
  readonly #maxBytes: number;

  constructor(db: Database, { indexMemory = DEFAULT_MEMORY, segmentMaker = null }: IndexOptions = {}) {
    this.#db = db;
    this.#otherThread = segmentMaker;
    this.#maxBytes = PENDING_SHARE * indexMemory;
    this.#pending = new IndexRows(this.#maxBytes + ROW_BYTES);
    this.#nameWords = new NameWordWriter(db);
    this.#statements = {
      delete: db.prepare("DELETE FROM case_words WHERE rowid = :dateRowid"),
      lastDateRowid: db.prepare<[from: number, to: number], number | null>(LAST_DATE_ROWID).pluck(),
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

  /** Whether the pending rows fill the memory for them, and no other thread takes them. */
  get isFull(): boolean {
    return this.#otherThread === null && this.#pending.bytes >= this.#maxBytes;
  }

  remove(dateRowid: number): void {
    // a pending row is not in the index; if it replaces a row, that row is in #removals already
    if (this.#pending.remove(dateRowid)) return;
    if (this.#begun?.has(dateRowid) === true) this.#addBegun();
    this.#removals.add(dateRowid);
  }

  /** @param row its date rowid is free, or its row was removed */
  insert({ dateRowid, words, nameWords }: IndexRow): void {
    this.#pending.add(dateRowid, valuesOf(words));
    for (const word of nameWords) if (!this.#nameWords.isKnown(word)) this.#names.add(word);
    if (this.#otherThread === null || this.#pending.bytes < this.#maxBytes) return;
    this.#maker = this.#otherThread;
    this.#begin();
  }

  /** Writes the pending rows. Call this before the transaction ends and before the index is read. */
  flush(): void {
    if (!this.#pending.isEmpty) this.#begin();
    this.#addBegun();
    this.#removeRows();
    for (const word of this.#names) this.#nameWords.add(word);
    this.#names.clear();
  }

  /** Discards the pending rows. Call this after a rollback. */
  forget(): void {
    this.#begun = null;
    this.#pending.clear();
    this.#removals.clear();
    this.#names.clear();
    this.#nameWords.forget();
  }

  /** Begins a segment of the pending rows, and adds the one that was begun before, if any. */
  #begin(): void {
    const before = this.#begun === null ? null : this.#maker.finish();
    const rows = this.#pending.packed();
    this.#maker.begin(rows);
    this.#begun = new Set(rows.dateRowids);
    this.#pending.clear();
    if (before !== null) this.#add(before);
  }

  /** Adds the segment that was begun to the index. */
  #addBegun(): void {
    if (this.#begun === null) return;
    this.#begun = null;
    this.#add(this.#maker.finish());
  }

  #add(segment: Iterable<Uint8Array>): void {
    // it may have the new row of a case whose old row is to be removed
    this.#removeRows();
    addSegment(this.#db, segment);
  }

  #removeRows(): void {
    for (const dateRowid of [...this.#removals].sort(ascending)) this.#statements.delete.run({ dateRowid });
    this.#removals.clear();
  }
}

function ascending(a: number, b: number): number {
  return a - b;
}
