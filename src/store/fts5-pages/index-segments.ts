/**
 * The segments of the index of words. Each was written at another time. They are grouped by level: enough segments of one level are merged
 * into one of the next level. A merge that is under way moves tokens from the start of some segments to another one, and deletes their first
 * pages. Source: "Details", 1, in the head comment of ext/fts5/fts5_index.c of SQLite, and `fts5StructureDecode` there.
 */
import type { Database } from "better-sqlite3";
import { stateOf } from "../database/corpus-state.ts";
import { readValue, SnapshotCache } from "../database/statement-cache.ts";

export interface IndexSegment {
  readonly id: number;
  readonly firstPage: number;
  readonly lastPage: number;
  /** Date rowids, ascending: the segment's postings of these cases are no longer valid, because they were removed or written again. */
  readonly removed: Float64Array;
}

/** The version of the format that is read here and in the modules that use it. */
const FORMAT = 4;
/** Precedes the tokens of the index itself; other bytes precede those of prefix indexes. */
export const MAIN_INDEX = "0";

/** The ids in `case_words_data` of the record of segments, and of the numbers of rows and of the tokens in each column. */
export const [STRUCTURE_ID, AVERAGES_ID] = [10, 1];
const VERSION = "SELECT v FROM case_words_config WHERE k = 'version'";
const RECORD = "SELECT block FROM case_words_data WHERE id = :id";

const kept = new WeakMap<Database, SnapshotCache<readonly IndexSegment[] | null>>();

/**
 * As `readSegments`. They are kept until the record or the state of the corpus changes: a merge changes only the record.
 */
export function segmentsOf(db: Database): readonly IndexSegment[] | null {
  const known = kept.get(db) ?? new SnapshotCache(1);
  kept.set(db, known);
  const record = recordIn(db, STRUCTURE_ID).toString("latin1");
  return known.get(stateOf(db), record, () => readSegments(db));
}

/**
 * The segments that have pages. Null if SQLite stores the index in another format, or if the record or a page of tombstones is not as
 * FTS5 writes it.
 */
export function readSegments(db: Database): readonly IndexSegment[] | null {
  const structure = readStructure(db);
  if (structure === null) return null;
  const segments: IndexSegment[] = [];
  for (const { id, firstPage, lastPage, tombstonePages } of segmentsIn(structure)) {
    const removed = readRemoved(db, id, tombstonePages);
    if (removed === null) return null;
    // else a merge has moved all of it
    if (firstPage > 0) segments.push({ id, firstPage, lastPage, removed });
  }
  return segments;
}

/** A record of FTS5; empty if it is missing. */
export function recordIn(db: Database, id: number): Buffer {
  return readValue<Buffer>(db, RECORD, { id }) ?? Buffer.alloc(0);
}

const TOMBSTONE_PAGE =
  "SELECT block FROM case_words_data WHERE id = (CAST(:segment AS INTEGER) << 37) + CAST(:page AS INTEGER)";
/** Added to the number of a segment in the ids of its tombstone pages. */
const TOMBSTONES = 2 ** 16;
/** The size of a key, whether the row zero, which an empty slot is too, is removed, and numbers that are not read here. */
const HEADER_BYTES = 8;

/**
 * Reads the hash table of the rows that are no longer valid in a segment. Null if a page is missing or too short. Source: "Tombstone Hash
 * Page" at the top of ext/fts5/fts5_index.c of SQLite.
 */
function readRemoved(db: Database, segment: number, pages: number): Float64Array | null {
  const removed: number[] = [];
  for (let page = 0; page < pages; page++) {
    const block = readValue<Buffer>(db, TOMBSTONE_PAGE, { segment: segment + TOMBSTONES, page });
    if (block === undefined || block.length < 2 * HEADER_BYTES) return null;
    if (block[1] !== 0) removed.push(0);
    const bytes = block[0] === 4 ? 4 : 8;
    for (let at = HEADER_BYTES; at + bytes <= block.length; at += bytes) {
      const low = block.readUInt32BE(at + bytes - 4);
      const key = bytes === 4 ? low : block.readUInt32BE(at) * 2 ** 32 + low;
      if (key !== 0) removed.push(key);
    }
  }
  return Float64Array.from(removed).sort();
}

