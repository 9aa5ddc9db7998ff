/// <reference types="assemblyscript/types/assembly" />
/**
 * The loop that scans words, in AssemblyScript, a dialect of TypeScript that is compiled to WebAssembly. `npm run wasm` writes it
 * into scan-words.wasm.ts. What it is for: word-scanner.ts.
 *
 * A word is classified, folded, compared and copied as one vector, without a branch that depends on its entry, so the processor reads
 * the entries of several words at a time. In an import the loop takes a third of the time that it took in TypeScript.
 */
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
/** How many tokens were written. */
export const WORDS: usize = UNKNOWN_ENTRY + 4;
/** Tokens, each followed by a space. */
export const TOKENS: usize = WORDS + 4;
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
/** Tokens that are not a prefix of their word. */
export const OTHER_TOKENS: usize = ENTRIES + (ENTRY << SLOT_BITS);

/**
 * Writes the tokens of the words of a text, from a unit on, behind those written before.
 *
 * @param text address of its units
 * @param end number of units; a space follows them
 * @returns the first unit of a run that is not only a known word, or where a sentence may end, or a number from `end` on
 */
export function scan(text: usize, from: u32, end: u32, row: i32): u32 {
  let at = from;
  let tokens: usize = load<u32>(TOKENS_END);
  let unstemmed: usize = load<u32>(UNSTEMMED_END);
  let words = load<u32>(WORDS);
  store<u32>(UNKNOWN_ENTRY, 0);
  while (at < end) {
    const units = text + ((<usize>at) << 1);
    const characters = charactersAt(units);
    const folded = v128.or(characters, i8x16.splat(0x20));
    const isLetter = i8x16.lt_u(i8x16.sub(folded, i8x16.splat(0x61)), i8x16.splat(26));
    const isDigit = i8x16.lt_u(i8x16.sub(characters, i8x16.splat(0x30)), i8x16.splat(10));
    const length = <u32>ctz(~i8x16.bitmask(v128.or(isLetter, isDigit)));
    const flag = load<u8>(FLAGS + load<u16>(units + ((<usize>length) << 1)));
    if (flag < SEPARATOR) break;
    if (length === 0) {
      if (flag === ENDING && (at + 2 >= end || mayEnd(units))) break;
      at++;
      continue;
    }
    const word = wordAt(units, length);
    const entry = entryOf(word);
    if (load<u32>(entry, LENGTH) === 0) {
      v128.store(entry, word);
      store<u32>(UNKNOWN_ENTRY, <u32>entry);
      break;
    }
    const noted = load<i32>(entry, ROW);
    const isNew = u32(noted !== NEVER) & u32(noted !== row);
    store<i32>(entry, select<i32>(row, noted, isNew), ROW);
    v128.store(unstemmed, word);
    store<u8>(unstemmed + length, 0x20);
    unstemmed += select<u32>(length + 1, 0, isNew);
    const token = load<u32>(entry, TOKEN);
    const tokenLength = load<u32>(entry, LENGTH);
    // 24 bytes, whatever its length
    v128.store(tokens, v128.load(token));
    store<u64>(tokens, load<u64>(token, 16), 16);
    store<u8>(tokens + tokenLength, 0x20);
    tokens += tokenLength + 1;
    words++;
    at += length + u32(flag === SEPARATOR);
  }
  store<u32>(TOKENS_END, <u32>tokens);
  store<u32>(UNSTEMMED_END, <u32>unstemmed);
  store<u32>(WORDS, words);
  return at;
}

const LINE_BREAK: u32 = 0x0a;
const SPACE: u32 = 0x20;

/** Whether a sentence or a paragraph may end at a unit: no sentence ends before a small letter (sentences.ts). */
function mayEnd(units: usize): bool {
  if (<u32>load<u16>(units) === LINE_BREAK) return true;
  let next = <u32>load<u16>(units, 2);
  if (next === SPACE) next = <u32>load<u16>(units, 4);
  return next - 0x61 >= 26;
}

/** The word of some units: in lower case, then zeros. Other units are not expected. @param length at most 16 */
function wordAt(units: usize, length: u32): v128 {
  const positions = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const folded = v128.or(charactersAt(units), i8x16.splat(0x20));
  return v128.and(folded, i8x16.lt_u(positions, i8x16.splat(<i8>length)));
}

/** Sixteen units as bytes. A unit above 255 becomes 255 or 0, neither of which is part of a word. */
function charactersAt(units: usize): v128 {
  return i8x16.narrow_i16x8_u(v128.load(units), v128.load(units, 16));
}

/** The entry of a word, or the free one where it belongs. */
function entryOf(word: v128): usize {
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
