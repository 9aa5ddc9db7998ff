/**
 * Writes the tokens of texts as UTF-8: the same tokens as analyzer.ts, without a string for each word.
 *
 * Short words of ASCII letters and digits are looked up in a table. All other runs go through analyzer.ts.
 */

import { tokenOf, wordsOf } from "./analyzer.ts";
import { ensureCapacity, HALF_WORD_BYTES, MAX_WORD_BYTES, PLAIN, WordTable } from "./word-table.ts";

/** Bytes of a word, its mark and a space at most. */
const MAX_TOKEN_BYTES = MAX_WORD_BYTES + 8;
/** A larger table is replaced by an empty one between two rows. The text of a volume has some 100,000 distinct words. */
const MAX_WORDS = 150_000;
const SPACE = 0x20;
/** Words whose unstemmed tokens are written where the word first occurs; those of others follow at the end. */
const PLAIN_WORD = /^[a-z\d]{1,40}$/;

/** UTF-16 units of a text that are copied and scanned at a time. */
const PART_UNITS = 1 << 16;

/** By UTF-16 unit: whether it separates words in every context. 0: not determined yet. */
const separatorFlags = new Uint8Array(1 << 16);
const [SEPARATOR, NOT_SEPARATOR] = [1, 2];

export class TokenWriter {
  #table = new WordTable();
  /** Number of the current row, so that an unstemmed token is written once per row. */
  #row = 1;
  #tokens = Buffer.allocUnsafeSlow(1 << 16);
  #length = 0;
  #unstemmed = Buffer.allocUnsafeSlow(1 << 14);
  #unstemmedLength = 0;
  readonly #unitBytes = Buffer.allocUnsafeSlow(PART_UNITS * 2);
  readonly #units = new Uint16Array(this.#unitBytes.buffer);
  /** Unstemmed tokens of words that are not in the table. */
  readonly #otherUnstemmed = new Set<string>();

  /** Bytes of tokens in the current row. */
  get length(): number {
    return this.#length;
  }

  /** Writes the tokens of a text, each followed by a space. */
  write(text: string): void {
    for (let from = 0; from < text.length; ) {
      const to = endOfPart(text, from);
      if (to === from) from = this.#writeOther(text, from, from);
      else {
        this.#writePart(text.slice(from, to));
        from = to;
      }
    }
  }

  /** @param text at most `PART_UNITS` long */
  #writePart(text: string): void {
    // scanning the string itself takes a third longer
    this.#unitBytes.write(text, "utf16le");
    const units = this.#units;
    const end = text.length;
    let at = 0;
    while (at < end) {
      const from = at;
      this.#tokens = ensureCapacity(this.#tokens, this.#length, MAX_TOKEN_BYTES);
      const tokens = this.#tokens;
      const most = Math.min(end, from + MAX_WORD_BYTES);
      const middle = from + HALF_WORD_BYTES;
      let to = this.#length;
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      // the letters are written in place: most tokens equal their word or a prefix of it
      while (at < most) {
        const code = PLAIN[units[at] ?? 0] ?? 0;
        if (code === 0) break;
        tokens[to++] = code;
        b = (b << 8) | (a >>> 24);
        a = (a << 8) | code;
        at++;
        // four shifts instead of two for each letter take a quarter longer
        if (at === middle) {
          d = b;
          c = a;
          b = 0;
          a = 0;
        }
      }
      if (at < end && !isSeparator(units[at] ?? 0)) at = this.#writeOther(text, from, at);
      else if (to > this.#length) this.#finishWord(this.#table.find(a, b, c, d), to);
      // skip the separator
      at++;
    }
  }

  /** Writes a token unchanged, followed by a space. */
  writeToken(token: string): void {
    const bytes = Buffer.byteLength(token) + 1;
    this.#tokens = ensureCapacity(this.#tokens, this.#length, bytes);
    this.#tokens.write(`${token} `, this.#length);
    this.#length += bytes;
  }

