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
const SPACE = 0x20;
/** Units at which a sentence or a paragraph can end. */
const ENDINGS = ".?!\n";

/** The constants that scan-words.as.ts exports: sizes, flags, offsets; addresses all others. */
const CONSTANTS = [
  "MOST_UNITS",
  "FLAGS",
  "NOT_SEPARATOR",
  "SEPARATOR",
  "ENDING",
  "UNITS",
  "WORD_UNITS",
  "TOKENS_END",
  "UNSTEMMED_END",
  "UNKNOWN_ENTRY",
  "WORDS",
  "TOKENS",
  "UNSTEMMED",
  "ENTRIES",
  "LENGTH",
  "ROW",
  "NEVER",
  "TOKEN",
  "OTHER_TOKENS",
] as const;
type Constants = Readonly<Record<(typeof CONSTANTS)[number], number>>;

interface Exports extends Readonly<Record<(typeof CONSTANTS)[number], { readonly value: number }>> {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly scan: (text: number, from: number, end: number, row: number) => number;
}

declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Exports };
};

export class WordScanner {
  readonly #exports = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(SCAN_WORDS, "base64")))
    .exports;
  readonly #memory = Buffer.from(this.#exports.memory.buffer);
  /** Read once: each reading of an exported number is a native call. */
  readonly #constants = Object.fromEntries(
    CONSTANTS.map((name) => [name, this.#exports[name].value]),
  ) as Constants;
  readonly #numbers = new Uint32Array(this.#exports.memory.buffer);
  /** Number of the current row, so that an unstemmed token is written once per row. */
  #row = 1;
  #words = 0;
  #length = 0;
  #otherTokensEnd = this.#constants.OTHER_TOKENS;
  /**
   * Where the last scan ended: the first unit of a run that is not a word for the table (a long one, one with other characters, any
   * unknown one if the table is full), or where a sentence or a paragraph may end, or the text's length.
   */
  end = 0;
  /** UTF-16 units of a text that are scanned at a time, at most. */
  readonly mostUnits = this.#constants.MOST_UNITS;

  constructor() {
    for (let unit = 0; unit < 128; unit++) this.isSeparator(unit);
    this.#forget();
  }

  /** Begins to scan a part of a text, of at most `mostUnits` units. */
  begin(text: string): void {
    this.#write(text, this.#constants.UNITS);
    this.#length = text.length;
  }

  /** Scans the words of the text from a unit on, up to `end`. */
  scan(from: number): void {
    this.end = Math.min(this.#scan(this.#constants.UNITS, from, this.#length), this.#length);
  }

  get words(): number {
    return this.#number(this.#constants.WORDS);
  }

  /** Scans one word, while the text remains. Returns whether it is one for the table. @param word at most 40 units long */
  scanWord(word: string): boolean {
    this.#write(word, this.#constants.WORD_UNITS);
    return this.#scan(this.#constants.WORD_UNITS, 0, word.length) > 0;
  }

  /**
   * Returns the tokens that were written since the last call, and the unstemmed ones that are new in the row: UTF-8, each followed by a
   * space, valid until the next scan.
   */
  take(): { readonly tokens: Buffer; readonly unstemmed: Buffer } {
    const { TOKENS_END, TOKENS, UNSTEMMED_END, UNSTEMMED } = this.#constants;
    const tokens = this.#memory.subarray(TOKENS, this.#number(TOKENS_END));
    const unstemmed = this.#memory.subarray(UNSTEMMED, this.#number(UNSTEMMED_END));
    this.#forget();
    return { tokens, unstemmed };
  }

  #forget(): void {
    const { TOKENS_END, TOKENS, UNSTEMMED_END, UNSTEMMED } = this.#constants;
    this.#numbers[TOKENS_END / 4] = TOKENS;
    this.#numbers[UNSTEMMED_END / 4] = UNSTEMMED;
  }

  #write(text: string, address: number): void {
    this.#memory.write(text, address, "utf16le");
    const end = address + 2 * text.length;
    this.#memory[end] = SPACE;
    this.#memory[end + 1] = 0;
  }

  #number(address: number): number {
    return this.#numbers[address / 4] ?? 0;
  }

  #scan(address: number, from: number, length: number): number {
    const { UNKNOWN_ENTRY } = this.#constants;
    let end = from;
    do end = this.#exports.scan(address, end, length, this.#row);
    while (this.#number(UNKNOWN_ENTRY) !== 0 && this.#enter(this.#number(UNKNOWN_ENTRY)));
    return end;
  }

  /** Unstemmed tokens are new again. */
  beginRow(): void {
    this.#row++;
    this.#numbers[this.#constants.WORDS / 4] = 0;
    if (this.#words < MAX_WORDS) return;
    const { ENTRIES, OTHER_TOKENS } = this.#constants;
    this.#memory.fill(0, ENTRIES, OTHER_TOKENS);
    this.#otherTokensEnd = OTHER_TOKENS;
    this.#words = 0;
  }

  /**
   * Whether a UTF-16 unit separates words in every context: quotes, dashes, §. Marks and soft hyphens do not, because folding
   * removes them within words. Half of a surrogate pair does not, because it is not a character by itself.
   */
  isSeparator(unit: number): boolean {
    const { FLAGS, NOT_SEPARATOR, SEPARATOR, ENDING } = this.#constants;
    const known = this.#memory[FLAGS + unit] ?? 0;
    if (known !== 0) return known >= SEPARATOR;
    const character = String.fromCharCode(unit);
    const isSeparator =
      character.isWellFormed() && wordsOf(character).length === 0 && !/[\p{M}\u00ad]/u.test(character);
    const flag = ENDINGS.includes(character) ? ENDING : SEPARATOR;
    this.#memory[FLAGS + unit] = isSeparator ? flag : NOT_SEPARATOR;
    return isSeparator;
  }

  /** Adds the token to an entry that has only the word. Returns false if the table is full. */
  #enter(entry: number): boolean {
    if (this.#words >= MAX_WORDS) return false;
    const { LENGTH, ROW, NEVER, TOKEN } = this.#constants;
    const memory = this.#memory;
    const word = memory.toString("latin1", entry, entry + MAX_WORD_LETTERS).replaceAll("\0", "");
    const token = makeToken(word);
    let address = entry;
    if (!word.startsWith(token)) {
      address = this.#otherTokensEnd;
      this.#otherTokensEnd += memory.write(token, address);
    }
    memory.writeUInt32LE(Buffer.byteLength(token), entry + LENGTH);
    memory.writeInt32LE(token === word ? NEVER : 0, entry + ROW);
    memory.writeUInt32LE(address, entry + TOKEN);
    this.#words++;
    return true;
  }
}
