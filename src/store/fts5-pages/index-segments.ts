/**
 * The segments of the index of words. Each was written at another time. A merge that is under way moves tokens from the start of some
 * segments to another one, and deletes their first pages.
 */
import type { Database } from "better-sqlite3";
import { stateOf } from "../database/corpus-state.ts";
import { SnapshotCache } from "../database/snapshot-cache.ts";
import { readStructure, STRUCTURE_ID, segmentsOf as segmentsIn } from "./structure-record.ts";

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

const VERSION = "SELECT v FROM case_words_config WHERE k = 'version'";
const STRUCTURE = `SELECT block FROM case_words_data WHERE id = ${STRUCTURE_ID}`;

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
  const structure = record === undefined || !hasKnownFormat(db) ? null : readStructure(record);
  if (structure === null) return null;
  const segments: IndexSegment[] = [];
  for (const { id, firstPage, lastPage, tombstonePages } of segmentsIn(structure)) {
    const removed = readRemoved(db, id, tombstonePages);
    if (removed === null) return null;
    // a merge has moved all of it
    if (firstPage === 0) continue;
    segments.push({ id, firstPage, lastPage, removed });
  }
  return segments;
}

function structureOf(db: Database): Buffer | undefined {
  return db.prepare<[], Buffer>(STRUCTURE).pluck().get();
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
  const read = db.prepare<{ segment: number; page: number }, Buffer>(TOMBSTONE_PAGE).pluck();
  const removed: number[] = [];
  for (let page = 0; page < pages; page++) {
    const block = read.get({ segment: segment + TOMBSTONES, page });
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
