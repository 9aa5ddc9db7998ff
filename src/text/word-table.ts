/**
 * A hash table of words of ASCII letters and digits with their tokens (analyzer.ts). It looks words up by their bytes, so a
 * known word needs no string.
 *
 * A body has some 1,600 words, a few hundred of them distinct, and an import has millions of bodies. A Map of strings took a
 * third of the import's time.
 */
import { tokenOf } from "./analyzer.ts";

const FIRST_SLOTS = 1 << 16;
/** In `NOTED_ROW`: the token equals the word, so the word is never an unstemmed token. */
const NEVER = -1;

/** Maps ASCII letters and digits to the code of their lower case, and every other ASCII code to 0. */
export const PLAIN = new Uint8Array(128);
for (const character of "0123456789abcdefghijklmnopqrstuvwxyz") {
  PLAIN[character.charCodeAt(0)] = character.charCodeAt(0);
  PLAIN[character.toUpperCase().charCodeAt(0)] = character.charCodeAt(0);
}

/** Adds one character code to the hash of a word. */
export function hashCharacter(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** Numbers per word; adjacent, because a look-up reads all of them. */
const ENTRY = 4;
const [HASH, START, LENGTHS, NOTED_ROW] = [0, 1, 2, 3];
/** In `LENGTHS`: lowest byte, length of the word; next byte, length of its token; then whether the token is a prefix. */
const [TOKEN_SHIFT, IS_PREFIX] = [8, 1 << 16];

export class WordTable {
  /** By hash: the number of a word, from 1. 0 is a free slot. At most half full. */
  #slots = new Int32Array(FIRST_SLOTS);
  #entries = new Int32Array((FIRST_SLOTS / 2) * ENTRY);
  #size = 0;
  #lettersLength = 0;
  /** The bytes of all words. Each word is followed by its token, unless the token is a prefix of the word. */
  letters = Buffer.allocUnsafeSlow(FIRST_SLOTS * 8);

  /** Number of words. */
  get size(): number {
    return this.#size;
  }

  /** Offset of a word in `letters`. */
  startOf(word: number): number {
    return this.#entries[word * ENTRY + START] ?? 0;
  }

  /** Length of a word in bytes. */
  lengthOf(word: number): number {
    return (this.#entries[word * ENTRY + LENGTHS] ?? 0) & 0xff;
  }

  /** Length of a word's token in bytes. */
  tokenLengthOf(word: number): number {
    return ((this.#entries[word * ENTRY + LENGTHS] ?? 0) >> TOKEN_SHIFT) & 0xff;
  }

  /** Whether the token is a prefix of the word. If not, it follows the word in `letters`. */
  isPrefix(word: number): boolean {
    return ((this.#entries[word * ENTRY + LENGTHS] ?? 0) & IS_PREFIX) !== 0;
  }

  /** Whether the word needs an unstemmed token and this method has not returned true for it in this row before. */
  isNewUnstemmedToken(word: number, row: number): boolean {
    const noted = this.#entries[word * ENTRY + NOTED_ROW] ?? NEVER;
    if (noted === NEVER || noted === row) return false;
    this.#entries[word * ENTRY + NOTED_ROW] = row;
    return true;
  }

  /**
   * Returns the number of a word; adds the word if it is new.
   *
   * @param bytes contain lower-case ASCII letters and digits from `from` to `to`, 40 at most
   * @param hash of these bytes, by `hashSign` from 0
   */
  find(bytes: Uint8Array, from: number, to: number, hash: number): number {
    let slot = this.#slotOf(hash);
    for (let word = this.#slots[slot] ?? 0; word !== 0; word = this.#slots[slot] ?? 0) {
      if (this.#entries[word * ENTRY + HASH] === hash && this.#isWord(word, bytes, from, to)) return word;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    if ((this.#size + 2) * 2 > this.#slots.length) {
      this.#grow();
      return this.find(bytes, from, to, hash);
    }
    return this.#enter(Buffer.from(bytes.subarray(from, to)).toString("latin1"), hash, slot);
  }

  #slotOf(hash: number): number {
    return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) & (this.#slots.length - 1);
  }

  #isWord(word: number, bytes: Uint8Array, from: number, to: number): boolean {
    if (this.lengthOf(word) !== to - from) return false;
    const { letters } = this;
    let at = this.startOf(word);
    for (let i = from; i < to; i++) if (letters[at++] !== bytes[i]) return false;
    return true;
  }

  #enter(word: string, hash: number, slot: number): number {
    const number = ++this.#size;
    const token = tokenOf(word);
    const [start, isPrefix] = [this.#lettersLength, word.startsWith(token)];
    const tokenLength = Buffer.byteLength(token);
    this.letters = ensureCapacity(this.letters, start, word.length + tokenLength);
    this.#lettersLength += this.letters.write(word, start, "latin1");
    if (!isPrefix) this.#lettersLength += this.letters.write(token, this.#lettersLength);
    const lengths = word.length | (tokenLength << TOKEN_SHIFT) | (isPrefix ? IS_PREFIX : 0);
    this.#entries.set([hash, start, lengths, token === word ? NEVER : 0], number * ENTRY);
    this.#slots[slot] = number;
    return number;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const entries = new Int32Array((this.#slots.length / 2) * ENTRY);
    entries.set(this.#entries);
    this.#entries = entries;
    for (let word = 1; word <= this.#size; word++) {
      let slot = this.#slotOf(entries[word * ENTRY + HASH] ?? 0);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = word;
    }
  }
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
