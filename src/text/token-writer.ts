/**
 * Writes the tokens of texts as UTF-8: the same tokens as analyzer.ts, without a string for each word.
 *
 * Most words are scanned (word-scanner.ts). All other runs of letters go through analyzer.ts.
 */

import { tokenOf, wordsOf } from "./analyzer.ts";
import { WordScanner } from "./word-scanner.ts";

/** Words whose unstemmed tokens are written where the word first occurs; those of others follow at the end. */
const PLAIN_WORD = /^[a-z\d]{1,40}$/;

export class TokenWriter {
  readonly #scanner = new WordScanner();
  readonly #tokens = new Output(1 << 16);
  readonly #unstemmed = new Output(1 << 14);
  /** Unstemmed tokens of words that are not in the scanner's table. */
  readonly #otherUnstemmed = new Set<string>();

  /** Bytes of tokens in the current row. */
  get length(): number {
    return this.#tokens.length;
  }

  /** Writes the tokens of a text, each followed by a space. */
  write(text: string): void {
    for (let from = 0; from < text.length; ) {
      const part = text.slice(from, this.#endOfPart(text, from));
      const scanned = this.#scan(part);
      from += scanned;
      if (part === "" || scanned < part.length) from = this.#writeOther(text, from);
    }
  }

  /** Writes a token unchanged, followed by a space. */
  writeToken(token: string): void {
    this.#tokens.add(Buffer.from(`${token} `));
  }

  /**
   * Returns what the current row contains and begins the next row.
   *
   * @returns views that are valid until the next `write`. `unstemmed`: the distinct unstemmed tokens, each followed by a space
   */
  take(): { readonly tokens: Buffer; readonly unstemmed: Buffer } {
    for (const word of this.#otherUnstemmed)
      if (!PLAIN_WORD.test(word)) this.#unstemmed.add(Buffer.from(`${word} `));
    this.#otherUnstemmed.clear();
    this.#scanner.beginRow();
    return { tokens: this.#tokens.take(), unstemmed: this.#unstemmed.take() };
  }

  /** Writes the words of a part of a text up to a run that the scanner cannot read. Returns where it ended. */
  #scan(part: string): number {
    const { end, tokens, unstemmed } = this.#scanner.scan(part);
    this.#tokens.add(tokens);
    this.#unstemmed.add(unstemmed);
    return end;
  }

  /** Writes a run that the scanner cannot read. Returns the end of the separator after it. */
  #writeOther(text: string, from: number): number {
    let end = from;
    while (end < text.length && !this.#scanner.isSeparator(text.charCodeAt(end))) end++;
    for (const word of wordsOf(text.slice(from, end))) {
      const isPlain = PLAIN_WORD.test(word);
      if (isPlain && this.#scan(word) > 0) continue;
      const token = tokenOf(word);
      this.writeToken(token);
      if (token === word || this.#otherUnstemmed.has(word)) continue;
      this.#otherUnstemmed.add(word);
      if (isPlain) this.#unstemmed.add(Buffer.from(`${word} `));
    }
    return end + 1;
  }

  /** End of the part of a text that begins at `from`: after a separator, or `from` if the part has no separator. */
  #endOfPart(text: string, from: number): number {
    const { mostUnits } = this.#scanner;
    if (text.length - from <= mostUnits) return text.length;
    let end = from + mostUnits;
    while (end > from && !this.#scanner.isSeparator(text.charCodeAt(end - 1))) end--;
    return end;
  }
}

/** Bytes that are written one after the other. */
class Output {
  #bytes: Buffer<ArrayBuffer>;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
  }

  get length(): number {
    return this.#length;
  }

  add(bytes: Uint8Array): void {
    const end = this.#length + bytes.length;
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, end));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = end;
  }

  /** Returns what was written, valid until the next `add`, and begins again. */
  take(): Buffer {
    const written = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return written;
  }
}
