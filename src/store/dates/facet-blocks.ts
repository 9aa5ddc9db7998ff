/**
 * Facet blocks: the jurisdiction, court, reporter and id of each case, packed in the order of date rowids. Facets of many matches are
 * counted from them, at some 0.01 µs a match; a look-up of the row takes a hundred times as long.
 *
 * A block is the cases of a range of date rowids. It has one row for each kind of value and one row of places. When a case of the block is
 * removed or gets other values, a trigger (schema.ts) deletes the row of places, which makes the block invalid. The end of a run writes the
 * blocks that are missing or lack cases. A date rowid that no block has is looked up among the rows.
 */
import type { Database } from "better-sqlite3";
import { readObject, readRows, readValue, run } from "../database/statement-cache.ts";
import { lowerBound } from "./date-rowid.ts";

const KINDS = ["jurisdiction", "court", "reporter", "case"] as const;
type BlockKind = (typeof KINDS)[number];

/** Date rowids of a block, some 90 days where they are dense; the triggers know this number. */
const BLOCK = 2 ** 18;
/** Added to the number of a block for each kind of row: the rows of one kind are neighbours, because they are read together. */
const PER_KIND = 2 ** 36;

/** One statement for all blocks: each statement locks the file. */
const READ = `
  SELECT runs.id, runs.data, value.data, value.ids
    FROM facet_block AS runs
   CROSS JOIN facet_block AS value ON value.id = runs.id + :kind
   WHERE runs.id BETWEEN :first AND :last
   ORDER BY runs.id
`;
const WRITE = "INSERT OR REPLACE INTO facet_block (id, ids, data) VALUES (:id, :ids, :data)";
const STORED = "SELECT ids, data FROM facet_block WHERE id = :id";
const NEXT_CASE = "SELECT date_rowid FROM court_case WHERE date_rowid >= :from ORDER BY date_rowid LIMIT 1";
const COUNT = "SELECT count(*) FROM court_case WHERE date_rowid >= :from AND date_rowid < :to";
/** A covering index answers it. */
const VALUES = `
  SELECT date_rowid, jurisdiction_id, court_id, reporter_id, id
    FROM court_case
   WHERE date_rowid >= :from AND date_rowid < :to
   ORDER BY date_rowid
`;

/** Blocks that are written at a time, kind by kind, so that rows that are read together are neighbours in the file too: some 10 MB. */
const BLOCKS_AT_A_TIME = 32;

/** The values of ascending date rowids. */
interface BlockValues {
  /** Not a number: the case has no such value. */
  readonly values: readonly Float64Array[];
  /** The date rowids that no block has. */
  readonly missing: readonly number[];
}

/** Looks up one kind of value. @param dateRowids ascending */
export function findInBlocks(db: Database, kind: BlockKind, dateRowids: ArrayLike<number>): BlockValues {
  const values: Float64Array[] = [];
  const missing: number[] = [];
  const bounds = {
    first: blockOf(dateRowids[0] ?? 0),
    last: blockOf(dateRowids[dateRowids.length - 1] ?? 0),
  };
  const statement = db.prepare<Record<string, number>, StoredBlock>(READ).raw();
  let at = 0;
  for (const block of statement.iterate({ ...bounds, kind: (KINDS.indexOf(kind) + 1) * PER_KIND })) {
    const [number, runs, codes, ids] = block;
    const from = lowerBound(dateRowids, number * BLOCK, at);
    for (; at < from; at++) missing.push(dateRowids[at] ?? 0);
    at = lowerBound(dateRowids, (number + 1) * BLOCK, from);
    if (from === at) continue;
    const positions = positionsIn(
      new Uint32Array(alignedBuffer(runs)),
      dateRowids,
      { from, to: at, start: number * BLOCK },
      missing,
    );
    values.push(valuesAt(positions, codes, ids));
  }
  for (; at < dateRowids.length; at++) missing.push(dateRowids[at] ?? 0);
  return { values, missing };
}

type StoredBlock = readonly [number: number, runs: Uint8Array, codes: Uint8Array, ids: Uint8Array | null];

/**
 * The positions, among the cases of a block, of the date rowids `from` to `to`. Those that the block lacks are added to `missing`.
 *
 * @param runs for each run of consecutive date rowids, ascending: the distance of its first one from `start`, and its length
 */
function positionsIn(
  runs: Uint32Array,
  dateRowids: ArrayLike<number>,
  { from, to, start }: { readonly from: number; readonly to: number; readonly start: number },
  missing: number[],
): Uint32Array {
  const positions = new Uint32Array(to - from);
  let [length, at] = [0, from];
  for (let run = 0, first = 0; run < runs.length && at < to; run += 2) {
    const [before, size] = [runs[run] ?? 0, runs[run + 1] ?? 0];
    for (; at < to && (dateRowids[at] ?? 0) < start + before; at++) missing.push(dateRowids[at] ?? 0);
    for (; at < to && (dateRowids[at] ?? 0) < start + before + size; at++)
      positions[length++] = first + (dateRowids[at] ?? 0) - start - before;
    first += size;
  }
  for (; at < to; at++) missing.push(dateRowids[at] ?? 0);
  return positions.subarray(0, length);
}

