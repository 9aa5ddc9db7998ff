/// <reference types="assemblyscript/types/assembly" />
/**
 * Decodes one block of bzip2, in AssemblyScript, a dialect of TypeScript that is compiled to WebAssembly. `npm run wasm` writes it
 * into decode-bzip2.wasm.ts. Used by bzip2-thread.ts.
 *
 * The Huffman codes become bytes in the order of the sort (`readSymbols`), then the sort is undone (`undoSort`). Runs are written out
 * by bzip2.ts.
 */
// layout of the memory, addresses in bytes

/** A block has at most this number of bytes before its runs are written out. */
const MOST_BYTES: u32 = 900_000;
const MOST_SELECTORS: u32 = 18_002;
const MOST_CODE_BITS: u32 = 20;
/** Symbols that are coded by one table before the next one is selected. */
const GROUP: u32 = 50;
/** Codes of up to this number of bits are looked up at once. */
const LOOKUP_BITS: u32 = 10;

/** No block needs more packed bytes: `GROUP * MOST_SELECTORS` codes of 20 bits, and the tables. */
const MOST_INPUT: u32 = 2_400_000;
/** The packed bytes, which begin with those of the block. */
export const INPUT: usize = 1024;
/** Whatever the input is, it is not read further than this: so the tables behind it are read as input, never memory that is not there. */
const SORTED: usize = INPUT + MOST_INPUT;
/** For each place of the sort the place of the next byte << 8, and the byte; and `LAST`. */
const NEXT: usize = SORTED + MOST_BYTES + 64;
/** The next place begins a segment. */
const LAST: u32 = 1 << 31;
/** The block before its runs are written out. */
export const TEXT: usize = NEXT + 4 * MOST_BYTES;
const SELECTORS: usize = TEXT + MOST_BYTES + 64;
/** For each of 6 tables: symbol << 5 and bits of the code, by the next 10 bits; 0 for a longer code. */
const LOOKUP: usize = SELECTORS + MOST_SELECTORS + 6;
const LOOKUP_SHIFT: u32 = LOOKUP_BITS + 1;
/** For each table and length: where its codes end, as 20 bits; and what a code is subtracted from to give its number in `SYMBOLS`. */
const ENDS: usize = LOOKUP + (6 << LOOKUP_SHIFT);
const OFFSETS: usize = ENDS + 6 * 128;
/** For each table its symbols by length. */
const SYMBOLS: usize = OFFSETS + 6 * 128;
const LENGTHS: usize = SYMBOLS + 6 * 1024;
/** The bytes of the block, the one used last first. */
const RECENT: usize = LENGTHS + 512;
const COUNTS: usize = RECENT + 320;
/** For 16 places in `RECENT`: the order once that place is moved to the front. */
const TO_FRONT: usize = COUNTS + 1024;
/** Places from one beginning of a segment to the next one. */
const SEGMENT_PLACES: u32 = 1024;
/** For each segment: where its bytes are, their number, the next segment. The last one begins at the origin. */
const SEGMENTS: usize = TO_FRONT + 256;
const ORIGIN_SEGMENT: u32 = (MOST_BYTES + SEGMENT_PLACES - 1) / SEGMENT_PLACES;
const SEGMENT_SIZE: usize = 12;
/** Segments that are walked at the same time: for each the place, where the next byte is written, its number. */
const WALKS: usize = SEGMENTS + (ORIGIN_SEGMENT + 1) * SEGMENT_SIZE;
const WALK_COUNT: u32 = 16;
const WALK_SIZE: usize = 12;
/** Where each walk writes. All but the first pages of most are never touched, so the system does not provide them. */
const WALKED: usize = WALKS + WALK_COUNT * WALK_SIZE;

/** Results of `decode`. */
const FINE: u32 = 0;
const DAMAGED: u32 = 1;
/** The input ends in the block. */
const CUT: u32 = 2;

/** Bits of the input that are read. */
let at: u32 = 0;
let origin: u32 = 0;
let length: u32 = 0;

/** At most 25 bits. */
function read(bits: u32): u32 {
  const value = bswap(load<u32>(INPUT + (at >> 3))) << (at & 7);
  at += bits;
  return value >> (32 - bits);
}

/**
 * Decodes a block into `TEXT`.
 *
 * @param from bit of the input at which its magic number begins
 * @param bytes of the input
 */
export function decode(from: u32, bytes: u32): u32 {
  at = from + 48 + 32;
  const isFine = readTables() && readSymbols();
  // a code that is refused may be cut
  if (at + (isFine ? 0 : MOST_CODE_BITS) > bytes * 8) return CUT;
  if (!isFine) return DAMAGED;
  undoSort();
  return FINE;
}

/** The bit of the input after the block. */
export function end(): u32 {
  return at;
}

let tables: u32 = 0;
let selectors: u32 = 0;
let symbols: u32 = 0;

