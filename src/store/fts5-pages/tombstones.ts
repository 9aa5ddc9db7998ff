/**
 * The tombstones of a segment of the index of words: a case that was removed or written again stays in its old segment, and a hash
 * table of the segment, on pages of its own, names it. Source: "Tombstone Hash Page" at the top of ext/fts5/fts5_index.c of SQLite.
 */
import type { Database } from "better-sqlite3";

const PAGE =
  "SELECT block FROM case_words_data WHERE id = (CAST(:segment AS INTEGER) << 37) + CAST(:page AS INTEGER)";
/** Added to the number of a segment in the ids of its tombstone pages. */
const TOMBSTONES = 2 ** 16;
/** The size of a key, whether zero is deleted, and numbers that are not read here. */
const HEADER_BYTES = 8;
const MAX_KEY_BYTES = 8;

/** Null if a page is missing or too short. */
export function readTombstones(db: Database, segment: number, pages: number): readonly Buffer[] | null {
  if (pages === 0) return [];
  const read = db.prepare<{ segment: number; page: number }, Buffer>(PAGE).pluck();
  const blocks: Buffer[] = [];
  for (let page = 0; page < pages; page++) {
    const block = read.get({ segment: segment + TOMBSTONES, page });
    if (block === undefined || block.length < HEADER_BYTES + MAX_KEY_BYTES) return null;
    blocks.push(block);
  }
  return blocks;
}

/** All rows that the pages name, ascending. */
export function deletedRows(pages: readonly Buffer[]): Float64Array {
  const rows = pages.flatMap((page) => {
    const keys = Array.from({ length: slotsOf(page) }, (_, slot) => keyAt(page, slot));
    return [...(hasZero(page) ? [0] : []), ...keys.filter((key) => key !== 0)];
  });
  return Float64Array.from(rows).sort();
}

/** Whether the row is deleted: looks it up in the hash table, as FTS5 does. */
export function isDeletedIn(pages: readonly Buffer[]): (dateRowid: number) => boolean {
  const [first] = pages;
  if (first === undefined) return () => false;
  return (dateRowid) => {
    if (dateRowid === 0) return hasZero(first);
    const page = pages[dateRowid % pages.length] ?? first;
    const slots = slotsOf(page);
    let slot = Math.floor(dateRowid / pages.length) % slots;
    for (let tried = 0; tried <= slots; tried++) {
      const key = keyAt(page, slot);
      if (key === 0) return false;
      if (key === dateRowid) return true;
      slot = (slot + 1) % slots;
    }
    return false;
  };
}

/** A slot with zero is empty, so the row zero has a place of its own. */
function hasZero(page: Buffer): boolean {
  return page[1] !== 0;
}

function keyBytesOf(page: Buffer): 4 | 8 {
  return page[0] === 4 ? 4 : MAX_KEY_BYTES;
}

function slotsOf(page: Buffer): number {
  return Math.floor((page.length - HEADER_BYTES) / keyBytesOf(page));
}

function keyAt(page: Buffer, slot: number): number {
  const size = keyBytesOf(page);
  const at = HEADER_BYTES + slot * size;
  return size === 4 ? page.readUInt32BE(at) : page.readUInt32BE(at) * 2 ** 32 + page.readUInt32BE(at + 4);
}
