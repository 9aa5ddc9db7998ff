/// <reference types="assemblyscript/types/assembly" />
/**
 * The index of a long list, in AssemblyScript (build-segment.as.ts): a tree with the first date rowid on each of the list's pages ("Doclist index" in
 * ext/fts5/fts5_index.c of SQLite, and `fts5WriteDlidxAppend` there). It is written if enough pages have no other token.
 */
import { allocate, endOfNumber, writeNumber } from "./arena.as";
import { addRow, BLOCK } from "./segment-output.as";

/** Levels that 2^32 pages need at most, on pages of at least 64 bytes. */
const LEVELS: usize = 12;
// a level: address of its page, and these offsets
const LEVEL: usize = 24;
/** Bytes on the page. */
const BYTES: usize = 4;
/** The page's number. */
const PAGE: usize = 8;
/** Whether the page has a date rowid. */
const HAS_ROWID: usize = 12;
/** The last date rowid, 64 bits. */
const ROWID: usize = 16;
/** An entry is written onto a page that is not full: at most two numbers of nine bytes, and one of five. */
const SPARE_BYTES: usize = 32;
/** Bits of an id: whether its page belongs to the index of a list, and the level above the number of the page. */
const LIST_INDEX: u64 = 1 << 36;
const LEVEL_BITS: u64 = 31;
/** FTS5_MIN_DLIDX_SIZE */
const FEWEST_PAGES: u32 = 4;

let levels: usize = 0;
let pageBytes: usize = 0;

export function prepareListIndex(bytesOfPage: usize): void {
  pageBytes = bytesOfPage;
  levels = allocate(LEVELS * LEVEL);
  memory.fill(levels, 0, LEVELS * LEVEL);
  for (let number: usize = 0; number < LEVELS; number++)
    store<u32>(levels + number * LEVEL, <u32>allocate(pageBytes + SPARE_BYTES));
}

/** A list begins on a page. */
export function beginListIndex(page: u32): void {
  store<u32>(levels, page, PAGE);
}

export function isEmpty(): bool {
  return load<u32>(levels, BYTES) === 0;
}

/** A page of the list has no date rowid. */
export function skipPage(): void {
  append(levels, 0);
}

/** Adds the first date rowid of a page. */
export function addFirstRowid(rowid: u64, page: u32): void {
  for (let number: usize = 0; ; number++) {
    const level = levels + number * LEVEL;
    const isFull = load<u32>(level, BYTES) >= pageBytes;
    if (isFull) {
      store<u8>(load<u32>(level), 1);
      writePage(number);
      beginLevelAbove(level);
      clear(level);
      store<u32>(level, load<u32>(level, PAGE) + 1, PAGE);
    }
    if (load<u32>(level, HAS_ROWID) === 0) {
      append(level, isFull ? 1 : 0);
      append(level, number === 0 ? page : load<u32>(level - LEVEL, PAGE));
      append(level, rowid);
    } else append(level, rowid - load<u64>(level, ROWID));
    store<u32>(level, 1, HAS_ROWID);
    store<u64>(level, rowid, ROWID);
    if (!isFull) return;
  }
}

/** Begins the level above with what the full page begins with, unless that level exists. */
function beginLevelAbove(level: usize): void {
  const above = level + LEVEL;
  if (load<u32>(above, BYTES) > 0) return;
  let at = endOfNumber(load<u32>(level) + 1);
  let first: u64 = 0;
  for (const end = endOfNumber(at); at < end; at++) first = (first << 7) | (load<u8>(at) & 0x7f);
  store<u32>(above, load<u32>(level, PAGE), PAGE);
  append(above, 0);
  append(above, load<u32>(level, PAGE));
  append(above, first);
  store<u32>(above, 1, HAS_ROWID);
  store<u64>(above, first, ROWID);
}

/**
 * Ends the list.
 *
 * @param emptyPages those of it without the start of another token
 * @returns whether its index was written
 */
export function endListIndex(emptyPages: u32): bool {
  const isLong = !isEmpty() && emptyPages >= FEWEST_PAGES;
  for (let number: usize = 0; load<u32>(levels + number * LEVEL, BYTES) > 0; number++) {
    if (isLong) writePage(number);
    clear(levels + number * LEVEL);
  }
  return isLong;
}

function append(level: usize, number: u64): void {
  const page: usize = load<u32>(level);
  store<u32>(level, <u32>(writeNumber(page + load<u32>(level, BYTES), number) - page), BYTES);
}

function clear(level: usize): void {
  store<u32>(level, 0, BYTES);
  store<u32>(level, 0, HAS_ROWID);
}

function writePage(number: usize): void {
  const level = levels + number * LEVEL;
  const id = LIST_INDEX | ((<u64>number) << LEVEL_BITS) | load<u32>(level, PAGE);
  const bytes = load<u32>(level, BYTES);
  memory.copy(addRow(BLOCK, id, bytes), load<u32>(level), bytes);
}
