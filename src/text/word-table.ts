/**
 * Words of ASCII letters and digits with their tokens (analyzer.ts), found by their characters alone: no string is made of
 * a word that is known.
 *
 * A body has some 1,600 words of a few hundred kinds, and an import millions of bodies; a Map of strings took a third of
 * an import's time.
 */
import { tokenOf } from "./analyzer.ts";

const FIRST_SLOTS = 1 << 16;
/** Tells numbers of words apart that were noted in a row from those that never are. */
const NEVER = -1;

/** The lower case of ASCII letters and digits; 0 for every other sign. */
export const PLAIN = new Uint8Array(128);
for (const code of "0123456789abcdefghijklmnopqrstuvwxyz") {
  PLAIN[code.charCodeAt(0)] = code.charCodeAt(0);
  PLAIN[code.toUpperCase().charCodeAt(0)] = code.charCodeAt(0);
}

/** The hash of a word, sign by sign. */
export function hashCharacter(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** What the table holds of a word, beside each other because all of it is looked at: so many numbers. */
const ENTRY = 4;
const [HASH, START, LENGTHS, NOTED_ROW] = [0, 1, 2, 3];
/** In `LENGTHS`: of the word in the lowest byte, of its token in the next one; whether the token begins the word. */
const [TOKEN_SHIFT, BEGINS] = [8, 1 << 16];

export class WordTable {
  /** By hash: the number of a word, from 1; 0 is free. At most half full. */
  #slots = new Int32Array(FIRST_SLOTS);
  #entries = new Int32Array((FIRST_SLOTS / 2) * ENTRY);
  #size = 0;
  #lettersLength = 0;
  /** Words, and behind each its token unless that begins the word. */
  letters = Buffer.allocUnsafeSlow(FIRST_SLOTS * 8);

  /** Words held. */
  get size(): number {
    return this.#size;
  }

  /** Where a word's letters begin in `letters`. */
  startOf(word: number): number {
    return this.#entries[word * ENTRY + START] ?? 0;
  }

  /** Bytes of a word. */
  lengthOf(word: number): number {
    return (this.#entries[word * ENTRY + LENGTHS] ?? 0) & 0xff;
  }

  /** Bytes of its token. */
  tokenLengthOf(word: number): number {
    return ((this.#entries[word * ENTRY + LENGTHS] ?? 0) >> TOKEN_SHIFT) & 0xff;
  }

  /** Whether the token is how the word begins, or all of it; else it stands behind the word in `letters`. */
  isBeginning(word: number): boolean {
    return ((this.#entries[word * ENTRY + LENGTHS] ?? 0) & BEGINS) !== 0;
  }

  /** Whether the token does not spell the word out, and this was not asked in this row before. */
  isNewUnstemmedToken(word: number, row: number): boolean {
    const noted = this.#entries[word * ENTRY + NOTED_ROW] ?? NEVER;
    if (noted === NEVER || noted === row) return false;
    this.#entries[word * ENTRY + NOTED_ROW] = row;
    return true;
  }

  /**
   * The number of a word, entered when it is new.
   *
   * @param bytes lower-case ASCII letters and digits between these places, 40 at most
   * @param hash of them, by `hashSign` from 0
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
    const [start, isBeginning] = [this.#lettersLength, word.startsWith(token)];
    const tokenLength = Buffer.byteLength(token);
    this.letters = ensureCapacity(this.letters, start, word.length + tokenLength);
    this.#lettersLength += this.letters.write(word, start, "latin1");
    if (!isBeginning) this.#lettersLength += this.letters.write(token, this.#lettersLength);
    const lengths = word.length | (tokenLength << TOKEN_SHIFT) | (isBeginning ? BEGINS : 0);
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

/** The buffer, or a larger one with the same beginning. */
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