/** A segment: the rows that were written at one time, or that were merged. */
export interface Segment {
  readonly id: number;
  /** 0, as the last page: a merge has moved all of it. */
  readonly firstPage: number;
  readonly lastPage: number;
  /** Rows that were written together have the same number in `case_words_docsize`, which is from this range. */
  readonly firstOrigin: number;
  readonly lastOrigin: number;
  readonly tombstonePages: number;
  readonly tombstones: number;
  readonly rows: number;
}

export interface Level {
  /** Segments that are being merged. */
  readonly merging: number;
  /** From the oldest to the newest one. */
  readonly segments: readonly Segment[];
}

export interface Structure {
  /** FTS5 reads its configuration again if another number is stored there. */
  readonly cookie: Uint8Array;
  /** Pages written so far. */
  readonly written: number;
  readonly levels: readonly Level[];
}

/** An id in `case_words_data` has the number of the segment above the bits of the page. */
export const PAGES_OF_SEGMENT = 2 ** 37;

const COOKIE_BYTES = 4;
/** Follows the cookie, if the index has tombstones. */
const WITH_TOMBSTONES = Buffer.of(0xff, 0, 0, 1);
/** Numbers of a segment in the record. */
const SEGMENT_NUMBERS = 8;

/** Null if SQLite stores the index in another format, or if the record is not as FTS5 writes it. */
export function readStructure(db: Database): Structure | null {
  const record = recordIn(db, STRUCTURE_ID);
  if (readValue(db, VERSION) !== FORMAT) return null;
  const from = COOKIE_BYTES + WITH_TOMBSTONES.length;
  if (!WITH_TOMBSTONES.equals(record.subarray(COOKIE_BYTES, from))) return null;
  const [count = 0, total, written = 0, ...left] = readNumbers(record.subarray(from));
  const levels: Level[] = [];
  let [found, isMerging] = [0, false];
  for (let level = 0; level < count; level++) {
    const [merging = 0, size] = left.splice(0, 2);
    // the next level gets the segments that are being merged
    if (size === undefined || merging > size || (isMerging && size === 0)) return null;
    isMerging = merging > 0;
    const segments = Array.from({ length: size }, () => segmentOf(left.splice(0, SEGMENT_NUMBERS)));
    if (!segments.every((segment) => segment !== null)) return null;
    levels.push({ merging, segments });
    found += size;
  }
  if (found !== total || isMerging) return null;
  return { cookie: record.slice(0, COOKIE_BYTES), written, levels };
}

function segmentOf(numbers: readonly number[]): Segment | null {
  const [id = 0, firstPage = 0, lastPage = 0, firstOrigin = 0, lastOrigin = 0] = numbers;
  const [tombstonePages = 0, tombstones = 0, rows] = numbers.slice(5);
  const isMoved = firstPage === 0 && lastPage === 0;
  if (rows === undefined || (firstPage === 0 && !isMoved) || lastPage < firstPage) return null;
  return { id, firstPage, lastPage, firstOrigin, lastOrigin, tombstonePages, tombstones, rows };
}

export function writeStructure({ cookie, written, levels }: Structure): Uint8Array {
  const numbers = [levels.length, segmentsIn({ levels }).length, written];
  for (const { merging, segments } of levels) {
    numbers.push(merging, segments.length);
    for (const { id, firstPage, lastPage, firstOrigin, lastOrigin, ...more } of segments) {
      numbers.push(id, firstPage, lastPage, firstOrigin, lastOrigin);
      numbers.push(more.tombstonePages, more.tombstones, more.rows);
    }
  }
  return Buffer.concat([cookie, WITH_TOMBSTONES, writeNumbers(numbers)]);
}

export function segmentsIn({ levels }: Pick<Structure, "levels">): readonly Segment[] {
  return levels.flatMap(({ segments }) => segments);
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

/** @param numbers below 2^53, so that none takes the nine bytes whose last has eight bits */
export function writeNumbers(numbers: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (const number of numbers) {
    const digits = [number % 128];
    for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
      digits.unshift((rest % 128) | 0x80);
    bytes.push(...digits);
  }
  return Uint8Array.from(bytes);
}
