/**
 * Reads all postings of the index of words from the tables in which FTS5 stores it. This takes a tenth of the time of fts5vocab,
 * which makes a row of each occurrence.
 *
 * It accepts only what FTS5 writes. If anything else is found, the caller reads the index with fts5vocab instead, so a damaged
 * index is judged by what FTS5 reads from it. Source: "Segment leaves" at the top of ext/fts5/fts5_index.c of SQLite.
 */
import type { Database } from "better-sqlite3";
import { MAIN_INDEX, readSegments } from "../fts5-pages/index-segments.ts";
import { PAGES_OF_SEGMENT } from "../fts5-pages/structure-record.ts";
import { isDeletedIn } from "../fts5-pages/tombstones.ts";

export interface PostingReader {
  /** Called for each token of a segment, in order: its UTF-8 is in the first `length` bytes. */
  token(bytes: Uint8Array, length: number): void;
  /**
   * Called for each row that has the token, ascending. `bytes` from `from` to `to` is its list of places (FTS5's "poslist").
   *
   * @returns whether the list can be read
   */
  posting(dateRowid: number, bytes: Uint8Array, from: number, to: number): boolean;
}

const PAGES = `
  SELECT id, block
    FROM case_words_data
   WHERE id >= :from AND id < :end
   ORDER BY id
`;
/** Pages of 4 KB read between two yields: a twentieth of a second. */
const PAGES_PER_YIELD = 1_000;
/** FTS5 cuts longer tokens. One byte more is the number of the index. */
const MAX_TOKEN_BYTES = 32 * 1024 + 1;
/** A line of a bulk file has at most as many bytes, so no row has a longer list of places. */
const MAX_LIST_BYTES = 64 * 2 ** 20;
/** Bytes at the start of a page: the places of its first row and of its footer. */
const HEADER_BYTES = 4;
const MAIN_INDEX_BYTE = MAIN_INDEX.charCodeAt(0);
const NOTHING = new Uint8Array(0);

/** Reads all segments. @returns whether all of the index was in the known format; if not, the reader has got a part of it */
export function* readPostings(db: Database, reader: PostingReader): Generator<null, boolean> {
  const segments = readSegments(db);
  if (segments === null) return false;
  const pages = db.prepare<{ from: number; end: number }, [number, Buffer]>(PAGES).raw();
  let read = 0;
  for (const { id: segment, firstPage, lastPage, tombstones } of segments) {
    const leaves = new LeafReader(reader, isDeletedIn(tombstones));
    const end = segment * PAGES_OF_SEGMENT + lastPage + 1;
    let next = segment * PAGES_OF_SEGMENT + firstPage;
    for (const [id, block] of pages.iterate({ from: next, end })) {
      if (++read % PAGES_PER_YIELD === 0) yield null;
      if (id !== next++ || !leaves.readPage(block)) return false;
    }
    if (next !== end || !leaves.isAtEnd) return false;
  }
  return true;
}

/** Reads the pages of one segment, in order. */
class LeafReader {
  readonly #reader: PostingReader;
  readonly #isDeleted: (dateRowid: number) => boolean;
  #page: Uint8Array = NOTHING;
  #at = 0;
  /** Where the next token is on the page; the end of the page after the last one. */
  #tokenAt = 0;
  /** Next number in the footer, which are the distances between the tokens. */
  #footerAt = 0;
  readonly #token = new Uint8Array(MAX_TOKEN_BYTES);
  #tokenLength = 0;
  #dateRowid = 0;
  /** Whether the token has no row yet. */
  #isNewToken = false;
  /** A list of places that continues on the next page, and the number of its bytes there. */
  #list = new Uint8Array(1024);
  #listLength = 0;
  #missing = 0;

  constructor(reader: PostingReader, isDeleted: (dateRowid: number) => boolean) {
    this.#reader = reader;
    this.#isDeleted = isDeleted;
  }

  get isAtEnd(): boolean {
    return this.#missing === 0 && !this.#isNewToken;
  }