function readTables(): bool {
  // blocks of bzip2 before 0.9.5 may be randomised
  if (read(1) !== 0) return false;
  origin = read(24);
  symbols = 2;
  for (let high: u32 = 0, used = read(16); high < 16; high++)
    if (used & (0x8000 >> high))
      for (let low: u32 = 0, those = read(16); low < 16; low++)
        if (those & (0x8000 >> low)) store<u8>(RECENT + symbols++ - 2, (high << 4) | low);
  tables = read(3);
  selectors = read(15);
  if (symbols === 2 || tables < 2 || tables > 6 || selectors === 0) return false;
  let order: u32 = 0x543210;
  for (let i: u32 = 0; i < selectors; i++) {
    let place: u32 = 0;
    while (read(1) !== 0) if (++place >= tables) return false;
    const table = (order >> (place * 4)) & 15;
    const below: u32 = (1 << (place * 4)) - 1;
    order = (order & ~((below << 4) | 15)) | ((order & below) << 4) | table;
    // bzip2 ignores more of them too
    if (i < MOST_SELECTORS) store<u8>(SELECTORS + i, table);
  }
  if (selectors > MOST_SELECTORS) selectors = MOST_SELECTORS;
  for (let table: u32 = 0; table < tables; table++) if (!readTable(table)) return false;
  return true;
}

function readTable(table: u32): bool {
  let bits = read(5);
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    while (bits - 1 < MOST_CODE_BITS && read(1) !== 0) bits += 1 - 2 * read(1);
    if (bits - 1 >= MOST_CODE_BITS) return false;
    store<u8>(LENGTHS + symbol, bits);
  }
  const lookup = LOOKUP + (table << LOOKUP_SHIFT);
  memory.fill(lookup, 0, 1 << LOOKUP_SHIFT);
  let code: u32 = 0;
  let number: u32 = 0;
  for (bits = 1; bits <= MOST_CODE_BITS; bits++) {
    store<u32>(OFFSETS + table * 128 + bits * 4, number - code);
    for (let symbol: u32 = 0; symbol < symbols; symbol++) {
      if (load<u8>(LENGTHS + symbol) !== bits) continue;
      if (code >> bits !== 0) return false;
      store<u16>(SYMBOLS + table * 1024 + 2 * number++, symbol);
      if (bits <= LOOKUP_BITS) {
        const shift = LOOKUP_BITS - bits;
        for (let i = code << shift; i < (code + 1) << shift; i++)
          store<u16>(lookup + 2 * i, (symbol << 5) | bits);
      }
      code++;
    }
    store<u32>(ENDS + table * 128 + bits * 4, code << (MOST_CODE_BITS - bits));
    code <<= 1;
  }
  return true;
}

/** Symbol << 5 and bits of a code of more than 10 bits; 0: there is none. */
function longCode(table: u32, next: u32): u32 {
  for (let bits = LOOKUP_BITS + 1; bits <= MOST_CODE_BITS; bits++) {
    const entry = table * 128 + bits * 4;
    if (next >= load<u32>(ENDS + entry)) continue;
    const number = (next >> (MOST_CODE_BITS - bits)) + load<u32>(OFFSETS + entry);
    return ((load<u16>(SYMBOLS + table * 1024 + 2 * number) as u32) << 5) | bits;
  }
  return 0;
}

function readSymbols(): bool {
  const last = symbols - 1;
  memory.fill(COUNTS, 0, 1024);
  // the next bits, first the highest; how many; where more of them are
  let next = INPUT + (at >> 3);
  let count: u32 = 32 - (at & 7);
  let buffer: u64 = (bswap(load<u32>(next)) as u64) << (64 - count);
  next += 4;
  let recent = v128.load(RECENT);
  let to: usize = SORTED;
  let run: u32 = 0;
  let weight: u32 = 1;
  for (let group: u32 = 0; group < selectors; group++) {
    const table: u32 = load<u8>(SELECTORS + group);
    const lookup = LOOKUP + (table << LOOKUP_SHIFT);
    for (let i: u32 = 0; i < GROUP; i++) {
      if (count < MOST_CODE_BITS) {
        buffer |= (bswap(load<u32>(next)) as u64) << (32 - count);
        count += 32;
        next += 4;
      }
      let code: u32 = load<u16>(lookup + 2 * ((buffer >> (64 - LOOKUP_BITS)) as usize));
      if (code === 0) code = longCode(table, (buffer >> (64 - MOST_CODE_BITS)) as u32);
      if (code === 0) return stopAt(next, count, false);
      buffer <<= code & 31;
      count -= code & 31;
      const symbol = code >> 5;
      if (symbol < 2) {
        run += weight << symbol;
        weight <<= 1;
        if (weight > 1 << 20) return stopAt(next, count, false);
        continue;
      }
      if (run !== 0) {
        if (to + run > SORTED + MOST_BYTES) return stopAt(next, count, false);
        const byte = v128.extract_lane<u8>(recent, 0);
        memory.fill(to, byte, run);
        to += run;
        store<u32>(COUNTS + 4 * byte, load<u32>(COUNTS + 4 * byte) + run);
        run = 0;
        weight = 1;
      }
      if (symbol === last) {
        length = (to - SORTED) as u32;
        return stopAt(next, count, origin < length);
      }
      if (to === SORTED + MOST_BYTES) return stopAt(next, count, false);
      const place = symbol - 1;
      if (place < 16) recent = v128.swizzle(recent, v128.load(TO_FRONT + 16 * place));
      else {
        v128.store(RECENT, recent);
        const byte = load<u8>(RECENT + place);
        memory.copy(RECENT + 1, RECENT, place);
        store<u8>(RECENT, byte);
        recent = v128.load(RECENT);
      }
      const byte: u32 = v128.extract_lane<u8>(recent, 0);
      store<u8>(to++, byte);
      store<u32>(COUNTS + 4 * byte, load<u32>(COUNTS + 4 * byte) + 1);
    }
  }
  return stopAt(next, count, false);
}

