/// <reference types="assemblyscript/types/assembly" />
/** The memory in which words are scanned, and the table of words in it, in AssemblyScript (scan-words.as.ts). */

// layout of the memory, addresses in bytes

/** Units of a text that are scanned at a time, at most. After them come a space, and units that a vector reads and does not use. */
export const MOST_UNITS: u32 = 1 << 14;
/** By UTF-16 unit: 0 until it first occurs, then one of the next three. */
export const FLAGS: usize = 0;
export const NOT_SEPARATOR: u8 = 1;
/** It separates words in every context. */
export const SEPARATOR: u8 = 2;
/** So does this one, and a sentence or a paragraph may end here. */
export const ENDING: u8 = 3;
export const UNITS: usize = 1 << 16;
/** Units of a word that is scanned meanwhile. */
export const WORD_UNITS: usize = UNITS + 2 * MOST_UNITS + 64;
/** Where the written tokens end, where the unstemmed ones end, and what `UNKNOWN_ENTRY` names. */
export const TOKENS_END: usize = WORD_UNITS + 128;
export const UNSTEMMED_END: usize = TOKENS_END + 4;
/** The free entry of an unknown word, which has the word already; 0 if the scan ended for another reason. */
export const UNKNOWN_ENTRY: usize = UNSTEMMED_END + 4;
/** Whether the scan ended because more is needed to know whether a sentence ends. */
export const UNDECIDED: usize = UNKNOWN_ENTRY + 4;
/** `AFTER_WORD`, ... for the token that was written before those in the memory. */
export const BEFORE: usize = UNDECIDED + 4;
export const AFTER_WORD: u32 = 0;
export const AFTER_SENTENCE: u32 = 1;
/** Or at the start of a text. */
export const AFTER_PARAGRAPH: u32 = 2;
/**
 * Tokens, each followed by a space. A text is written where half of this is free: a word of one letter, its space and the end of a
 * paragraph are six bytes.
 */
export const TOKENS: usize = BEFORE + 8;
/** Unstemmed tokens, each followed by a space. */
export const UNSTEMMED: usize = TOKENS + 6 * MOST_UNITS + 64;
/** A hash table of words. */
export const ENTRIES: usize = UNSTEMMED + 2 * MOST_UNITS + 64;
const SLOT_BITS = 18;
/** Bytes of an entry, half a line of the cache: a word of up to 16 letters, followed by zeros, then what these offsets name. */
const ENTRY: usize = 32;
const ALL_SLOTS: usize = (ENTRY << SLOT_BITS) - 1;
/** Length of the token; 0: the slot is free. */
export const LENGTH: usize = 16;
/** Number of the row that has an unstemmed token of the word; `NEVER` for a word that needs none. */
export const ROW: usize = 20;
export const NEVER: i32 = -1;
/** Address of the token: of the entry itself if the token is a prefix of the word. */
export const TOKEN: usize = 24;
/** One byte: whether a full stop after the word belongs to it. */
export const ABBREVIATION: usize = 28;
export const ALWAYS: u8 = 1;
export const BEFORE_NUMBER: u8 = 2;
/** Tokens that are not a prefix of their word. */
export const OTHER_TOKENS: usize = ENTRIES + (ENTRY << SLOT_BITS);

/** The word of some units: in lower case, then zeros. Other units are not expected. @param length at most 16 */
export function wordAt(units: usize, length: u32): v128 {
  const positions = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const folded = v128.or(charactersAt(units), i8x16.splat(0x20));
  return v128.and(folded, i8x16.lt_u(positions, i8x16.splat(<i8>length)));
}

/** Sixteen units as bytes. A unit above 255 becomes 255 or 0, neither of which is part of a word. */
export function charactersAt(units: usize): v128 {
  return i8x16.narrow_i16x8_u(v128.load(units), v128.load(units, 16));
}

/** The entry of a word, or the free one where it belongs. */
export function entryOf(word: v128): usize {
  const first = v128.extract_lane<u64>(word, 0);
  const second = v128.extract_lane<u64>(word, 1);
  const hash = (first ^ (second * 0x9e3779b97f4a7c15)) * 0x9e3779b97f4a7c15;
  let slot: usize = <usize>(hash >> (64 - SLOT_BITS)) * ENTRY;
  while (load<u32>(ENTRIES + slot, LENGTH) !== 0) {
    if (load<u64>(ENTRIES + slot) === first && load<u64>(ENTRIES + slot, 8) === second) break;
    slot = (slot + ENTRY) & ALL_SLOTS;
  }
  return ENTRIES + slot;
}
