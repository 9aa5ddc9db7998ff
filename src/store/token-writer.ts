/**
 * Writes the tokens of texts as UTF-8, the same that words.ts gives, without making a string of each word.
 *
 * Words of ASCII letters and digits come from a table; any other run goes the way of words.ts.
 */
import { hashSign, PLAIN, roomFor, WordTable } from "./word-table.ts";
import { tokenOf, wordsOf } from "./words.ts";

/** Longer words are rare, and none of them is English. */
const MAX_LENGTH = 40;
/** Words after which the table is begun anew, between two rows: real text has some 100,000 kinds in a volume's worth. */
const MAX_WORDS = 150_000;
const SPACE = 0x20;

/** Whether a UTF-16 unit stands between words whatever is beside it; 0: not looked at yet. */
const between = new Uint8Array(1 << 16);
const [BETWEEN, WITHIN] = [1, 2];

export class TokenWriter {
  #table = new WordTable();
  /** The row at hand, by number, so that a form is noted once in it. */
  #row = 1;
  #tokens = Buffer.allocUnsafeSlow(1 << 16);
  #length = 0;
  #forms = Buffer.allocUnsafeSlow(1 << 14);
  #formsLength = 0;
  /** Forms that the table does not hold. */
  readonly #otherForms = new Set<string>();

  /** Bytes of tokens since the row began. */
  get length(): number {
    return this.#length;
  }

  /** Writes the tokens of a text, a space after each. */
  write(text: string): void {
    const end = text.length;
    let at = 0;
    while (at < end) {
      const from = at;
      let hash = 0;
      for (; at < end; at++) {
        const unit = text.charCodeAt(at);
        const sign = unit < PLAIN.length ? (PLAIN[unit] ?? 0) : 0;
        if (sign === 0) break;
        hash = hashSign(hash, sign);
      }
      if (at < end && !isBetween(text.charCodeAt(at))) at = this.#writeOther(text, from, at);
      else if (at - from > MAX_LENGTH) this.#writeWords(text.slice(from, at));
      else if (at > from) this.#writeWord(this.#table.find(text, from, at, hash));
      // what stopped it stands between words
      at++;
    }
  }

  /** Writes a sign as it is, a space after it. */
  writeSign(sign: string): void {
    const bytes = Buffer.byteLength(sign) + 1;
    this.#tokens = roomFor(this.#tokens, this.#length, bytes);
    this.#tokens.write(`${sign} `, this.#length);
    this.#length += bytes;
  }

  /**
   * What was written since the row began, and then begins the next.
   *
   * @returns views that hold until the next `write`. `forms`: the distinct words, as written, that their token does not
   *   spell out, a space after each
   */
  take(): { readonly tokens: Buffer; readonly forms: Buffer } {
    for (const form of this.#otherForms) this.#putForm(Buffer.from(form), 0, Buffer.byteLength(form));
    const tokens = this.#tokens.subarray(0, this.#length);
    const forms = this.#forms.subarray(0, this.#formsLength);
    this.#length = 0;
    this.#formsLength = 0;
    this.#otherForms.clear();
    this.#row++;
    if (this.#table.size > MAX_WORDS) this.#table = new WordTable();
    return { tokens, forms };
  }

  /** A run with other letters and marks, up to the next sign between words; returns where it ends. */
  #writeOther(text: string, from: number, at: number): number {
    let end = at + 1;
    while (end < text.length && !isBetween(text.charCodeAt(end))) end++;
    this.#writeWords(text.slice(from, end));
    return end;
  }

  #writeWords(run: string): void {
    for (const word of wordsOf(run)) {
      if (/^[a-z\d]{1,40}$/.test(word)) this.#writeWord(this.#table.find(word, 0, word.length, hashOf(word)));
      else {
        const token = tokenOf(word);
        this.writeSign(token);
        if (token !== word) this.#otherForms.add(word);
      }
    }
  }

  #writeWord(word: number): void {
    const { letters } = this.#table;
    const [start, end] = [this.#table.tokenOf(word), this.#table.endOf(word)];
    this.#tokens = roomFor(this.#tokens, this.#length, end - start + 1);
    const tokens = this.#tokens;
    let at = this.#length;
    for (let i = start; i < end; i++) tokens[at++] = letters[i] ?? 0;
    tokens[at++] = SPACE;
    this.#length = at;
    if (this.#table.isNewForm(word, this.#row)) this.#putForm(letters, this.#table.startOf(word), start);
  }

  #putForm(bytes: Buffer, start: number, end: number): void {
    this.#forms = roomFor(this.#forms, this.#formsLength, end - start + 1);
    bytes.copy(this.#forms, this.#formsLength, start, end);
    this.#formsLength += end - start;
    this.#forms[this.#formsLength++] = SPACE;
  }
}

/**
 * A sign that is no part of a word and never becomes one: quotes, dashes, §. Marks and soft hyphens are none: they vanish
 * within words; halves of a pair are not to be told alone.
 */
function isBetween(unit: number): boolean {
  const known = between[unit] ?? 0;
  if (known !== 0) return known === BETWEEN;
  const sign = String.fromCharCode(unit);
  const isSign = sign.isWellFormed() && wordsOf(sign).length === 0 && !/[\p{M}\u00ad]/u.test(sign);
  between[unit] = isSign ? BETWEEN : WITHIN;
  return isSign;
}

function hashOf(word: string): number {
  let hash = 0;
  for (let i = 0; i < word.length; i++) hash = hashSign(hash, word.charCodeAt(i));
  return hash;
}