  /** @returns whether the page is in the known format */
  readPage(page: Buffer): boolean {
    if (page.length < HEADER_BYTES) return false;
    const firstRowAt = page.readUInt16BE(0);
    const end = page.readUInt16BE(2);
    if (end < HEADER_BYTES || end > page.length) return false;
    this.#page = page;
    this.#at = HEADER_BYTES;
    this.#tokenAt = 0;
    this.#footerAt = end;
    if (!this.#findNextToken(end)) return false;
    const firstTokenAt = this.#tokenAt;
    if (!this.#continueList(end)) return false;
    // the header names the first row that precedes the first token
    if (firstRowAt !== (this.#at < firstTokenAt ? this.#at : 0)) return false;
    let isFirstRow = true;
    while (this.#at < end) {
      if (this.#at === this.#tokenAt) {
        if (!this.#readToken(firstTokenAt, end)) return false;
        // its first row is on the next page
        if (this.#at === end) break;
        isFirstRow = true;
      }
      if (!this.#readRow(isFirstRow, end)) return false;
      isFirstRow = false;
    }
    return this.#tokenAt === end;
  }

  /** Reads a list that began on an earlier page. */
  #continueList(end: number): boolean {
    if (this.#missing === 0) return true;
    const length = Math.min(this.#missing, end - this.#at);
    this.#appendToList(length);
    this.#missing -= length;
    if (this.#at > this.#tokenAt) return false;
    return this.#missing > 0 || this.#handOn(this.#list, 0, this.#listLength);
  }

  #readToken(firstTokenAt: number, end: number): boolean {
    if (this.#isNewToken) return false;
    const shared = this.#at === firstTokenAt ? 0 : this.#readNumber();
    const length = this.#readNumber();
    const from = this.#at;
    const isPlausible =
      shared <= this.#tokenLength && length > 0 && shared + length <= MAX_TOKEN_BYTES && from + length <= end;
    if (!isPlausible) return false;
    // the first byte that differs from the token before is greater, or follows its end
    let isGreater = false;
    for (let nth = 0; nth < length; nth++) {
      const byte = this.#page[from + nth] ?? 0;
      const before = shared + nth < this.#tokenLength ? (this.#token[shared + nth] ?? 0) : -1;
      if (!isGreater && byte < before) return false;
      isGreater ||= byte > before;
      this.#token[shared + nth] = byte;
    }
    this.#tokenLength = shared + length;
    this.#at += length;
    this.#isNewToken = true;
    if (!isGreater || this.#token[0] !== MAIN_INDEX_BYTE || !this.#findNextToken(end)) return false;
    this.#reader.token(this.#token.subarray(1), this.#tokenLength - 1);
    return true;
  }

  #findNextToken(end: number): boolean {
    if (this.#footerAt >= this.#page.length) {
      this.#tokenAt = end;
      return true;
    }
    const at = this.#at;
    this.#at = this.#footerAt;
    this.#tokenAt += this.#readNumber();
    this.#footerAt = this.#at;
    this.#at = at;
    return this.#tokenAt >= at && this.#tokenAt < end;
  }

  /** @param isFirst the first row of a token or of a page is a number, others the distance from the one before */
  #readRow(isFirst: boolean, end: number): boolean {
    const number = this.#readNumber();
    const dateRowid = isFirst ? number : this.#dateRowid + number;
    const isAscending = this.#isNewToken ? dateRowid >= 0 : dateRowid > this.#dateRowid;
    const size = this.#readNumber();
    // an odd size marks a deletion, in an index without tombstones
    if (!isAscending || !(size > 0 && size <= 2 * MAX_LIST_BYTES) || size % 2 === 1) return false;
    this.#dateRowid = dateRowid;
    this.#isNewToken = false;
    const from = this.#at;
    const to = from + size / 2;
    if (to <= end) {
      this.#at = to;
      return to <= this.#tokenAt && this.#handOn(this.#page, from, to);
    }
    if (this.#tokenAt < end || from > end) return false;
    this.#listLength = 0;
    this.#missing = to - end;
    this.#appendToList(end - from);
    return true;
  }

  /** Appends the next bytes of the page to the list that continues. */
  #appendToList(length: number): void {
    const from = this.#at;
    const needed = this.#listLength + length;
    if (needed > this.#list.length) {
      const longer = new Uint8Array(2 * needed);
      longer.set(this.#list);
      this.#list = longer;
    }
    this.#list.set(this.#page.subarray(from, from + length), this.#listLength);
    this.#listLength = needed;
    this.#at += length;
  }

  #handOn(bytes: Uint8Array, from: number, to: number): boolean {
    return this.#isDeleted(this.#dateRowid) || this.#reader.posting(this.#dateRowid, bytes, from, to);
  }

  /** The number at the current place; NaN for one of nine bytes, which FTS5 writes for negative rowids only. */
  #readNumber(): number {
    const page = this.#page;
    let byte = page[this.#at++] ?? 0;
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let nth = 1; nth < 8; nth++) {
      byte = page[this.#at++] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    return Number.NaN;
  }
}
