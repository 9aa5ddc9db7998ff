/**
 * The record in which FTS5 lists the segments of an index. They are grouped by level: enough segments of one level are merged into one of the
 * next level. Source: "Details", 1, in the head comment of ext/fts5/fts5_index.c of SQLite, and `fts5StructureDecode` there.
 */

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

/** The ids in `case_words_data` of this record, and of the numbers of rows and of the tokens in each column. */
export const [STRUCTURE_ID, AVERAGES_ID] = [10, 1];
/** An id in `case_words_data` has the number of the segment above the bits of the page. */
export const PAGES_OF_SEGMENT = 2 ** 37;

const COOKIE_BYTES = 4;
/** Follows the cookie, if the index has tombstones. */
const WITH_TOMBSTONES = Buffer.of(0xff, 0, 0, 1);
/** Numbers of a segment in the record. */
const SEGMENT_NUMBERS = 8;

/** Null if the record is not as FTS5 writes it. */
export function readStructure(record: Uint8Array): Structure | null {
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
  const numbers = [levels.length, segmentsOf({ levels }).length, written];
  for (const { merging, segments } of levels) {
    numbers.push(merging, segments.length);
    for (const { id, firstPage, lastPage, firstOrigin, lastOrigin, ...more } of segments) {
      numbers.push(id, firstPage, lastPage, firstOrigin, lastOrigin);
      numbers.push(more.tombstonePages, more.tombstones, more.rows);
    }
  }
  return Buffer.concat([cookie, WITH_TOMBSTONES, writeNumbers(numbers)]);
}

export function segmentsOf({ levels }: Pick<Structure, "levels">): readonly Segment[] {
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
