/**
 * Writes the index of words and the words of names. Rows are collected and written sorted by date rowid: a segment has them in that order.
 * Many rows become a segment here, or in another thread while the writer goes on with its transaction; few rows are written by FTS5 itself.
 */
import type { Database } from "better-sqlite3";
import { DEFAULT_INDEX_MEMORY } from "../database/open-database.ts";
import { dateRowidsOfDay, dayOfDateRowid } from "../dates/date-rowid.ts";
import { addSegment } from "../segments/add-segment.ts";
import { IndexRows, insertRows, type PackedRows } from "../segments/index-rows.ts";
import { hasKnownFormat } from "../segments/index-segments.ts";
import { SegmentBuilder } from "../segments/segment-builder.ts";
import { valuesOf, type WordsRow } from "./index-row.ts";
import { NameWordWriter } from "./name-words.ts";

/** Share of the index memory for pending rows: building a segment of them takes twice as much. */
const PENDING_SHARE = 3 / 8;
/** Bytes of a long row. */
const ROW_BYTES = 2 ** 18;
/** Bytes of rows that are many: they are not given to FTS5. */
const MANY_BYTES = 2 ** 20;

export interface IndexRow {
  readonly dateRowid: number;
  readonly words: WordsRow;
  /** The distinct words of its names and docket number. */
  readonly nameWords: readonly string[];
}

/** Makes segments in another thread, one at a time. */
export interface SegmentMaker {
  /** The rows are transferred. */
  begin(rows: PackedRows): void;
  /** Waits for the segment that was begun. Returns its parts, as `SegmentBuilder` does. */
  finish(): Iterable<Uint8Array>;
}

export interface IndexOptions {
  /** Bytes of memory for tokens that are not written yet. */
  readonly indexMemory?: number;
  /** Closed after the writer. Null: all segments are made in the writer's thread. */
  readonly segmentMaker?: SegmentMaker | null;
}

const LAST_DATE_ROWID = `
  SELECT max(rank)
    FROM court_case
   WHERE rank >= ? AND rank < ?
`;

export class IndexWriter {
  readonly #db: Database;
  readonly #statements;
  readonly #nameWords: NameWordWriter;
  readonly #maker: SegmentMaker | null;
  /** Null: another thread does it, or FTS5, because it stores the index in an unknown format. */
  readonly #builder: SegmentBuilder | null;
  /** Rows to write. */
  readonly #pending: IndexRows;
  /** The date rowids of the segment in the making. */
  #unfinished: ReadonlySet<number> | null = null;
  /** Date rowids whose rows must be deleted from the index first. */
  readonly #removals = new Set<number>();
  /** Words of the names of pending rows, without those that are surely stored. */
  readonly #names = new Set<string>();
  /** Bytes of the rows of one segment. */
  readonly #maxBytes: number;

  constructor(db: Database, { indexMemory = DEFAULT_INDEX_MEMORY, segmentMaker = null }: IndexOptions = {}) {
    this.#db = db;
    this.#maxBytes = PENDING_SHARE * indexMemory;
    this.#pending = new IndexRows(this.#maxBytes + ROW_BYTES);
    const isKnownFormat = hasKnownFormat(db);
    this.#maker = isKnownFormat ? segmentMaker : null;
    this.#builder = isKnownFormat && segmentMaker === null ? new SegmentBuilder() : null;
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

  /** Whether a date rowid in use belongs to the day. */
  isOfDay(dateRowid: number, day: number | null): boolean {
    return dateRowid >= 0 && dayOfDateRowid(dateRowid) === day;
  }

  /** Whether the pending rows fill the memory for them, and no other thread takes them. */
  get isFull(): boolean {
    return this.#maker === null && this.#pending.bytes >= this.#maxBytes;
  }

  remove(dateRowid: number): void {
    // a pending row is not in the index; if it replaces a row, that row is in #removals already
    if (this.#pending.remove(dateRowid)) return;
    if (this.#unfinished?.has(dateRowid) === true) this.#addUnfinished();
    this.#removals.add(dateRowid);
  }

  /** @param row its date rowid is free, or its row was removed */
  insert({ dateRowid, words, nameWords }: IndexRow): void {
    this.#pending.add(dateRowid, valuesOf(words));
    for (const word of nameWords) if (!this.#nameWords.isKnown(word)) this.#names.add(word);
    if (this.#pending.bytes >= this.#maxBytes) this.#begin();
  }

  /** Writes the pending rows. Call this before the transaction ends and before the index is read. */
  flush(): void {
    if (this.#pending.bytes >= MANY_BYTES) this.#begin();
    this.#addUnfinished();
    this.#removeRows();
    const rows = this.#pending.packed();
    if (this.#builder !== null && this.#pending.bytes >= MANY_BYTES)
      addSegment(this.#db, this.#builder.build(rows));
    else insertRows(this.#db, rows);
    this.#pending.clear();
    for (const word of this.#names) this.#nameWords.add(word);
    this.#names.clear();
  }

  /** Discards the pending rows. Call this after a rollback. */
  forget(): void {
    const isUnfinished = this.#unfinished !== null;
    this.#unfinished = null;
    this.#pending.clear();
    this.#removals.clear();
    this.#names.clear();
    this.#nameWords.forget();
    try {
      if (isUnfinished) this.#maker?.finish();
    } catch {
      // nobody needs the segment; what caused the rollback is reported
    }
  }

  /** Lets the other thread make a segment of the pending rows. */
  #begin(): void {
    if (this.#maker === null) return;
    this.#addUnfinished();
    const rows = this.#pending.take();
    this.#maker.begin(rows);
    this.#unfinished = new Set(rows.dateRowids);
  }

  /** Adds the segment in the making to the index. */
  #addUnfinished(): void {
    if (this.#maker === null || this.#unfinished === null) return;
    this.#unfinished = null;
    const made = this.#maker.finish();
    // the segment may have the new row of a case whose old row is to be removed
    this.#removeRows();
    addSegment(this.#db, made);
  }

  #removeRows(): void {
    for (const dateRowid of [...this.#removals].sort(ascending)) this.#statements.delete.run({ dateRowid });
    this.#removals.clear();
  }
}

function ascending(a: number, b: number): number {
  return a - b;
}
