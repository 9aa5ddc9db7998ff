/**
 * Finds the tokens of a text's words (analyzer.ts) for token-writer.ts, without a string for each word: words of at most 16 ASCII
 * letters and digits are looked up in a table by their bytes.
 *
 * A body has some 1,600 words, and an import has millions of bodies. So the loop is WebAssembly (scan-words.as.ts).
 */
import { makeToken, wordsOf } from "./analyzer.ts";
import { SCAN_WORDS } from "./scan-words.wasm.ts";

/** Words in the table at most. The text of a volume has some 100,000 distinct words. */
const MAX_WORDS = 150_000;
/** Letters of the longest word in the table. */
const MAX_WORD_LETTERS = 16;
/** In the flags of a unit, which are 0 until it first occurs. */
const NOT_SEPARATOR = 2;

type Constant = { readonly value: number };
type Variable = { value: number };

/** What scan-words.as.ts exports. Numbers without another unit are addresses. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly MOST_UNITS: Constant;
  readonly FLAGS: Constant;
  readonly SEPARATOR: Constant;
  readonly UNITS: Constant;
  readonly TOKENS: Constant;
  readonly UNSTEMMED: Constant;
  readonly ENTRIES: Constant;
  readonly LENGTH: Constant;
  readonly ROW: Constant;
  readonly NEVER: Constant;
  readonly TOKEN: Constant;
  readonly OTHER_TOKENS: Constant;
  readonly tokensEnd: Variable;
  readonly unstemmedEnd: Variable;
  readonly unknownEntry: Constant;
  readonly scan: (from: number, end: number, row: number) => number;
}

declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Exports };
};

export class WordScanner {
  readonly #exports = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(SCAN_WORDS, "base64")))
    .exports;
  readonly #memory = Buffer.from(this.#exports.memory.buffer);
  /** Number of the current row, so that an unstemmed token is written once per row. */
  #row = 1;
  #words = 0;
  #otherTokensEnd = this.#exports.OTHER_TOKENS.value;
  /** UTF-16 units of a text that are scanned at a time, at most. */
  readonly mostUnits = this.#exports.MOST_UNITS.value;

  constructor() {
    for (let unit = 0; unit < 128; unit++) this.isSeparator(unit);
  }

  /**
   * Scans the words of a text, of at most `mostUnits` units, up to the first run that is not a word for the table: a long one, one
   * with other characters, or any unknown one if the table is full.
   *
   * @returns `end`: where that run begins, or the text's length. `tokens` and `unstemmed`: the tokens of the words before it, and
   *   the unstemmed tokens that are new in the row, each followed by a space; views that are valid until the next call
   */
  scan(text: string): { readonly end: number; readonly tokens: Buffer; readonly unstemmed: Buffer } {
    const { UNITS, TOKENS, UNSTEMMED, tokensEnd, unstemmedEnd, unknownEntry } = this.#exports;
    const memory = this.#memory;
    memory.write(text, UNITS.value, "utf16le");
    memory.write(" ", UNITS.value + 2 * text.length, "utf16le");
    tokensEnd.value = TOKENS.value;
    unstemmedEnd.value = UNSTEMMED.value;
    let end = 0;
    do end = this.#exports.scan(end, text.length, this.#row);
    while (unknownEntry.value !== 0 && this.#enter(unknownEntry.value));
    return {
      end: Math.min(end, text.length),
      tokens: memory.subarray(TOKENS.value, tokensEnd.value),
      unstemmed: memory.subarray(UNSTEMMED.value, unstemmedEnd.value),
    };
  }

  /** Unstemmed tokens are new again. */
  beginRow(): void {
    this.#row++;
    if (this.#words < MAX_WORDS) return;
    const { ENTRIES, OTHER_TOKENS } = this.#exports;
    this.#memory.fill(0, ENTRIES.value, OTHER_TOKENS.value);
    this.#otherTokensEnd = OTHER_TOKENS.value;
    this.#words = 0;
  }

  /**
   * Whether a UTF-16 unit separates words in every context: quotes, dashes, §. Marks and soft hyphens do not, because folding
   * removes them within words. Half of a surrogate pair does not, because it is not a character by itself.
   */
  isSeparator(unit: number): boolean {
    const { FLAGS, SEPARATOR } = this.#exports;
    const known = this.#memory[FLAGS.value + unit] ?? 0;
    if (known !== 0) return known === SEPARATOR.value;
    const character = String.fromCharCode(unit);
    const isSeparator =
      character.isWellFormed() && wordsOf(character).length === 0 && !/[\p{M}\u00ad]/u.test(character);
    this.#memory[FLAGS.value + unit] = isSeparator ? SEPARATOR.value : NOT_SEPARATOR;
    return isSeparator;
  }

  /** Adds the token to an entry that has only the word. Returns false if the table is full. */
  #enter(entry: number): boolean {
    if (this.#words >= MAX_WORDS) return false;
    const { LENGTH, ROW, NEVER, TOKEN } = this.#exports;
    const memory = this.#memory;
    const word = memory.toString("latin1", entry, entry + MAX_WORD_LETTERS).replaceAll("\0", "");
    const token = makeToken(word);
    let address = entry;
    if (!word.startsWith(token)) {
      address = this.#otherTokensEnd;
      this.#otherTokensEnd += memory.write(token, address);
    }
    memory.writeUInt32LE(Buffer.byteLength(token), entry + LENGTH.value);
    memory.writeInt32LE(token === word ? NEVER.value : 0, entry + ROW.value);
    memory.writeUInt32LE(address, entry + TOKEN.value);
    this.#words++;
    return true;
  }
}
