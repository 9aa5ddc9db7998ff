/**
 * Writes the tokens of texts as UTF-8: the same tokens as analyzer.ts, without a string for each word.
 *
 * Most words are scanned (word-scanner.ts). All other runs of letters go through analyzer.ts.
 */

import { tokenOf, wordsOf } from "./analyzer.ts";
import { endOfSentence } from "./sentences.ts";
import { WordScanner } from "./word-scanner.ts";

/** A longer word is not one for the scanner. */
const LONGEST_SCANNED = 40;
const LINE_BREAK = 0x0a;

export class TokenWriter {
  readonly #scanner = new WordScanner();
  readonly #tokens = new Output(1 << 16);
  readonly #unstemmed = new Output(1 << 14);
  /** Unstemmed tokens of words that are not in the scanner's table. */
  readonly #otherUnstemmed = new Set<string>();
  /** Tokens of the row that the scanner did not write. */
  #otherTokens = 0;
  /** What is added to the number of tokens in the row for the place of the next one. */
  #offset = 0;
  #textStart = 0;
  #ends: number[] = [];

  get length(): number {
    return this.#tokens.length;
  }

  /** Begins a column of the row. @param firstPlace of its first token */
  beginColumn(firstPlace: number): void {
    this.#offset = 0;
    this.#offset = firstPlace - this.#nextPlace;
  }

  get #nextPlace(): number {
    return this.#offset + this.#scanner.words + this.#otherTokens;
  }

  /** Writes the tokens of a text, each followed by a space, and notes where its sentences and paragraphs end. */
  write(text: string): void {
    this.#textStart = this.#nextPlace;
    for (let from = 0; from < text.length; ) {
      const end = this.#endOfPart(text, from);
      if (end > from) this.#writePart(text, from, end);
      from = end > from ? end : this.#writeOther(text, from);
      this.#takeScanned();
    }
  }

  #writePart(text: string, from: number, end: number): void {
    this.#scanner.begin(text.slice(from, end));
    for (let at = from; at < end; ) {
      this.#scanner.scan(at - from);
      at = from + this.#scanner.end;
      if (at === end) return;
      if (this.#scanner.isSeparator(text.charCodeAt(at))) this.#noteEnd(text, at++);
      else at = this.#writeOther(text, at);
    }
  }

  /** Notes the end of a sentence or a paragraph, if one ends at a unit and a word is before it. */
  #noteEnd(text: string, at: number): void {
    const place = this.#nextPlace - 1;
    const last = this.#ends.at(-1) ?? -1;
    if (place < this.#textStart || last === paragraphEnd(place)) return;
    if (text.charCodeAt(at) === LINE_BREAK) this.#ends.push(paragraphEnd(place));
    else if (last !== sentenceEnd(place) && endOfSentence(text, at) !== null)
      this.#ends.push(sentenceEnd(place));
  }

  writeToken(token: string): void {
    this.#tokens.write(`${token} `);
    this.#otherTokens++;
  }

  /**
   * Returns what the current row contains and begins the next row.
   *
   * @returns views that are valid until the next `write`. `unstemmed`: the distinct unstemmed tokens, each followed by a space. `ends`: the
   * places of the words before the ends of sentences, doubled, and one more where a paragraph ends
   */
  take(): { readonly tokens: Buffer; readonly unstemmed: Buffer; readonly ends: readonly number[] } {
    const ends = this.#ends;
    [this.#ends, this.#otherTokens, this.#offset] = [[], 0, 0];
    this.#otherUnstemmed.clear();
    this.#scanner.beginRow();
    return { tokens: this.#tokens.take(), unstemmed: this.#unstemmed.take(), ends };
  }

  #takeScanned(): void {
    const { tokens, unstemmed } = this.#scanner.take();
    this.#tokens.add(tokens);
    this.#unstemmed.add(unstemmed);
  }

  /** Writes a run that the scanner cannot read. Returns where it ends. */
  #writeOther(text: string, from: number): number {
    let end = from;
    while (end < text.length && !this.#scanner.isSeparator(text.charCodeAt(end))) end++;
    for (const word of wordsOf(text.slice(from, end))) this.#writeWord(word);
    return end;
  }

  #writeWord(word: string): void {
    this.#takeScanned();
    if (word.length <= LONGEST_SCANNED && this.#scanner.scanWord(word)) return;
    const token = tokenOf(word);
    this.writeToken(token);
    if (token === word || this.#otherUnstemmed.has(word)) return;
    this.#otherUnstemmed.add(word);
    this.#unstemmed.write(`${word} `);
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

function sentenceEnd(place: number): number {
  return 2 * place;
}

function paragraphEnd(place: number): number {
  return 2 * place + 1;
}

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
    if (bytes.length === 0) return;
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  write(text: string): void {
    this.#makeRoom(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length);
  }

  #makeRoom(more: number): void {
    const end = this.#length + more;
    if (end <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, end));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  /** Returns what was written, valid until the next addition, and begins again. */
  take(): Buffer {
    const written = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return written;
  }
}
