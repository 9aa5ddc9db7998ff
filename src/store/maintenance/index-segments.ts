/**
 * The segments of the index of words, and the rows deleted from each, read from the tables in which FTS5 stores the index.
 *
 * A deleted row stays in its segment, and a hash table of the segment names it (its tombstone). Sources: "Structure Records" and
 * "Tombstone Hash Page" at the top of ext/fts5/fts5_index.c of SQLite.
 */
import type { Database } from "better-sqlite3";

export interface Segment {
  /** Id of its first page in `case_words_data`. */
  readonly firstPage: number;
  /** Number of its pages; none if a merge under way has moved all of it. */
  readonly pages: number;
  readonly isDeleted: IsDeleted;
}

/** Whether the row was deleted from the segment. */
type IsDeleted = (dateRowid: number) => boolean;

/** The version of the format that this file and read-postings.ts read. */
const FORMAT = 4;
const VERSION = "SELECT v FROM case_words_config WHERE k = 'version'";
const BLOCK = "SELECT block FROM case_words_data WHERE id = :id";
const STRUCTURE_ID = 10;
/** Follows the four bytes of the configuration cookie, if the index stores deleted rows as tombstones. */
const WITH_TOMBSTONES = Buffer.of(0xff, 0, 0, 1);
/** An id of a page has the number of its segment above these bits. */
const PAGES_OF_SEGMENT = 2 ** 37;
/** Added to the number of a segment in the ids of its tombstone pages. */
const TOMBSTONES = 2 ** 16;
const HEADER_BYTES = 8;
const MAX_KEY_BYTES = 8;

/** All segments; null if SQLite stores the index in another format, or if its list of segments is damaged. */
export function segmentsOf(db: Database): Segment[] | null {
  if (db.prepare<[], number>(VERSION).pluck().get() !== FORMAT) return null;
  const block = db.prepare<{ id: number }, Buffer>(BLOCK).pluck();
  const structure = block.get({ id: STRUCTURE_ID });
  if (structure === undefined || !structure.subarray(4, 8).equals(WITH_TOMBSTONES)) return null;
  const [levels = 0, total, _writes, ...left] = readNumbers(structure.subarray(8));
  const segments: Segment[] = [];
  let isMerging = false;
  for (let level = 0; level < levels; level++) {
    const [merged = 0, count] = left.splice(0, 2);
    // the next level gets the segments that are being merged
    if (count === undefined || merged > count || (isMerging && count === 0)) return null;
    isMerging = merged > 0;
    for (let nth = 0; nth < count; nth++) {
      const [id = 0, first = 0, last = 0, _from, _to, tombstonePages = 0, _deleted, rows] = left.splice(0, 8);
      // a merge has moved all of it: there is no page
      const isMoved = first === 0 && last === 0;
      if (rows === undefined || (first === 0 && !isMoved) || last < first) return null;
      const tombstones = readTombstones(tombstonePages, (page) =>
        block.get({ id: (id + TOMBSTONES) * PAGES_OF_SEGMENT + page }),
      );
      if (tombstones === null) return null;
      const firstPage = id * PAGES_OF_SEGMENT + first;
      segments.push({ firstPage, pages: isMoved ? 0 : last - first + 1, isDeleted: isDeletedIn(tombstones) });
    }
  }
  return segments.length === total && !isMerging ? segments : null;
}

/** Null if a page is missing or too short. */
function readTombstones(pages: number, read: (page: number) => Buffer | undefined): Buffer[] | null {
  const tombstones: Buffer[] = [];
  for (let page = 0; page < pages; page++) {
    const block = read(page);
    if (block === undefined || block.length < HEADER_BYTES + MAX_KEY_BYTES) return null;
    tombstones.push(block);
  }
  return tombstones;
}

/** Looks a row up in the pages of a segment's hash table, as FTS5 does. */
function isDeletedIn(pages: readonly Buffer[]): IsDeleted {
  const [first] = pages;
  if (first === undefined) return () => false;
  return (dateRowid) => {
    // zero is an empty slot
    if (dateRowid === 0) return first[1] !== 0;
    const page = pages[dateRowid % pages.length] ?? first;
    const keyBytes = page[0] === 4 ? 4 : MAX_KEY_BYTES;
    const slots = Math.floor((page.length - HEADER_BYTES) / keyBytes);
    let slot = Math.floor(dateRowid / pages.length) % slots;
    for (let tried = 0; tried <= slots; tried++) {
      const at = HEADER_BYTES + slot * keyBytes;
      const key =
        keyBytes === 4 ? page.readUInt32BE(at) : page.readUInt32BE(at) * 2 ** 32 + page.readUInt32BE(at + 4);
      if (key === 0) return false;
      if (key === dateRowid) return true;
      slot = (slot + 1) % slots;
    }
    return false;
  };
}

/** SQLite's variable-length integers: seven bits a byte, the highest first. https://www.sqlite.org/fileformat2.html#varint */
export function readNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(value);
    value = 0;
  }
  return numbers;
}
