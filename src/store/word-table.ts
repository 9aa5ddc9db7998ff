/**
 * Words of ASCII letters and digits with their tokens (words.ts), found by their characters alone: no string is made of
 * a word that is known.
 *
 * A body has some 1,600 words of a few hundred kinds, and an import millions of bodies; a Map of strings took a third of
 * an import's time.
 */
import { tokenOf } from "./words.ts";

const FIRST_SLOTS = 1 << 16;
/** Tells numbers of words apart that were noted in a row from those that never are. */
const NEVER = -1;

/** The lower case of ASCII letters and digits; 0 for every other sign. */
export const PLAIN = new Uint8Array(128);
for (const sign of "0123456789abcdefghijklmnopqrstuvwxyz") {
  PLAIN[sign.charCodeAt(0)] = sign.charCodeAt(0);
  PLAIN[sign.toUpperCase().charCodeAt(0)] = sign.charCodeAt(0);
}

/** The hash of a word, sign by sign. */
export function hashSign(hash: number, sign: number): number {
  return (Math.imul(hash, 31) + sign) | 0;
}

export class WordTable {
  /** By hash: the number of a word, from 1; 0 is free. At most half full. */
  #slots = new Int32Array(FIRST_SLOTS);
  /** By number. A word's letters begin at its start, its token follows them and ends where the next word starts. */
  #hashes = new Int32Array(FIRST_SLOTS / 2);
  #starts = new Int32Array(FIRST_SLOTS / 2 + 1);
  #lengths = new Uint8Array(FIRST_SLOTS / 2);
  #noted = new Int32Array(FIRST_SLOTS / 2);
  #size = 0;
  letters = Buffer.allocUnsafeSlow(FIRST_SLOTS * 8);

  /** Words held. */
  get size(): number {
    return this.#size;
  }

  /** Where a word's letters begin in `letters`. */
  startOf(word: number): number {
    return this.#starts[word] ?? 0;
  }

  /** Where its token begins. */
  tokenOf(word: number): number {
    return (this.#starts[word] ?? 0) + (this.#lengths[word] ?? 0);
  }

  /** Where its token ends. */
  endOf(word: number): number {
    return this.#starts[word + 1] ?? 0;
  }

  /** Whether the token does not spell the word out, and this was not asked in this row before. */
  isNewForm(word: number, row: number): boolean {
    const noted = this.#noted[word] ?? NEVER;
    if (noted === NEVER || noted === row) return false;
    this.#noted[word] = row;
    return true;
  }

  /**
   * The number of a word, entered when it is new.
   *
   * @param text ASCII letters and digits between these places, 40 at most
   * @param hash of their lower case, by `hashSign` from 0
   */
  find(text: string, from: number, to: number, hash: number): number {
    let slot = this.#slotOf(hash);
    for (let word = this.#slots[slot] ?? 0; word !== 0; word = this.#slots[slot] ?? 0) {
      if (this.#hashes[word] === hash && this.#isWord(word, text, from, to)) return word;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    return this.#enter(text.slice(from, to).toLowerCase(), hash, slot);
  }

  #slotOf(hash: number): number {
    return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) & (this.#slots.length - 1);
  }

  #isWord(word: number, text: string, from: number, to: number): boolean {
    if (this.#lengths[word] !== to - from) return false;
    const shift = (this.#starts[word] ?? 0) - from;
    const { letters } = this;
    for (let i = from; i < to; i++) if (letters[shift + i] !== PLAIN[text.charCodeAt(i)]) return false;
    return true;
  }

  #enter(word: string, hash: number, slot: number): number {
    if ((this.#size + 2) * 2 > this.#slots.length) {
      this.#grow();
      return this.find(word, 0, word.length, hash);
    }
    const number = ++this.#size;
    const token = tokenOf(word);
    const start = this.#starts[number] ?? 0;
    this.letters = roomFor(this.letters, start, word.length + Buffer.byteLength(token));
    this.letters.write(word, start, "latin1");
    const written = this.letters.write(token, start + word.length);
    this.#starts[number + 1] = start + word.length + written;
    this.#lengths[number] = word.length;
    this.#hashes[number] = hash;
    this.#noted[number] = token === word ? NEVER : 0;
    this.#slots[slot] = number;
    return number;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const room = this.#slots.length / 2;
    this.#hashes = longer(this.#hashes, new Int32Array(room));
    this.#starts = longer(this.#starts, new Int32Array(room + 1));
    this.#lengths = longer(this.#lengths, new Uint8Array(room));
    this.#noted = longer(this.#noted, new Int32Array(room));
    for (let word = 1; word <= this.#size; word++) {
      let slot = this.#slotOf(this.#hashes[word] ?? 0);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = word;
    }
  }
}

function longer<T extends Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** The buffer, or a larger one with the same beginning. */
export function roomFor(buffer: Buffer<ArrayBuffer>, length: number, more: number): Buffer<ArrayBuffer> {
  if (length + more <= buffer.length) return buffer;
  const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, length + more));
  buffer.copy(larger, 0, 0, length);
  return larger;
}
