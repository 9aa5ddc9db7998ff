/** Finds the cases that pass filters on jurisdiction, court and reporter in the facet blocks, without the index of words. */
import type { Database } from "better-sqlite3";
import {
  type BlockKind,
  type FacetBlock,
  freeBlock,
  RANGE,
  readFacetBlocks,
} from "../database/facet-blocks.ts";
import { idsAt } from "./count-in-blocks.ts";
import type { DateRowidRange } from "./date-rowid-levels.ts";

/** The kind of value is one of these. */
export interface BlockFilter {
  readonly kind: Exclude<BlockKind, "case">;
  readonly ids: readonly number[];
}

/** Cases in valid ranges: each range has a row with their number (facet-blocks.ts). */
const VALID_CASES = "SELECT total(ids) FROM facet_block WHERE id < 1 << 36 AND ids IS NOT NULL";

/** Whether the facet blocks are right about all cases of the corpus. @param cases how many there are */
export function haveAllCases(db: Database, cases: number): boolean {
  return db.prepare<[], number>(VALID_CASES).pluck().get() === cases;
}

/**
 * Yields the ids of the cases in ranges of date rowids that pass all filters, in the order of date rowids.
 *
 * @param db a corpus for which `haveAllCases`
 */
export function* filteredIds(
  db: Database,
  filters: readonly BlockFilter[],
  ranges: readonly DateRowidRange[],
): Generator<Float64Array> {
  for (const range of ranges) {
    const inclusive = { from: range.from, to: range.to - 1 };
    // a case takes one or two bytes
    const filtered = filters.map(({ kind, ids }) => ({
      ids,
      blocks: [...readFacetBlocks(db, kind, inclusive)],
    }));
    let nth = 0;
    for (const block of readFacetBlocks(db, "case", inclusive)) {
      let positions = positionsIn(block, range);
      for (const { ids, blocks } of filtered) {
        const values = blocks[nth];
        if (values !== undefined) positions = passing(positions, values, ids);
      }
      nth++;
      const ids = idsAt(block, positions);
      freeBlock(block);
      yield ids;
    }
    for (const { blocks } of filtered) for (const block of blocks) freeBlock(block);
  }
}

/** The positions of the block's cases in a range of date rowids. */
function positionsIn(
  { from: first, runs, isValid, codes }: FacetBlock,
  { from, to }: DateRowidRange,
): Uint32Array {
  const positions = new Uint32Array(codes.length);
  let [length, position] = [0, 0];
  for (let run = 0; run < runs.length; run += 2) {
    const [start, cases] = [runs[run] ?? 0, runs[run + 1] ?? 0];
    const end = Math.min(cases, to - first - start);
    // a range is not valid if all its cases were removed
    const isKept = isValid[Math.floor(start / RANGE)] === true;
    for (let nth = Math.max(from - first - start, 0); isKept && nth < end; nth++)
      positions[length++] = position + nth;
    position += cases;
  }
  return positions.subarray(0, length);
}

/** Those positions whose cases have a wanted value. */
function passing(positions: Uint32Array, { codes, ids }: FacetBlock, wanted: readonly number[]): Uint32Array {
  const passes = Uint8Array.from(ids, (id) => (wanted.includes(id) ? 1 : 0));
  const found = new Uint32Array(positions.length);
  let length = 0;
  for (let nth = 0; nth < positions.length; nth++) {
    const position = positions[nth] ?? 0;
    if (passes[codes[position] ?? 0] === 1) found[length++] = position;
  }
  return found.subarray(0, length);
}
