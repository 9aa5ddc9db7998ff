/** Counts ascending date rowids by the values that the facet blocks have for them. */
import type { Database } from "better-sqlite3";
import type { FacetCount } from "../../domain/query.ts";
import {
  BLOCK_DATE_ROWIDS,
  type BlockKind,
  type FacetBlock,
  readFacetBlocks,
} from "../database/facet-blocks.ts";
import { type DateRowids, lowerBound } from "./count-date-rowids.ts";

/** Cases of a block that are skipped at a time: most matches of many are near the one before. */
const STRIDE = 8;

export interface CountedInBlocks {
  /** In no order. Cases without a value are not counted. */
  readonly counts: readonly FacetCount[];
  /** The date rowids that no block has. */
  readonly others: readonly number[];
}

/** @param dateRowids ascending, not empty */
export function countInBlocks(db: Database, kind: BlockKind, dateRowids: DateRowids): CountedInBlocks {
  const counts = new Map<number, number>();
  const others: number[] = [];
  const range = { from: dateRowids[0] ?? 0, to: dateRowids.at(-1) ?? 0 };
  let at = 0;
  for (const block of readFacetBlocks(db, kind, range)) {
    const from = lowerBound(dateRowids, block.from, at);
    for (; at < from; at++) others.push(dateRowids[at] ?? 0);
    at = lowerBound(dateRowids, block.from + BLOCK_DATE_ROWIDS, from);
    if (from === at) continue;
    const ofCodes = countCodes(block, dateRowids, { from, to: at }, others);
    // most codes of a block have no match, and the iterators of typed arrays cost four times as much
    for (let code = 0; code < ofCodes.length; code++) {
      const count = ofCodes[code] ?? 0;
      const id = count === 0 ? Number.NaN : (block.ids[code] ?? Number.NaN);
      if (!Number.isNaN(id)) counts.set(id, (counts.get(id) ?? 0) + count);
    }
  }
  const missing = others.concat(Array.from(dateRowids.slice(at)));
  return { counts: [...counts].map(([value, count]) => ({ value, count })), others: missing };
}

/** Counts the date rowids at these positions by code; those that the block does not have are added to `others`. */
function countCodes(
  { from: first, places, codes, ids }: FacetBlock,
  dateRowids: DateRowids,
  { from, to }: { readonly from: number; readonly to: number },
  others: number[],
): Uint32Array {
  const counts = new Uint32Array(ids.length);
  for (let at = from, next = 0; at < to; at++) {
    const dateRowid = dateRowids[at] ?? 0;
    const place = dateRowid - first;
    while (next + STRIDE < places.length && (places[next + STRIDE] ?? 0) < place) next += STRIDE;
    while (next < places.length && (places[next] ?? 0) < place) next++;
    const code = places[next] === place ? codes[next] : undefined;
    if (code === undefined) others.push(dateRowid);
    else counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}
