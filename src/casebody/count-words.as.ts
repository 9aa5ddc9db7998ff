/// <reference types="assemblyscript/types/assembly" />
/**
 * Counts some words in texts, in AssemblyScript, a dialect of TypeScript that is compiled to WebAssembly (`npm run wasm`). What it is for:
 * broken-words.ts.
 *
 * A word is a run of ASCII letters that is next to no digit and no hyphen. It is read, folded and compared as vectors of 16 characters.
 */

/** Address of the units of a text. Before them is no letter, after them are 16 spaces. */
export const UNITS: usize = 2;
/** Units of a text that are read at a time, at most. */
export const MOST_UNITS: u32 = 1 << 14;
/** Words that are counted at a time, at most: the table has more entries. */
export const MOST_WORDS: u32 = 1_500;
/** By the first two letters: whether a counted word begins so. */
const BEGINNINGS: usize = 1 << 16;
const MOST_BEGINNINGS = 1 << 10;
/** A hash table of the counted words. */
const ENTRIES: usize = BEGINNINGS + MOST_BEGINNINGS;
const SLOT_BITS = 11;
/** Bytes of an entry: the key of a word, then what these offsets name. */
const ENTRY: usize = 32;
/** Number of the list that has the word; an entry of another list is free. */
const LIST: usize = 16;
const TIMES: usize = 20;
const ALL_SLOTS: usize = (ENTRY << SLOT_BITS) - 1;

let list: u32 = 0;
/** Length of the word that was read last. */
let length: u32 = 0;

/** Counts the words of these units from now on, and no others. */
export function setWords(end: u32): void {
  list++;
  memory.fill(BEGINNINGS, 0, MOST_BEGINNINGS);
  for (let at: u32 = 0; at < end; at += length + 1) {
    const key = keyAt(at);
    const entry = entryOf(key);
    v128.store(entry, key);
    store<u32>(entry, list, LIST);
    store<u32>(entry, 0, TIMES);
    store<u8>(beginningOf(at), 1);
  }
}

/** Counts in these units. */
export function countWords(end: u32): void {
  let before: u32 = 0;
  for (let block: u32 = 0; block < end; block += 16) {
    const letters = lettersIn(charactersAt(block));
    // words do not wait for the length of the word before
    for (let starts = letters & ~((letters << 1) | before); starts !== 0; starts &= starts - 1) {
      const at = block + ctz(starts);
      if (load<u8>(beginningOf(at)) === 0) continue;
      const entry = entryOf(keyAt(at));
      if (load<u32>(entry, LIST) !== list) continue;
      if (isJoiner(addressOf(at) - 2) || isJoiner(addressOf(at + length))) continue;
      store<u32>(entry, load<u32>(entry, TIMES) + 1, TIMES);
    }
    before = letters >>> 15;
  }
}

/** How often the word was counted that begins at a unit of the memory, one of those that are counted. */
export function timesOf(at: u32): u32 {
  return load<u32>(entryOf(keyAt(at)), TIMES);
}

/** The word that begins at a unit: its characters in lower case, then zeros. Those of a longer one are put upon each other, shifted. */
function keyAt(at: u32): v128 {
  const positions = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  let key = i64x2.splat(0);
  let some: u32;
  length = 0;
  do {
    const characters = charactersAt(at + length);
    some = ctz(~lettersIn(characters));
    const folded = v128.or(characters, i8x16.splat(0x20));
    const shifted = i8x16.shuffle(key, key, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0);
    key = v128.xor(shifted, v128.and(folded, i8x16.lt_u(positions, i8x16.splat(<i8>some))));
    length += some;
  } while (some === 16);
  return key;
}

/** Sixteen units as bytes. A unit above 255 becomes 255 or 0, neither of which is part of a word. */
function charactersAt(at: u32): v128 {
  return i8x16.narrow_i16x8_u(v128.load(addressOf(at)), v128.load(addressOf(at), 16));
}

/** A bit for each letter. */
function lettersIn(characters: v128): u32 {
  const folded = v128.or(characters, i8x16.splat(0x20));
  return i8x16.bitmask(i8x16.lt_u(i8x16.sub(folded, i8x16.splat(0x61)), i8x16.splat(26)));
}

/** Whether the unit at an address is a digit or a hyphen. */
function isJoiner(address: usize): bool {
  const unit = load<u16>(address);
  return unit === 0x2d || (unit >= 0x30 && unit <= 0x39);
}

function addressOf(at: u32): usize {
  return UNITS + ((<usize>at) << 1);
}

/** Other units than letters may have the place of letters. */
function beginningOf(at: u32): usize {
  const units = load<u32>(addressOf(at));
  return BEGINNINGS + ((units & 31) | ((units >> 11) & (31 << 5)));
}

/** The entry of a word, or the free one where it belongs. */
function entryOf(key: v128): usize {
  const hash = v128.extract_lane<u64>(key, 0) ^ (v128.extract_lane<u64>(key, 1) * 0x9e3779b97f4a7c15);
  let slot: usize = <usize>((hash * 0x9e3779b97f4a7c15) >> (64 - SLOT_BITS)) * ENTRY;
  while (load<u32>(ENTRIES + slot, LIST) === list) {
    if (!v128.any_true(v128.xor(key, v128.load(ENTRIES + slot)))) break;
    slot = (slot + ENTRY) & ALL_SLOTS;
  }
  return ENTRIES + slot;
}