/** @param ids the distinct values as 64-bit floats; `codes` has the position of each case's value among them; null: `codes` has the values */
function valuesAt(positions: Uint32Array, codes: Uint8Array, ids: Uint8Array | null): Float64Array {
  const values = new Float64Array(positions.length);
  const distinct = ids === null ? null : new Float64Array(alignedBuffer(ids));
  const buffer = alignedBuffer(codes);
  const isLong = distinct !== null && distinct.length > 2 ** 16;
  const numbers =
    distinct === null ? new Float64Array(buffer) : isLong ? new Uint32Array(buffer) : new Uint16Array(buffer);
  for (let nth = 0; nth < values.length; nth++) {
    const code = numbers[positions[nth] ?? 0] ?? 0;
    values[nth] = distinct === null ? code : (distinct[code] ?? Number.NaN);
  }
  return values;
}

/** Writes the blocks that are missing or lack cases: for 7 million cases 100 MB. */
export function writeFacetBlocks(db: Database): void {
  db.transaction(() => {
    // a block lacks only new cases
    const incomplete = [...blocksWithCases(db)].filter(
      (number) => storedRow(db, number)?.ids !== readValue(db, COUNT, rangeOf(number)),
    );
    while (incomplete.length > 0) {
      const rows = incomplete.splice(0, BLOCKS_AT_A_TIME).flatMap((number) => packBlock(db, number));
      for (const row of rows.sort((a, b) => a.id - b.id)) run(db, WRITE, row);
    }
  })();
}

export function deleteFacetBlocks(db: Database): void {
  db.exec("DELETE FROM facet_block");
}

/** Yields for each block its first date rowid if the block is complete and has a wrong value, else null. */
export function* wrongFacetBlocks(db: Database): Generator<number | null> {
  for (const number of blocksWithCases(db)) {
    const rows = packBlock(db, number);
    const isComplete = storedRow(db, number)?.ids === rows[0]?.ids;
    const isRight = rows.every(({ id, ids, data }) => {
      const row = storedRow(db, id);
      return row !== undefined && isSame(row.ids, ids) && isSame(row.data, data);
    });
    yield isComplete && !isRight ? number * BLOCK : null;
  }
}

function storedRow(db: Database, id: number): Pick<Row, "ids" | "data"> | undefined {
  return readObject(db, STORED, { id });
}

function isSame(a: Row["ids"], b: Row["ids"]): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Row {
  readonly id: number;
  /** In a row of codes: the distinct values as 64-bit floats; in the row of places: the number of cases. */
  readonly ids: Uint8Array | number | null;
  readonly data: Uint8Array;
}

function blockOf(dateRowid: number): number {
  return Math.floor(dateRowid / BLOCK);
}

function rangeOf(number: number): Range {
  return { from: number * BLOCK, to: (number + 1) * BLOCK };
}

function* blocksWithCases(db: Database): Generator<number> {
  const next = (from: number): number | undefined => readValue(db, NEXT_CASE, { from });
  for (let dateRowid = next(0); dateRowid !== undefined; ) {
    const number = blockOf(dateRowid);
    yield number;
    dateRowid = next(rangeOf(number).to);
  }
}

/** The rows of a block; the row of places is the first. */
function packBlock(db: Database, number: number): Row[] {
  const cases = readRows<readonly (number | null)[]>(db, VALUES, rangeOf(number));
  return [
    {
      id: number,
      ids: cases.length,
      data: runsOf(cases.map(([dateRowid]) => (dateRowid ?? 0) - number * BLOCK)),
    },
    ...KINDS.map((kind, nth) => {
      const values = cases.map((row) => row[nth + 1] ?? Number.NaN);
      const id = (nth + 1) * PER_KIND + number;
      return kind === "case"
        ? { id, ids: null, data: bytesOf(Float64Array.from(values)) }
        : { id, ...packCodes(values) };
    }),
  ];
}

function runsOf(places: readonly number[]): Uint8Array {
  const runs: number[] = [];
  for (const [nth, place] of places.entries()) {
    if (nth > 0 && place === (places[nth - 1] ?? 0) + 1) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
    else runs.push(place, 1);
  }
  return bytesOf(Uint32Array.from(runs));
}

function packCodes(values: readonly number[]): Pick<Row, "ids" | "data"> {
  const ids = [...new Set(values)];
  const codeOf = new Map(ids.map((value, code) => [value, code]));
  const codes = values.map((value) => codeOf.get(value) ?? 0);
  return {
    ids: bytesOf(Float64Array.from(ids)),
    data: bytesOf(ids.length > 2 ** 16 ? Uint32Array.from(codes) : Uint16Array.from(codes)),
  };
}

/** Little-endian, as on all platforms that the driver is built for. */
function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** The bytes in a buffer of their own, because numbers of several bytes must begin at a multiple of their size. */
function alignedBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  const complete = buffer as ArrayBuffer;
  return byteOffset === 0 && byteLength === complete.byteLength
    ? complete
    : complete.slice(byteOffset, byteOffset + byteLength);
}
