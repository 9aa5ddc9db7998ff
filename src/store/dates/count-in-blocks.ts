/** Counts ascending date rowids by the values that the facet blocks have for them. */
import type { FacetCount } from "../../domain/query.ts";
import { BLOCK_DATE_ROWIDS, type FacetBlock, type FacetBlocks } from "../database/facet-blocks.ts";
import { lowerBound } from "./count-date-rowids.ts";

export interface CountedInBlocks {
  /** In no order. Cases without a value are not counted. */
  readonly counts: readonly FacetCount[];
  /** The date rowids that no block has, ascending. */
  readonly others: readonly number[];
}

export function countInBlocks(blocks: FacetBlocks, dateRowids: readonly number[]): CountedInBlocks {
  const counts = new Map<number, number>();
  const others: number[] = [];
  for (let from = 0; from < dateRowids.length; ) {
    const number = Math.floor((dateRowids[from] ?? 0) / BLOCK_DATE_ROWIDS);
    const first = number * BLOCK_DATE_ROWIDS;
    const to = lowerBound(dateRowids, first + BLOCK_DATE_ROWIDS, from);
    const block = blocks.read(number);
    if (block === null) for (let at = from; at < to; at++) others.push(dateRowids[at] ?? 0);
    else {
      for (const [code, count] of countCodes(block, { dateRowids, from, to, first }, others).entries()) {
        const id = block.ids[code] ?? null;
        if (id !== null && count > 0) counts.set(id, (counts.get(id) ?? 0) + count);
      }
    }
    from = to;
  }
  return { counts: [...counts].map(([value, count]) => ({ value, count })), others };
}

interface Run {
  readonly dateRowids: readonly number[];
  readonly from: number;
  readonly to: number;
  /** The first date rowid of the block. */
  readonly first: number;
}

/** Counts a run of date rowids by code; those that the block does not have are added to `others`. */
function countCodes(
  { places, codes, ids }: FacetBlock,
  { dateRowids, from, to, first }: Run,
  others: number[],
): Uint32Array {
  const counts = new Uint32Array(ids.length);
  for (let at = from, next = 0; at < to; at++) {
    const dateRowid = dateRowids[at] ?? 0;
    next = lowerBound(places, dateRowid - first, next);
    const code = places[next] === dateRowid - first ? codes[next] : undefined;
    if (code === undefined) others.push(dateRowid);
    else counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}
