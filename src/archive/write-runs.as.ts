/// <reference types="assemblyscript/types/assembly" />
/**
 * The last step of decoding a block of bzip2: its runs are written out, and the checksum is computed. In AssemblyScript, a dialect
 * of TypeScript that is compiled to WebAssembly; `npm run wasm` writes it into write-runs.wasm.ts. Used by bzip2.ts, because
 * V8 takes six times as long for the same loop in TypeScript.
 */
// layout of the memory, addresses in bytes

const MOST_BYTES: u32 = 900_000;
const MOST_OUTPUT: u32 = 1 << 20;
/** The block before its runs are written out. */
export const TEXT: usize = 1024;
/** A part of the block after that. */
export const OUTPUT: usize = TEXT + MOST_BYTES + 64;
/** For each of 4 bytes: its share of the checksum. */
const CHECKSUMS: usize = OUTPUT + MOST_OUTPUT;
/** More than a step writes: 16 bytes, then a run of at most 4 + 255. */
const STEP: u32 = 300;

let length: u32 = 0;
let read: u32 = 0;
let checksum: u32 = 0;

/** To be called once, before all others. */
export function start(): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let sum = byte << 24;
    for (let table: usize = 0; table < 4; table++) {
      for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum >> 31 !== 0 ? 0x04c11db7 : 0);
      store<u32>(CHECKSUMS + 1024 * table + 4 * byte, sum);
    }
  }
}

/** To be called for each block, once so many bytes are in `TEXT`. */
export function begin(bytes: u32): void {
  length = bytes;
  read = 0;
  checksum = 0xffffffff;
}

/** Writes the next part of the block. @returns its bytes; 0 at the end of the block */
export function write(): u32 {
  let from = TEXT + read;
  const end = TEXT + length;
  let to = OUTPUT;
  while (from < end && to < OUTPUT + MOST_OUTPUT - STEP) {
    const bytes = v128.load(from);
    const pairs = v128.and(v128.eq<u8>(bytes, v128.load(from, 1)), v128.eq<u8>(bytes, v128.load(from, 2)));
    const fours = v128.and(pairs, v128.eq<u8>(bytes, v128.load(from, 3)));
    const plain = ctz(v128.bitmask<u8>(fours) | (1 << 16)) as u32;
    v128.store(to, bytes);
    const left = (end - from) as u32;
    // four equal bytes and the number of those left out, unless the block ends before it
    const isRun = plain < 16 && plain + 4 < left;
    const step = isRun ? plain : min(left, 16);
    from += step;
    to += step;
    if (!isRun) continue;
    const run: u32 = 4 + load<u8>(from, 4);
    memory.fill(to, load<u8>(from), run);
    from += 5;
    to += run;
  }
  read = (from - TEXT) as u32;
  updateChecksum(to);
  return (to - OUTPUT) as u32;
}

function updateChecksum(end: usize): void {
  let sum = checksum;
  let from = OUTPUT;
  for (; from + 4 <= end; from += 4) {
    const word = sum ^ bswap(load<u32>(from));
    sum =
      load<u32>(CHECKSUMS + 3072 + 4 * (word >> 24)) ^
      load<u32>(CHECKSUMS + 2048 + 4 * ((word >> 16) & 255)) ^
      load<u32>(CHECKSUMS + 1024 + 4 * ((word >> 8) & 255)) ^
      load<u32>(CHECKSUMS + 4 * (word & 255));
  }
  for (; from < end; from++) sum = (sum << 8) ^ load<u32>(CHECKSUMS + 4 * ((sum >> 24) ^ load<u8>(from)));
  checksum = sum;
}

/** Whether all parts are written. */
export function isWritten(): bool {
  return read === length;
}

/** The checksum of the parts that are written. */
export function crc(): u32 {
  return ~checksum;
}
