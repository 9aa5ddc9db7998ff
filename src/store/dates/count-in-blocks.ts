/** Looks up ascending date rowids in the facet blocks: counts their values, or reads the ids of their cases. */
import type { Database } from "better-sqlite3";
import type { FacetCount } from "../../domain/query.ts";
import {
  type BlockKind,
  type FacetBlock,
  freeBlock,
  RANGE,
  readFacetBlocks,
} from "../database/facet-blocks.ts";
import { type DateRowids, lowerBound } from "./count-date-rowids.ts";

/** Reading the rows of this many cases takes as long as reading all blocks: some 10 ms. */
export const FEW_CASES = 1_024;

export interface CountedInBlocks {
  /** In no order. Cases without a value are not counted. */
  readonly counts: readonly FacetCount[];
  /** The date rowids that no block has. */
  readonly others: readonly number[];
}

/** @param dateRowids ascending, not empty */
export function countInBlocks(
  db: Database,
  kind: Exclude<BlockKind, "case">,
  dateRowids: DateRowids,
): CountedInBlocks {
  const counts = new Map<number, number>();
  const others = visitInBlocks(db, kind, dateRowids, ({ codes, ids }, positions) => {
    const ofCodes = new Uint32Array(ids.length);
    for (let nth = 0; nth < positions.length; nth++) {
      const code = codes[positions[nth] ?? 0] ?? 0;
      ofCodes[code] = (ofCodes[code] ?? 0) + 1;
    }
    // most codes of a block have no match, and the iterators of typed arrays cost four times as much
    for (let code = 0; code < ofCodes.length; code++) {
      const count = ofCodes[code] ?? 0;
      const id = count === 0 ? Number.NaN : (ids[code] ?? Number.NaN);
      if (!Number.isNaN(id)) counts.set(id, (counts.get(id) ?? 0) + count);
    }
  });
  return { counts: [...counts].map(([value, count]) => ({ value, count })), others };
}

/** The ids of the cases with these date rowids, and the date rowids that no block has. @param dateRowids ascending, not empty */
export function idsInBlocks(
  db: Database,
  dateRowids: DateRowids,
): { readonly ids: readonly Float64Array[]; readonly others: readonly number[] } {
  const ids: Float64Array[] = [];
  const others = visitInBlocks(db, "case", dateRowids, (block, positions) => {
    ids.push(idsAt(block, positions));
  });
  return { ids, others };
}

/** The ids of the cases at these positions of a block of the kind `case`. */
export function idsAt({ codes }: FacetBlock, positions: Uint32Array): Float64Array {
  const ids = new Float64Array(positions.length);
  for (let nth = 0; nth < ids.length; nth++) ids[nth] = codes[positions[nth] ?? 0] ?? 0;
  return ids;
}

/**
 * Calls `visit` with the positions, in each block, of the cases with these date rowids; they are valid until it returns. Returns the date
 * rowids that no block has.
 */
function visitInBlocks(
  db: Database,
  kind: BlockKind,
  dateRowids: DateRowids,
  visit: (block: FacetBlock, positions: Uint32Array) => void,
): number[] {
  const others: number[] = [];
  let space = new Uint32Array(0);
  let at = 0;
  for (const block of readFacetBlocks(db, kind, { from: dateRowids[0] ?? 0, to: dateRowids.at(-1) ?? 0 })) {
    const from = lowerBound(dateRowids, block.from, at);
    for (; at < from; at++) others.push(dateRowids[at] ?? 0);
    at = lowerBound(dateRowids, block.to, from);
    if (space.length < at - from) space = new Uint32Array(2 * (at - from));
    if (from < at) visit(block, positionsIn(block, dateRowids, { from, to: at }, space, others));
    freeBlock(block);
  }
  for (; at < dateRowids.length; at++) others.push(dateRowids[at] ?? 0);
  return others;
}

/** Writes the positions of those date rowids `from` to `to` that a block has into `positions`; the others are added to `others`. */
function positionsIn(
  { from: start, runs, isValid }: FacetBlock,
  dateRowids: DateRowids,
  { from, to }: { readonly from: number; readonly to: number },
  positions: Uint32Array,
  others: number[],
): Uint32Array {
  let found = 0;
  let at = from;
  for (let run = 0, first = 0; run < runs.length && at < to; run += 2) {
    const [before, length] = [runs[run] ?? 0, runs[run + 1] ?? 0];
    for (; at < to && (dateRowids[at] ?? 0) < start + before; at++) others.push(dateRowids[at] ?? 0);
    if (isValid[Math.floor(before / RANGE)] === true) {
      for (; at < to && (dateRowids[at] ?? 0) < start + before + length; at++)
        positions[found++] = first + (dateRowids[at] ?? 0) - start - before;
    }
    first += length;
  }
  for (; at < to; at++) others.push(dateRowids[at] ?? 0);
  return positions.subarray(0, found);
}
