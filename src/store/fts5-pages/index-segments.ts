/**
 * The segments of the index of words, as FTS5 lists them in one record. Each was written at another time. A merge that is under way moves
 * tokens from the start of some segments to another one, and deletes their first pages. Source: "Details", 1, in the head comment of
 * ext/fts5/fts5_index.c of SQLite, and `fts5StructureDecode` there.
 *
 * The ends of sentences in the row of a case (write/text-ends.ts) are also packed by `COLUMN_PLACES` and `writeNumbers`: who changes these
 * changes the schema.
 */
import type { Database } from "better-sqlite3";
import { stateOf } from "../database/corpus-state.ts";
import { readValue, SnapshotCache } from "../database/statement-cache.ts";
import { RemovedRows } from "./removed-rows.ts";

export interface IndexSegment {
  readonly id: number;
  readonly firstPage: number;
  readonly lastPage: number;
  readonly removed: RemovedRows;
}

/** The version of the format that is read here and in the modules that use it. */
const FORMAT = 4;
/** Precedes the tokens of the index itself; other bytes precede those of prefix indexes. */
export const MAIN_INDEX = "0";
/** Added to the places of a column, for each column before it. A text has fewer words: a line of a bulk file has at most 64 MB. */
export const COLUMN_PLACES = 2 ** 26;

const VERSION = "SELECT v FROM case_words_config WHERE k = 'version'";
const STRUCTURE = "SELECT block FROM case_words_data WHERE id = 10";
const COOKIE_BYTES = 4;
/** Follows the cookie, if the index has tombstones. */
const WITH_TOMBSTONES = Buffer.of(0xff, 0, 0, 1);
/** Numbers of a level and of a segment in the record. */
const [LEVEL_NUMBERS, SEGMENT_NUMBERS] = [2, 8];

const caches = new WeakMap<Database, SnapshotCache<readonly IndexSegment[] | null>>();

/** As `readSegments`, cached until the record or the state of the corpus changes: a merge changes only the record. */
export function segmentsOf(db: Database): readonly IndexSegment[] | null {
  const cache = caches.get(db) ?? new SnapshotCache(1);
  caches.set(db, cache);
  const record = readRecord(db).toString("latin1");
  return cache.get(stateOf(db), record, () => readSegments(db));
}

/** The segments that have pages. Null if SQLite stores the index in another format, or if the record is not as FTS5 writes it. */
export function readSegments(db: Database): readonly IndexSegment[] | null {
  const record = readRecord(db);
  const from = COOKIE_BYTES + WITH_TOMBSTONES.length;
  const hasKnownFormat = readValue(db, VERSION) === FORMAT;
  if (!hasKnownFormat || !WITH_TOMBSTONES.equals(record.subarray(COOKIE_BYTES, from))) return null;
  const [levels = 0, total, _written, ...left] = readNumbers(record.subarray(from));
  const segments: IndexSegment[] = [];
  let listed = 0;
  for (let level = 0; level < levels; level++) {
    const [, size = 0] = left.splice(0, LEVEL_NUMBERS);
    listed += size;
    for (let nth = 0; nth < size; nth++) {
      const numbers = left.splice(0, SEGMENT_NUMBERS);
      const [id = 0, firstPage = 0, lastPage = 0, _firstOrigin, _lastOrigin, tombstonePages = 0] = numbers;
      if (numbers.length < SEGMENT_NUMBERS || lastPage < firstPage) return null;
      const removed = new RemovedRows(db, id, tombstonePages);
      // a merge has moved all tokens of a segment without pages
      if (firstPage > 0) segments.push({ id, firstPage, lastPage, removed });
    }
  }
  return listed === total ? segments : null;
}

function readRecord(db: Database): Buffer {
  return readValue<Buffer>(db, STRUCTURE) ?? Buffer.alloc(0);
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

/** @param numbers below 2^53, so that no number takes nine bytes, of which the last would have eight bits */
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
