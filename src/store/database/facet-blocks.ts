/**
 * Facet blocks: the jurisdiction, court, reporter and id of each case, packed in the order of date rowids. Facets of many matches are
 * counted from them, at some 0.01 µs a match; a look-up of the row takes a hundred times as long.
 *
 * A block has the cases of some ranges of 2^16 date rowids. The end of a run writes the blocks that lack cases
 * (write-facet-blocks.ts). A row for each range says that the block is right about it: triggers (schema.ts) delete that row when a
 * case in the range is removed or gets other values. A date rowid that no block has is looked up among the rows.
 */
import type { Database } from "better-sqlite3";
import { readRows } from "./statement-cache.ts";

/** The kinds of value. */
export const KINDS = ["jurisdiction", "court", "reporter", "case"] as const;
export type BlockKind = (typeof KINDS)[number];

/** Date rowids of a range; the triggers know this number. */
export const RANGE = 2 ** 16;
/** Above the first level (date-rowid-levels.ts) date rowids are sparse, so a block has more ranges there. */
const SPARSE_FROM = 2 ** 40;
const SPARSE_BLOCK = 2 ** 20;

/** Added to the number of a range for each kind of row: the rows of one kind are neighbours, because they are read together. */
export const PER_KIND = 2 ** 36;
/** Kinds 1 to 3 were the values of each range in earlier versions of the program. */
export const RUNS = 4;
const FIRST_VALUES = 5;

/** One statement for all blocks: each statement locks the file. */
const READ = `
  SELECT runs.id - :runs, runs.data, value.data, value.ids
    FROM facet_block AS runs
   CROSS JOIN facet_block AS value ON value.id = runs.id - :runs + :kind
   WHERE runs.id BETWEEN :runs + :first AND :runs + :last
   ORDER BY runs.id
`;
/** In earlier versions the rows with these ids had values, and no `ids`. */
const VALID = "SELECT id FROM facet_block WHERE id BETWEEN :first AND :last AND ids IS NOT NULL ORDER BY id";

/** One kind of value of a block's cases. */
export interface FacetBlock {
  /** The first date rowid that the block can have, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /**
   * Where the cases are: for each run of consecutive date rowids, ascending, how far the first one is from `from`, and how many they
   * are. A run is in one range.
   */
  readonly runs: Uint32Array;
  /** For each range of the block, whether the block is right about it. */
  readonly isValid: readonly boolean[];
  /** Of each case, in the order of date rowids, the position of its value in `ids`; of the kind `case`, the id. */
  readonly codes: Uint8Array | Uint16Array | Uint32Array | Float64Array;
  /** Not a number: the case has no such value. */
  readonly ids: Float64Array;
}

/** Half-open: `from <= dateRowid < to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

type StoredBlock = readonly [range: number, runs: Uint8Array, codes: Uint8Array, ids: Uint8Array | number];

const NO_IDS = new Float64Array(0);

/** Reads the blocks that can have date rowids from `from` to `to` inclusive, ascending. */
export function* readFacetBlocks(db: Database, kind: BlockKind, { from, to }: Range): Generator<FacetBlock> {
  const [first, last] = [blockOf(from).from / RANGE, Math.floor(to / RANGE)];
  const valid = new Set(readRows(db, VALID, { first, last }).map(([range]) => Number(range)));
  const bounds = { first, last, runs: RUNS * PER_KIND, kind: rowOf(kind) * PER_KIND };
  const statement = db.prepare<Record<string, number>, StoredBlock>(READ).raw();
  for (const [range, runs, codes, ids] of statement.iterate(bounds)) {
    const block = blockOf(range * RANGE);
    yield {
      ...block,
      runs: new Uint32Array(alone(runs)),
      isValid: rangesOf(block).map((one) => valid.has(one)),
      codes: codesOf(codes, ids),
      ids: typeof ids === "number" ? NO_IDS : new Float64Array(alone(ids)),
    };
  }
}

/**
 * Frees the memory of a block that is not needed any more. Blocks are megabytes outside of the heap, so garbage would have to be collected
 * after every few questions.
 */
export function freeBlock({ runs, codes, ids }: FacetBlock): void {
  for (const { buffer, byteLength } of [runs, codes, ids]) {
    const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
    if (isAlone && byteLength > 0) buffer.transfer(0);
  }
}

/** The block that has a date rowid, if its case is in a block. */
export function blockOf(dateRowid: number): Range {
  const length = dateRowid < SPARSE_FROM ? RANGE : SPARSE_BLOCK;
  const from = dateRowid - (dateRowid % length);
  return { from, to: from + length };
}

/** The numbers of the ranges of a block. */
export function rangesOf({ from, to }: Range): number[] {
  return Array.from({ length: (to - from) / RANGE }, (_, nth) => from / RANGE + nth);
}

/** The number of the rows of a kind. */
export function rowOf(kind: BlockKind): number {
  return FIRST_VALUES + KINDS.indexOf(kind);
}

/** Codes have as few bytes as they need, and the ids of cases the bytes that `ids` says. */
function codesOf(bytes: Uint8Array, ids: Uint8Array | number): FacetBlock["codes"] {
  if (typeof ids !== "number" && ids.length <= 2 ** 8 * Float64Array.BYTES_PER_ELEMENT) return bytes;
  const buffer = alone(bytes);
  if (typeof ids === "number") return ids === 4 ? new Uint32Array(buffer) : new Float64Array(buffer);
  return ids.length <= 2 ** 16 * Float64Array.BYTES_PER_ELEMENT
    ? new Uint16Array(buffer)
    : new Uint32Array(buffer);
}

/** The bytes in a buffer of their own, because numbers of several bytes must begin at a multiple of their size. */
function alone({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  const complete = buffer as ArrayBuffer;
  return byteOffset === 0 && byteLength === complete.byteLength
    ? complete
    : complete.slice(byteOffset, byteOffset + byteLength);
}
