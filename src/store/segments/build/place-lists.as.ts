/// <reference types="assemblyscript/types/assembly" />
/**
 * The lists of the places of tokens, in AssemblyScript (build-segment.as.ts).
 *
 * In a list, each row that has the token is a zero byte, three bytes with the number of the row, the lowest first, and the places as FTS5
 * writes them: for each place its distance from the one before, plus 2; where the column changes, a 1 and the column before it ("Position
 * list format" in ext/fts5/fts5_index.c of SQLite). So no number among the places is 0. A list grows by slices, each twice as long as the one
 * before.
 */
import { allocate, copyVectors } from "./arena.as";
import { ENTRY } from "./token-table.as";

// offsets in an entry (token-table.as.ts)

/** One byte: the column of the last place. */
const COLUMN: usize = 22;
/** One byte: number of slices after the first one. */
const SLICES: usize = 23;
/** Where the list ends, and where its last slice does. */
const LIST_END: usize = 24;
const SLICE_END: usize = 28;
/** Number of the last row, plus one. */
const ROW: usize = 32;
/** The last place in that row. */
const POSITION: usize = 36;
/** The first slice. A slice ends with the address of the next one. */
const FIRST_SLICE: usize = 40;
const ADDRESS_BYTES: usize = 4;
const SECOND_SLICE_BYTES: usize = 32;

/** Bytes of a row's number and the zero before it. */
export const ROW_BYTES: usize = 4;
/** Bytes that `addPlace` may overwrite: row, column, and a distance below `FAR`. */
const PLACE_BYTES: u32 = 8;
const FAR: u32 = 1 << 14;

/** Adds a place to the list of a token. @param position in its column; places ascend */
export function addPlace(entry: usize, row: u32, column: u32, position: u32): void {
  if (load<u32>(entry, LIST_END) === 0) {
    store<u32>(entry, <u32>(entry + FIRST_SLICE), LIST_END);
    store<u32>(entry, <u32>(entry + ENTRY - ADDRESS_BYTES), SLICE_END);
  }
  const isNewRow = u32(load<u32>(entry, ROW) !== row + 1);
  const isNewColumn = u32(select<u32>(0, load<u8>(entry, COLUMN), isNewRow) !== column);
  const distance = position + 2 - select<u32>(0, load<u32>(entry, POSITION), isNewRow | isNewColumn);
  store<u8>(entry, <u8>column, COLUMN);
  store<u32>(entry, row + 1, ROW);
  store<u32>(entry, position, POSITION);
  let at: usize = load<u32>(entry, LIST_END);
  if (u32(load<u32>(entry, SLICE_END) - <u32>at < PLACE_BYTES) | u32(distance >= FAR)) {
    if (isNewRow)
      for (let shift: u32 = 0; shift < 32; shift += 8) at = writeByte(entry, at, (row << 8) >>> shift);
    if (isNewColumn) at = writeByte(entry, writeByte(entry, at, 1), column);
    at = writeDistance(entry, at, distance);
  } else {
    // whether a row, a column and a second byte are needed is hard to predict, so they are always written
    store<u32>(at, row << 8);
    at += isNewRow << 2;
    store<u16>(at, <u16>((column << 8) | 1));
    at += isNewColumn << 1;
    const isLong = u32(distance >= 0x80);
    store<u16>(at, <u16>select<u32>((distance >>> 7) | 0x80 | ((distance & 0x7f) << 8), distance, isLong));
    at += 1 + isLong;
  }
  store<u32>(entry, <u32>at, LIST_END);
}

function writeDistance(entry: usize, from: usize, distance: u32): usize {
  let at = from;
  let shift: u32 = 0;
  while (distance >>> (shift + 7) > 0) shift += 7;
  for (; shift > 0; shift -= 7) at = writeByte(entry, at, (distance >>> shift) | 0x80);
  return writeByte(entry, at, distance & 0x7f);
}

/** Writes a byte, into a new slice if the last one is full. @returns the address after it */
function writeByte(entry: usize, at: usize, byte: u32): usize {
  let to = at;
  if (at === load<u32>(entry, SLICE_END)) {
    const slices = load<u8>(entry, SLICES);
    const bytes = SECOND_SLICE_BYTES << slices;
    to = allocate(bytes);
    store<u32>(at, <u32>to);
    store<u32>(entry, <u32>(to + bytes - ADDRESS_BYTES), SLICE_END);
    store<u8>(entry, slices + 1, SLICES);
  }
  store<u8>(to, <u8>byte);
  return to + 1;
}

/** Bytes that a list has at most. */
export function listBytes(entry: usize): usize {
  return ENTRY + (SECOND_SLICE_BYTES << load<u8>(entry, SLICES));
}

/** Copies a list. @returns the address after the copy */
export function copyList(entry: usize, target: usize): usize {
  const slices: usize = load<u8>(entry, SLICES);
  let to = target;
  let from = entry + FIRST_SLICE;
  let end = entry + ENTRY - ADDRESS_BYTES;
  for (let slice: usize = 0; slice < slices; slice++) {
    copyVectors(to, from, end - from);
    to += end - from;
    from = load<u32>(end);
    end = from + (SECOND_SLICE_BYTES << slice) - ADDRESS_BYTES;
  }
  const length = <usize>load<u32>(entry, LIST_END) - from;
  copyVectors(to, from, length);
  return to + length;
}
