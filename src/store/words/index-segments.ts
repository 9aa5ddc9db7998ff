/**
 * The segments of the index of words, from FTS5's structure record.
 *
 * Each segment was written at another time. A case that was removed or written again stays in its old segment, and gets a tombstone
 * there. A merge that is under way moves tokens from the start of some segments to another one, and deletes their first pages.
 * Source: "Details", 1 and 6, in the head comment of ext/fts5/fts5_index.c of SQLite, and `fts5StructureDecode` there.
 */
import type { Database } from "better-sqlite3";
import { stateOf } from "../database/corpus-state.ts";
import { SnapshotCache } from "../database/snapshot-cache.ts";

export interface IndexSegment {
  readonly id: number;
  readonly firstPage: number;
  readonly lastPage: number;
  /** Cases of which the segment has postings that are no longer valid, ascending. */
  readonly removed: Float64Array;
}

/** The version of the format that is read here and in the modules that use it. */
const FORMAT = 4;
/** Precedes the tokens of the index itself; other bytes precede those of prefix indexes. */
export const MAIN_INDEX = "0";

const VERSION = "SELECT v FROM case_words_config WHERE k = 'version'";
/** Follows four bytes in a record that has tombstones. */
const WITH_TOMBSTONES = Buffer.from([0xff, 0, 0, 1]);
const STRUCTURE = "SELECT block FROM case_words_data WHERE id = 10";
const TOMBSTONES = `
  SELECT block
    FROM case_words_data
   WHERE id >= CAST(:segment + 65536 AS INTEGER) << 37
     AND id < (CAST(:segment + 65536 AS INTEGER) << 37) + CAST(:pages AS INTEGER)
`;

/** Whether SQLite stores the index in the format that these modules read. */
export function hasKnownFormat(db: Database): boolean {
  return db.prepare<[], number>(VERSION).pluck().get() === FORMAT;
}

const kept = new WeakMap<Database, SnapshotCache<readonly IndexSegment[] | null>>();

/**
 * The segments at this moment; null if they are stored in another format. They are kept until the record or the state of the corpus
 * changes: a merge changes only the record.
 */
export function segmentsOf(db: Database): readonly IndexSegment[] | null {
  const known = kept.get(db) ?? new SnapshotCache(1);
  kept.set(db, known);
  const record = db.prepare<[], Buffer>(STRUCTURE).pluck().get();
  return known.get(stateOf(db), String(record?.toString("latin1")), () => readSegments(db, record));
}

/** As `segmentsOf`, for an index that is changed without a new state of the corpus. */
export function readSegments(
  db: Database,
  record: Buffer | undefined = db.prepare<[], Buffer>(STRUCTURE).pluck().get(),
): readonly IndexSegment[] | null {
  if (record === undefined || !hasKnownFormat(db) || !record.subarray(4, 8).equals(WITH_TOMBSTONES))
    return null;
  const numbers = numbersOf(record.subarray(8));
  const next = (): number => numbers.next().value ?? 0;
  const [levels, count] = [next(), next()];
  // the write counter
  next();
  const segments: IndexSegment[] = [];
  for (let level = 0; level < levels; level++) {
    // the number of segments that are being merged
    next();
    for (let left = next(); left > 0; left--) {
      const [id, firstPage, lastPage] = [next(), next(), next()];
      const [, , pages] = [next(), next(), next(), next(), next()];
      segments.push({ id, firstPage, lastPage, removed: readTombstones(db, id, pages ?? 0) });
    }
  }
  return segments.length === count ? segments.filter(({ firstPage }) => firstPage > 0) : null;
}

/** After a header of eight bytes, big-endian numbers of four or eight bytes; zero is an empty place. */
function readTombstones(db: Database, segment: number, pages: number): Float64Array {
  if (pages === 0) return new Float64Array(0);
  const read = db.prepare<{ segment: number; pages: number }, Buffer>(TOMBSTONES).pluck();
  const found = read.all({ segment, pages }).flatMap((page) => {
    const size = page[0] === 4 ? 4 : 8;
    const dateRowids = page[1] === 1 ? [0] : [];
    for (let at = 8; at + size <= page.length; at += size) {
      const high = size === 4 ? 0 : page.readUInt32BE(at);
      const dateRowid = high * 2 ** 32 + page.readUInt32BE(at + size - 4);
      if (dateRowid > 0) dateRowids.push(dateRowid);
    }
    return dateRowids;
  });
  return Float64Array.from(found).sort();
}

/** Yields numbers of which each byte holds seven bits, highest first; all but the last have the eighth bit set. */
export function* numbersOf(bytes: Buffer): Generator<number> {
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 127);
    if (byte >= 128) continue;
    yield value;
    value = 0;
  }
}
