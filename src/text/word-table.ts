/**
 * A hash table of words of at most 16 ASCII letters and digits with their tokens (analyzer.ts). A word is looked up by its bytes
 * as four integers, so a known word needs no string.
 *
 * A body has some 1,600 words, a few hundred of them distinct, and an import has millions of bodies. A Map of strings took a
 * third of the import's time. Most of a look-up is waiting for memory, so all about a word is in one line of the cache.
 */
import { makeToken } from "./analyzer.ts";

/** Bytes of the longest word. */
export const MAX_WORD_BYTES = 16;
export const HALF_WORD_BYTES = MAX_WORD_BYTES / 2;

/** Slots of an empty table, a power of two. */
const FIRST_SLOTS = 1 << 14;
/** In `NOTED_ROW`: the token equals the word, so the word is never an unstemmed token. */
const NEVER = -1;

/** Maps ASCII letters and digits to the code of their lower case, and every other UTF-16 unit to 0. */
export const PLAIN = new Uint8Array(1 << 16);
for (const character of "0123456789abcdefghijklmnopqrstuvwxyz") {
  PLAIN[character.charCodeAt(0)] = character.charCodeAt(0);
  PLAIN[character.toUpperCase().charCodeAt(0)] = character.charCodeAt(0);
}

/**
 * The bytes of a word in four integers `a` to `d`. A word of up to seven letters is in `b` and `a`, its last letters in `a`; of a
 * longer word the first eight letters are in `d` and `c`.
 */
export type Packed = readonly [number, number, number, number];

/** Integers of an entry: the four of the word, then these. Half a line of the cache. */
const ENTRY = 8;
const [LENGTH, NOTED_ROW, TOKEN] = [4, 5, 6];
/** In `LENGTH`: the length of the token, and whether it is a prefix of the word. 0: the slot is free. */
const IS_PREFIX = 1 << 16;

export class WordTable {
  #slots = FIRST_SLOTS;
  #entries = new Int32Array(FIRST_SLOTS * ENTRY);
  #size = 0;
  #lettersLength = 0;
  /** The bytes of the tokens that are not a prefix of their word. */
  letters = Buffer.allocUnsafeSlow(FIRST_SLOTS * 8);

  /** Number of words. */
  get size(): number {
    return this.#size;
  }

  /** Length of a word's token in bytes. */
  tokenLengthOf(word: number): number {
    return (this.#entries[word + LENGTH] ?? 0) & 0xffff;
  }

  /** Offset in `letters` of a word's token; -1 if the token is a prefix of the word. */
  tokenStartOf(word: number): number {
    return ((this.#entries[word + LENGTH] ?? 0) & IS_PREFIX) === 0 ? (this.#entries[word + TOKEN] ?? 0) : -1;
  }

  /** Whether the word needs an unstemmed token and this method has not returned true for it in this row before. */
  isNewUnstemmedToken(word: number, row: number): boolean {
    const noted = this.#entries[word + NOTED_ROW] ?? NEVER;
    if (noted === NEVER || noted === row) return false;
    this.#entries[word + NOTED_ROW] = row;
    return true;
  }

  /**
   * Returns the number of a word, which is valid until the next call; adds the word if it is new.
   *
   * @param a of the word as `Packed`: lower-case ASCII letters and digits, preceded by zeros
   */
  find(a: number, b: number, c: number, d: number): number {
    const entries = this.#entries;
    let at = this.#slotOf(a, b, c, d);
    for (; entries[at + LENGTH] !== 0; at = (at + ENTRY) & (entries.length - 1)) {
      if (entries[at] === a && entries[at + 1] === b && entries[at + 2] === c && entries[at + 3] === d)
        return at;
    }
    // two thirds full
    if (this.#size * 3 > this.#slots * 2) {
      this.#grow();
      return this.find(a, b, c, d);
    }
    this.#enter(at, [a, b, c, d]);
    return at;
  }

  #slotOf(a: number, b: number, c: number, d: number): number {
    const first = Math.imul(c + Math.imul(d, 0x27d4eb2f), 0xc2b2ae3d);
    const hash = Math.imul(a + Math.imul(b + first, 0x85ebca77), 0x9e3779b1);
    return ((hash ^ (hash >>> 15)) & (this.#slots - 1)) * ENTRY;
  }

  #enter(at: number, packed: Packed): void {
    const word = unpack(packed);
    const token = makeToken(word);
    const isPrefix = word.startsWith(token);
    const tokenLength = Buffer.byteLength(token);
    const start = this.#lettersLength;
    if (!isPrefix) {
      this.letters = ensureCapacity(this.letters, start, tokenLength);
      this.#lettersLength += this.letters.write(token, start);
    }
    const length = tokenLength | (isPrefix ? IS_PREFIX : 0);
    this.#entries.set([...packed, length, token === word ? NEVER : 0, start], at);
    this.#size++;
  }

  #grow(): void {
    const old = this.#entries;
    this.#slots *= 2;
    const entries = new Int32Array(this.#slots * ENTRY);
    this.#entries = entries;
    for (let from = 0; from < old.length; from += ENTRY) {
      const entry = old.subarray(from, from + ENTRY);
      const [a = 0, b = 0, c = 0, d = 0, length] = entry;
      if (length === 0) continue;
      let at = this.#slotOf(a, b, c, d);
      while (entries[at + LENGTH] !== 0) at = (at + ENTRY) & (entries.length - 1);
      entries.set(entry, at);
    }
  }
}

function unpack(packed: Packed): string {
  let word = "";
  for (const number of packed.toReversed()) {
    for (let shift = 24; shift >= 0; shift -= 8) {
      const code = (number >>> shift) & 0xff;
      if (code !== 0) word += String.fromCharCode(code);
    }
  }
  return word;
}

/** Returns the buffer, or a larger copy if it has no room for `more` bytes after `length`. */
export function ensureCapacity(
  buffer: Buffer<ArrayBuffer>,
  length: number,
  more: number,
): Buffer<ArrayBuffer> {
  if (length + more <= buffer.length) return buffer;
  const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, length + more));
  buffer.copy(larger, 0, 0, length);
  return larger;
}