  /**
   * Returns what the current row contains and begins the next row.
   *
   * @returns views that are valid until the next `write`. `unstemmed`: the distinct unstemmed tokens, each followed by a space
   */
  take(): { readonly tokens: Buffer; readonly unstemmed: Buffer } {
    for (const word of this.#otherUnstemmed)
      if (!PLAIN_WORD.test(word)) this.#putUnstemmed(Buffer.from(word), 0, Buffer.byteLength(word));
    const tokens = this.#tokens.subarray(0, this.#length);
    const unstemmed = this.#unstemmed.subarray(0, this.#unstemmedLength);
    this.#length = 0;
    this.#unstemmedLength = 0;
    this.#otherUnstemmed.clear();
    this.#row++;
    if (this.#table.size > MAX_WORDS) this.#table = new WordTable();
    return { tokens, unstemmed };
  }

  /** Writes a long run, or one with other characters, up to the next separator. Returns the end of the run. */
  #writeOther(text: string, from: number, at: number): number {
    let end = at + 1;
    while (end < text.length && !isSeparator(text.charCodeAt(end))) end++;
    for (const word of wordsOf(text.slice(from, end))) {
      const isPlain = PLAIN_WORD.test(word);
      if (isPlain && word.length <= MAX_WORD_BYTES) {
        this.#writeShort(word);
        continue;
      }
      const token = tokenOf(word);
      this.writeToken(token);
      if (token === word || this.#otherUnstemmed.has(word)) continue;
      this.#otherUnstemmed.add(word);
      if (isPlain) this.#putUnstemmed(Buffer.from(word), 0, word.length);
    }
    return end;
  }

  #writeShort(word: string): void {
    this.#tokens = ensureCapacity(this.#tokens, this.#length, MAX_TOKEN_BYTES);
    const to = this.#length + this.#tokens.write(word, this.#length, "latin1");
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let at = 0; at < word.length; at++) {
      b = (b << 8) | (a >>> 24);
      a = (a << 8) | word.charCodeAt(at);
      if (at + 1 === HALF_WORD_BYTES) [a, b, c, d] = [0, 0, a, b];
    }
    this.#finishWord(this.#table.find(a, b, c, d), to);
  }

  /** Replaces the letters that were just written, up to `to`, by the token of the word. */
  #finishWord(word: number, to: number): void {
    const table = this.#table;
    const tokens = this.#tokens;
    const from = this.#length;
    if (table.isNewUnstemmedToken(word, this.#row)) this.#putUnstemmed(tokens, from, to);
    const tokenLength = table.tokenLengthOf(word);
    const start = table.tokenStartOf(word);
    if (start !== -1) for (let i = 0; i < tokenLength; i++) tokens[from + i] = table.letters[start + i] ?? 0;
    tokens[from + tokenLength] = SPACE;
    this.#length = from + tokenLength + 1;
  }

  #putUnstemmed(bytes: Buffer, start: number, end: number): void {
    this.#unstemmed = ensureCapacity(this.#unstemmed, this.#unstemmedLength, end - start + 1);
    const unstemmed = this.#unstemmed;
    let to = this.#unstemmedLength;
    // a call of a copying function takes longer for so few bytes
    for (let at = start; at < end; at++) unstemmed[to++] = bytes[at] ?? 0;
    unstemmed[to++] = SPACE;
    this.#unstemmedLength = to;
  }
}

/**
 * Whether a UTF-16 unit separates words in every context: quotes, dashes, §. Marks and soft hyphens do not, because folding
 * removes them within words. Half of a surrogate pair does not, because it is not a character by itself.
 */
function isSeparator(unit: number): boolean {
  const known = separatorFlags[unit] ?? 0;
  if (known !== 0) return known === SEPARATOR;
  const character = String.fromCharCode(unit);
  const isSeparatorUnit =
    character.isWellFormed() && wordsOf(character).length === 0 && !/[\p{M}\u00ad]/u.test(character);
  separatorFlags[unit] = isSeparatorUnit ? SEPARATOR : NOT_SEPARATOR;
  return isSeparatorUnit;
}

/** End of the part of a text that begins at `from`: after a separator, or `from` if the part has no separator. */
function endOfPart(text: string, from: number): number {
  if (text.length - from <= PART_UNITS) return text.length;
  let end = from + PART_UNITS;
  while (end > from && !isSeparator(text.charCodeAt(end - 1))) end--;
  return end;
}
