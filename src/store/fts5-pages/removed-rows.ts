/**
 * The rows of which a segment still has postings although they were removed or written again: FTS5's hash table. Only the pages that are
 * needed are read, because reading all took 15 to 20 ms for 100,000 rows, in each process. Source: "Tombstone Hash Page" at the top of
 * ext/fts5/fts5_index.c of SQLite, and `fts5IndexTombstoneQuery` there.
 */
import type { Database } from "better-sqlite3";
import { readValue } from "../database/statement-cache.ts";
import { UnexpectedPage } from "./posting-list.ts";

const PAGE =
  "SELECT block FROM case_words_data WHERE id = (CAST(:segment AS INTEGER) << 37) + CAST(:page AS INTEGER)";
/** Added to the number of a segment in the ids of its pages. */
const TOMBSTONES = 2 ** 16;
/** The size of a key; whether row 0 is removed, because an empty slot is 0 too; and numbers that are not read here. */
const HEADER_BYTES = 8;

export class RemovedRows {
  /** 0: no row was removed. */
  readonly pageCount: number;
  readonly #pages: (Buffer | undefined)[] = [];
  readonly #readPage: (page: number) => Buffer;

  /** @param pages of the hash table */
  constructor(db: Database, segment: number, pages: number) {
    this.pageCount = pages;
    this.#readPage = (page) => readPage(db, segment, page);
  }

  /** @throws UnexpectedPage if a page is missing or too short */
  has(rowid: number): boolean {
    if (this.pageCount === 0) return false;
    const number = rowid % this.pageCount;
    const page = this.#pages[number] ?? this.#readPage(number);
    this.#pages[number] = page;
    if (rowid === 0) return page[1] !== 0;
    const bytes = page[0] === 4 ? 4 : 8;
    const slots = Math.floor((page.length - HEADER_BYTES) / bytes);
    const first = Math.floor(rowid / this.pageCount);
    // a key is in its slot, or after it and before an empty slot
    for (let nth = 0; nth < slots; nth++) {
      const at = HEADER_BYTES + ((first + nth) % slots) * bytes;
      const low = page.readUInt32BE(at + bytes - 4);
      const key = bytes === 4 ? low : page.readUInt32BE(at) * 2 ** 32 + low;
      if (key === rowid) return true;
      if (key === 0) return false;
    }
    return false;
  }
}

function readPage(db: Database, segment: number, page: number): Buffer {
  const block = readValue<Buffer>(db, PAGE, { segment: segment + TOMBSTONES, page });
  if (block === undefined || block.length < 2 * HEADER_BYTES) throw new UnexpectedPage();
  return block;
}