function stopAt(next: usize, unusedBits: u32, isFine: bool): bool {
  at = (((next - INPUT) << 3) - unusedBits) as u32;
  return isFine;
}

/**
 * Follows the places from the origin. Each step waits for the memory, so the order of the text is cut into segments at places
 * of which nobody knows yet where they are in it; many segments are walked at the same time, and then joined.
 */
function undoSort(): void {
  linkPlaces();
  walkSegments();
  let segment = ORIGIN_SEGMENT;
  for (let to = TEXT; to < TEXT + length; ) {
    const entry = SEGMENTS + segment * SEGMENT_SIZE;
    const bytes = min(load<u32>(entry, 4), (TEXT + length - to) as u32);
    memory.copy(to, load<u32>(entry), bytes);
    to += bytes;
    segment = load<u32>(entry, 8);
  }
}

function linkPlaces(): void {
  let sum: u32 = 0;
  for (let counts = COUNTS; counts < COUNTS + 1024; counts += 4) {
    const count = load<u32>(counts);
    store<u32>(counts, sum);
    sum += count;
  }
  for (let i: u32 = 0; i < length; i++) {
    const byte: u32 = load<u8>(SORTED + i);
    const place = load<u32>(COUNTS + 4 * byte);
    store<u32>(COUNTS + 4 * byte, place + 1);
    const last = i % SEGMENT_PLACES === 0 || i === origin ? LAST : 0;
    store<u32>(NEXT + 4 * place, last | (i << 8) | byte);
  }
}

function walkSegments(): void {
  const segments = (length + SEGMENT_PLACES - 1) / SEGMENT_PLACES;
  let next: u32 = 0;
  let ends = WALKS;
  beginSegment(ends, ORIGIN_SEGMENT, origin, WALKED);
  for (ends += WALK_SIZE; next < segments && ends < WALKS + WALK_COUNT * WALK_SIZE; next++) {
    if (next * SEGMENT_PLACES === origin) continue;
    const number = (ends - WALKS) / WALK_SIZE;
    beginSegment(ends, next, next * SEGMENT_PLACES, WALKED + number * MOST_BYTES);
    ends += WALK_SIZE;
  }
  while (ends > WALKS) {
    for (let walk = WALKS; walk < ends; walk += WALK_SIZE) {
      const link = load<u32>(NEXT + 4 * load<u32>(walk));
      const to = load<u32>(walk, 4);
      store<u8>(to, link);
      const place = (link & ~LAST) >> 8;
      store<u32>(walk, place);
      store<u32>(walk, to + 1, 4);
      if (link < LAST) continue;
      const entry = SEGMENTS + load<u32>(walk, 8) * SEGMENT_SIZE;
      store<u32>(entry, to + 1 - load<u32>(entry), 4);
      store<u32>(entry, place === origin ? ORIGIN_SEGMENT : place / SEGMENT_PLACES, 8);
      if (next * SEGMENT_PLACES === origin) next++;
      if (next < segments) beginSegment(walk, next, next++ * SEGMENT_PLACES, to + 1);
      else {
        ends -= WALK_SIZE;
        memory.copy(walk, ends, WALK_SIZE);
        walk -= WALK_SIZE;
      }
    }
  }
}

function beginSegment(walk: usize, segment: u32, place: u32, to: usize): void {
  store<u32>(walk, place);
  store<u32>(walk, to as u32, 4);
  store<u32>(walk, segment, 8);
  store<u32>(SEGMENTS + segment * SEGMENT_SIZE, to as u32);
}

/** The number of bytes in `TEXT`. */
export function textBytes(): u32 {
  return length;
}

/** To be called once, before all others. */
export function start(): void {
  for (let place: u32 = 0; place < 16; place++)
    for (let i: u32 = 0; i < 16; i++)
      store<u8>(TO_FRONT + 16 * place + i, i === 0 ? place : i <= place ? i - 1 : i);
}
