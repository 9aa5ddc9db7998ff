/// <reference types="assemblyscript/types/assembly" />
/** The memory of a segment that is being built, in AssemblyScript (build-segment.as.ts). */

/** Where each column of the current row ends, then how many tokens it has: 32 bits each. */
export const COLUMN_ENDS: usize = 0;
export const MOST_COLUMNS: u32 = 16;
export const COLUMN_SIZES: usize = COLUMN_ENDS + 4 * MOST_COLUMNS;
const ARENA: usize = COLUMN_SIZES + 4 * MOST_COLUMNS;
/** Bytes of a page, by which WebAssembly's memory grows, and pages by which it grows at least. */
const PAGE: usize = 65_536;
const GROWTH: i32 = 16;

let end: usize = ARENA;

/** The next address that 16 divides. */
export function aligned(address: usize): usize {
  return (address + 15) & ~15;
}

/** @returns memory at such an address. A vector may be read and written behind its end. */
export function allocate(bytes: usize): usize {
  const at = end;
  end = aligned(at + bytes);
  const missing = <i32>(end / PAGE) + 2 - memory.size();
  if (missing > 0 && memory.grow(max(missing, GROWTH)) < 0) unreachable();
  return at;
}

/** Where the next memory is allocated. */
export function arenaEnd(): usize {
  return end;
}

/** Frees what was allocated from an address on. */
export function freeFrom(address: usize): void {
  end = address;
}

export function freeAll(): void {
  end = ARENA;
}

/** Copies vectors, so that bytes behind the target are overwritten: faster than `memory.copy` for few bytes. */
export function copyVectors(to: usize, from: usize, length: usize): void {
  for (let at: usize = 0; at < length; at += 16) v128.store(to + at, v128.load(from + at));
}

/** Writes one of SQLite's variable-length integers: seven bits a byte, the highest first. @param number below 2^56 @returns its end */
export function writeNumber(at: usize, number: u64): usize {
  let to = at;
  let shift: u64 = 0;
  while (number >>> (shift + 7) > 0) shift += 7;
  for (; shift > 0; shift -= 7) store<u8>(to++, <u8>((number >>> shift) | 0x80));
  store<u8>(to, <u8>(number & 0x7f));
  return to + 1;
}

/** The end of such an integer. */
export function endOfNumber(at: usize): usize {
  let to = at;
  while (load<u8>(to++) >= 0x80);
  return to;
}
