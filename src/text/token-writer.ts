/**
 * Writes the tokens of texts as UTF-8, the same that analyzer.ts gives, without making a string of each word.
 *
 * Words of ASCII letters and digits come from a table; any other run goes the way of analyzer.ts.
 */

import { tokenOf, wordsOf } from "./analyzer.ts";
import { ensureCapacity, hashCharacter, PLAIN, WordTable } from "./word-table.ts";

/** Longer words are rare, and none of them is English. */
const MAX_LENGTH = 40;
/** Bytes that a word, its mark and a space may take. */
const MAX_TOKEN_BYTES = MAX_LENGTH + 8;
/** Words after which the table is begun anew, between two rows: real text has some 100,000 kinds in a volume's worth. */
const MAX_WORDS = 150_000;
const SPACE = 0x20;

/** UTF-16 units of a text that are looked at in one go, at most. */
const PART_UNITS = 1 << 16;

/** Whether a UTF-16 unit stands between words whatever is beside it; 0: not looked at yet. */
const separatorFlags = new Uint8Array(1 << 16);
const [SEPARATOR, NOT_SEPARATOR] = [1, 2];

export class TokenWriter {
  #table = new WordTable();
  /** The row at hand, by number, so that a form is noted once in it. */
  #row = 1;
  #tokens = Buffer.allocUnsafeSlow(1 << 16);
  #length = 0;
  #unstemmed = Buffer.allocUnsafeSlow(1 << 14);
  #unstemmedLength = 0;
  readonly #unitBytes = Buffer.allocUnsafeSlow(PART_UNITS * 2);
  readonly #units = new Uint16Array(this.#unitBytes.buffer);
  /** Forms that the table does not hold. */
  readonly #otherUnstemmed = new Set<string>();

  /** Bytes of tokens since the row began. */
  get length(): number {
    return this.#length;
  }

  /** Writes the tokens of a text, a space after each. */
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

  /** @param text of `PART_UNITS` at most */
  #writePart(text: string): void {
    // the units of a string take a third longer to go through
    this.#unitBytes.write(text, "utf16le");
    const units = this.#units;
    const end = text.length;
    let at = 0;
    while (at < end) {
      const from = at;
      this.#tokens = ensureCapacity(this.#tokens, this.#length, MAX_TOKEN_BYTES);
      const tokens = this.#tokens;
      const most = Math.min(end, from + MAX_LENGTH);
      let to = this.#length;
      let hash = 0;
      // the letters go where the token will stand: most tokens are their words, or begin as they do
      for (; at < most; at++) {
        const unit = units[at] ?? 0;
        const code = unit < PLAIN.length ? (PLAIN[unit] ?? 0) : 0;
        if (code === 0) break;
        tokens[to++] = code;
        hash = hashCharacter(hash, code);
      }
      if (at < end && !isSeparator(units[at] ?? 0)) at = this.#writeOther(text, from, at);
      else if (to > this.#length) this.#finishWord(this.#table.find(tokens, this.#length, to, hash));
      // what stopped it stands between words
      at++;
    }
  }

  /** Writes a sign as it is, a space after it. */
  writeToken(code: string): void {
    const bytes = Buffer.byteLength(code) + 1;
    this.#tokens = ensureCapacity(this.#tokens, this.#length, bytes);
    this.#tokens.write(`${code} `, this.#length);
    this.#length += bytes;
  }

  /**
   * What was written since the row began, and then begins the next.
   *
   * @returns views that hold until the next `write`. `forms`: the distinct words, as written, that their token does not
   *   spell out, a space after each
   */
  take(): { readonly tokens: Buffer; readonly unstemmed: Buffer } {
    for (const word of this.#otherUnstemmed)
      this.#putUnstemmed(Buffer.from(word), 0, Buffer.byteLength(word));
    const tokens = this.#tokens.subarray(0, this.#length);
    const unstemmed = this.#unstemmed.subarray(0, this.#unstemmedLength);
    this.#length = 0;
    this.#unstemmedLength = 0;
    this.#otherUnstemmed.clear();
    this.#row++;
    if (this.#table.size > MAX_WORDS) this.#table = new WordTable();
    return { tokens, unstemmed };
  }

  /** A run with other letters and marks, or a long one, up to the next sign between words; returns where it ends. */
  #writeOther(text: string, from: number, at: number): number {
    let end = at + 1;
    while (end < text.length && !isSeparator(text.charCodeAt(end))) end++;
    for (const word of wordsOf(text.slice(from, end))) {
      if (/^[a-z\d]{1,40}$/.test(word)) this.#writePlain(word);
      else {
        const token = tokenOf(word);
        this.writeToken(token);
        if (token !== word) this.#otherUnstemmed.add(word);
      }
    }
    return end;
  }

  #writePlain(word: string): void {
    this.#tokens = ensureCapacity(this.#tokens, this.#length, MAX_TOKEN_BYTES);
    const to = this.#length + this.#tokens.write(word, this.#length, "latin1");
    let hash = 0;
    for (let at = this.#length; at < to; at++) hash = hashCharacter(hash, this.#tokens[at] ?? 0);
    this.#finishWord(this.#table.find(this.#tokens, this.#length, to, hash));
  }

  /** Puts the token of a word in the place of the letters that were just written. */
  #finishWord(word: number): void {
    const table = this.#table;
    const [tokens, tokenLength] = [this.#tokens, table.tokenLengthOf(word)];
    const start = table.startOf(word);
    if (!table.isBeginning(word)) {
      const from = start + table.lengthOf(word);
      for (let i = 0; i < tokenLength; i++) tokens[this.#length + i] = table.letters[from + i] ?? 0;
    }
    this.#length += tokenLength;
    tokens[this.#length++] = SPACE;
    if (table.isNewUnstemmedToken(word, this.#row))
      this.#putUnstemmed(table.letters, start, start + table.lengthOf(word));
  }

  #putUnstemmed(bytes: Buffer, start: number, end: number): void {
    this.#unstemmed = ensureCapacity(this.#unstemmed, this.#unstemmedLength, end - start + 1);
    const unstemmed = this.#unstemmed;
    let to = this.#unstemmedLength;
    // so few bytes take longer to hand over to a copying function
    for (let at = start; at < end; at++) unstemmed[to++] = bytes[at] ?? 0;
    unstemmed[to++] = SPACE;
    this.#unstemmedLength = to;
  }
}

/**
 * A sign that is no part of a word and never becomes one: quotes, dashes, §. Marks and soft hyphens are none: they vanish
 * within words; halves of a pair are not to be told alone.
 */
function isSeparator(unit: number): boolean {
  const known = separatorFlags[unit] ?? 0;
  if (known !== 0) return known === SEPARATOR;
  const code = String.fromCharCode(unit);
  const isSeparatorUnit = code.isWellFormed() && wordsOf(code).length === 0 && !/[\p{M}\u00ad]/u.test(code);
  separatorFlags[unit] = isSeparatorUnit ? SEPARATOR : NOT_SEPARATOR;
  return isSeparatorUnit;
}

/** Where the part of a text that begins there ends: behind a sign between words; where it began when there is none. */
function endOfPart(text: string, from: number): number {
  if (text.length - from <= PART_UNITS) return text.length;
  let end = from + PART_UNITS;
  while (end > from && !isSeparator(text.charCodeAt(end - 1))) end--;
  return end;
}
