/**
 * The segments of the index of words, from FTS5's structure record.
 *
 * Each segment was written at another time. A merge that is under way moves tokens from the start of some segments to another one, and
 * deletes their first pages. Source: "Details", 1, in the head comment of ext/fts5/fts5_index.c of SQLite, and `fts5StructureDecode`
 * there.
 */
import type { Database } from "better-sqlite3";
import { stateOf } from "../database/corpus-state.ts";
import { SnapshotCache } from "../database/snapshot-cache.ts";
import { deletedRows, readTombstones } from "./tombstones.ts";

export interface IndexSegment {
  readonly id: number;
  readonly firstPage: number;
  readonly lastPage: number;
  /** The pages of its tombstones. */
  readonly tombstones: readonly Buffer[];
  /** The date rowids that they name, ascending: the segment's postings of these cases are no longer valid. */
  readonly removed: Float64Array;
}

/** The version of the format that is read here and in the modules that use it. */
const FORMAT = 4;
/** Precedes the tokens of the index itself; other bytes precede those of prefix indexes. */
export const MAIN_INDEX = "0";
/** An id in `case_words_data` has the number of the segment above the bits of the page. */
export const PAGES_OF_SEGMENT = 2 ** 37;

const VERSION = "SELECT v FROM case_words_config WHERE k = 'version'";
const STRUCTURE = "SELECT block FROM case_words_data WHERE id = 10";
/** Follows the four bytes of the configuration cookie, if the index has tombstones. */
const WITH_TOMBSTONES = Buffer.of(0xff, 0, 0, 1);
/** Numbers of a segment in the record. */
const SEGMENT_NUMBERS = 8;

/** Whether SQLite stores the index in the format that these modules read. */
export function hasKnownFormat(db: Database): boolean {
  return db.prepare<[], number>(VERSION).pluck().get() === FORMAT;
}

const kept = new WeakMap<Database, SnapshotCache<readonly IndexSegment[] | null>>();

/**
 * As `readSegments`. They are kept until the record or the state of the corpus changes: a merge changes only the record.
 */
export function segmentsOf(db: Database): readonly IndexSegment[] | null {
  const known = kept.get(db) ?? new SnapshotCache(1);
  kept.set(db, known);
  const record = structureOf(db);
  return known.get(stateOf(db), String(record?.toString("latin1")), () => readSegments(db, record));
}

/**
 * The segments that have pages. Null if SQLite stores the index in another format, or if the record or a page of tombstones is not as
 * FTS5 writes it.
 */
export function readSegments(
  db: Database,
  record: Buffer | undefined = structureOf(db),
): readonly IndexSegment[] | null {
  if (record === undefined || !hasKnownFormat(db) || !record.subarray(4, 8).equals(WITH_TOMBSTONES))
    return null;
  const [levels = 0, total, _writes, ...left] = readNumbers(record.subarray(8));
  const segments: IndexSegment[] = [];
  let [found, isMerging] = [0, false];
  for (let level = 0; level < levels; level++) {
    const [merged = 0, count] = left.splice(0, 2);
    // the next level gets the segments that are being merged
    if (count === undefined || merged > count || (isMerging && count === 0)) return null;
    isMerging = merged > 0;
    for (let nth = 0; nth < count; nth++, found++) {
      const numbers = left.splice(0, SEGMENT_NUMBERS);
      const [id = 0, firstPage = 0, lastPage = 0, , , tombstonePages = 0] = numbers;
      // a merge has moved all of it: there is no page
      const isMoved = firstPage === 0 && lastPage === 0;
      if (numbers.length < SEGMENT_NUMBERS || (firstPage === 0 && !isMoved) || lastPage < firstPage)
        return null;
      const tombstones = readTombstones(db, id, tombstonePages);
      if (tombstones === null) return null;
      if (!isMoved) segments.push({ id, firstPage, lastPage, tombstones, removed: deletedRows(tombstones) });
    }
  }
  return found === total && !isMerging ? segments : null;
}

function structureOf(db: Database): Buffer | undefined {
  return db.prepare<[], Buffer>(STRUCTURE).pluck().get();
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
