/// <reference types="assemblyscript/types/assembly" />
/**
 * What of a segment is ready, in AssemblyScript (build-segment.as.ts): rows of FTS5's tables, one after the other. Each is a header of 16 bytes and
 * its bytes, and starts at an address that 16 divides; segment-rows.ts reads them.
 */
import { allocate } from "./arena.as";

/** What a row is. `TOKEN`: the first token of a page, in the index of pages. */
export const SIZES: u32 = 0;
export const BLOCK: u32 = 1;
export const TOKEN: u32 = 2;
export const END: u32 = 3;
export const HEADER: usize = 16;

/** Allocates a row. @param number see `writeHeader` @returns where its bytes belong */
export function addRow(kind: u32, number: u64, bytes: usize): usize {
  const at = allocate(HEADER + bytes);
  writeHeader(at, kind, <f64>number, bytes);
  return at + HEADER;
}

/** @param number by kind: a date rowid, an id in the segment, the value in the index of pages, or the number of pages */
export function writeHeader(at: usize, kind: u32, number: f64, bytes: usize): void {
  store<f64>(at, number);
  store<u32>(at, <u32>bytes, 8);
  store<u32>(at, kind, 12);
}
