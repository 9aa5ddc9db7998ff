/**
 * Finds the fields of one row of PostgreSQL's CSV in bytes, in one pass, and continues when more bytes come.
 *
 * The loops over bytes are the hot path of an import of 200 GB: no field is decoded before the row is known to be complete,
 * and a field that is not selected is never decoded.
 */

import { isUtf8 } from "node:buffer";

/** How a dialect quotes. In quotes, `escape` before a quote or an escape makes that byte text; elsewhere it is text itself. */
export interface Quoting {
  readonly quote: number;
  readonly escape: number;
}

/** Why bytes are not a row. */
export type RowProblem =
  | "wrong number of fields"
  | "text after a closing quote"
  | "a quote in an unquoted field"
  | "a quote is not closed at the end of the file"
  | "the file ends inside the row"
  | "longer than 24 MiB";

/**
 * - `more`: the bytes end inside the row
 * - `ambiguous`: the next bytes differ between dialects (only with `stopsAtAmbiguity`)
 */
export type ScanOutcome = "row" | "blank" | "more" | "ambiguous" | RowProblem;

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const COMMA = 0x2c;
export const DOUBLE_QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const BACKTICK = 0x60;

/** Several copies of a longer row, or of what follows a quote that is not closed, would take more memory than an import may. */
const MAX_ROW_BYTES = 24 * 2 ** 20;

const FIELD_START = 0;
const UNQUOTED = 1;
const QUOTED = 2;
const QUOTE_CLOSED = 3;

const NULL = 0;
const PLAIN = 1;
const ESCAPED = 2;

const REPLACEMENT = "\uFFFD";

export class RowScanner {
  readonly #quote: number;
  readonly #escape: number;
  readonly #stopsAtAmbiguity: boolean;
  readonly #columns: number;
  /** Offsets from the start of the row, by field. */
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #kinds: Uint8Array;
  #state = FIELD_START;
  #fieldStart = 0;
  /** `escapes` where the field began. */
  #escapesBefore = 0;
  /** Bytes of the row that were scanned, its line end included. */
  length = 0;
  fields = 0;
  /** Line ends in the row, its own included. */
  lineEnds = 0;
  quotedFields = 0;
  /** Backslashes or quotes that were doubled, or escaped by a backslash. */
  escapes = 0;
  /** Backslashes in quotes that escape nothing: PostgreSQL writes none where the backslash is the escape. */
  loneEscapes = 0;

  constructor(columns: number, quoting: Quoting, stopsAtAmbiguity = false) {
    this.#columns = columns;
    this.#quote = quoting.quote;
    this.#escape = quoting.escape;
    this.#stopsAtAmbiguity = stopsAtAmbiguity;
    this.#starts = new Int32Array(columns);
    this.#ends = new Int32Array(columns);
    this.#kinds = new Uint8Array(columns);
  }

  /** Forgets the row; the next `scan` begins another. */
  begin(): void {
    this.#state = FIELD_START;
    this.length = 0;
    this.fields = 0;
    this.lineEnds = 0;
    this.quotedFields = 0;
    this.escapes = 0;
    this.loneEscapes = 0;
  }

  /**
   * Continues to scan the row that begins at `start`. After `more`, call again with the same row and more bytes.
   *
   * @param isEnd no bytes come after these
   */
  scan(bytes: Buffer, start: number, end: number, isEnd: boolean): ScanOutcome {
    const quote = this.#quote;
    const escaping = this.#escape;
    const starts = this.#starts;
    const ends = this.#ends;
    const kinds = this.#kinds;
    let at = start + this.length;
    let state = this.#state;
    let { fields, lineEnds, escapes } = this;
    let fieldStart = this.#fieldStart;
    let escapesBefore = this.#escapesBefore;
    let outcome: ScanOutcome | null = null;

    row: while (at < end) {
      let byte = bytes[at];
      if (state === FIELD_START) {
        if (byte === BACKTICK && this.#stopsAtAmbiguity) {
          outcome = "ambiguous";
          break;
        }
        if (byte === quote) {
          state = QUOTED;
          escapesBefore = escapes;
          at++;
        } else state = UNQUOTED;
        fieldStart = at - start;
      }
      if (state === QUOTED) {
        for (; ; at++) {
          if (at >= end) break row;
          byte = bytes[at];
          if (byte === NEWLINE) lineEnds++;
          else if (byte === quote || byte === escaping) {
            // the byte after it decides
            if (at + 1 === end && !(isEnd && byte === quote)) break row;
            const next = at + 1 === end ? NEWLINE : bytes[at + 1];
            const isEscape = byte === escaping && (next === quote || next === escaping);
            if (this.#stopsAtAmbiguity && (byte === escaping || next === quote)) {
              outcome = "ambiguous";
              break row;
            }
            if (isEscape) {
              escapes++;
              at++;
            } else if (byte === quote) break;
            else this.loneEscapes++;
          }
        }
        starts[fields] = fieldStart;
        ends[fields] = at - start;
        kinds[fields] = escapes === escapesBefore ? PLAIN : ESCAPED;
        fields++;
        this.quotedFields++;
        state = QUOTE_CLOSED;
        if (++at === end) break;
        byte = bytes[at];
      } else if (state === UNQUOTED) {
        while (byte !== COMMA && byte !== NEWLINE && byte !== quote) {
          if (++at === end) break row;
          byte = bytes[at];
        }
        const to = (byte === NEWLINE && bytes[at - 1] === RETURN ? at - 1 : at) - start;
        starts[fields] = fieldStart;
        ends[fields] = to;
        kinds[fields] = to > fieldStart ? PLAIN : NULL;
        fields++;
        if (byte === quote) {
          outcome = "a quote in an unquoted field";
          break;
        }
      }
      if (byte === RETURN) {
        if (at + 1 === end) break;
        byte = bytes[++at];
        if (byte !== NEWLINE) byte = RETURN;
      }
      at++;
      if (byte === COMMA) {
        state = FIELD_START;
        continue;
      }
      if (byte === NEWLINE) lineEnds++;
      outcome = byte === NEWLINE ? this.#rowOutcome(fields) : "text after a closing quote";
      break;
    }

    this.length = at - start;
    this.#state = state;
    this.fields = fields;
    this.lineEnds = lineEnds;
    this.escapes = escapes;
    this.#fieldStart = fieldStart;
    this.#escapesBefore = escapesBefore;
    if (this.length > MAX_ROW_BYTES) return "longer than 24 MiB";
    return outcome ?? (isEnd ? this.#endOutcome() : "more");
  }

  /**
   * The texts of these fields of the row at `start`; null is PostgreSQL's NULL, and a field -1 is null.
   *
   * @returns undefined if a field is not UTF-8
   */
  values(bytes: Buffer, start: number, fields: readonly number[]): (string | null)[] | undefined {
    const values: (string | null)[] = [];
    for (const field of fields) {
      const kind = this.#kinds[field] ?? NULL;
      if (kind === NULL) {
        values.push(null);
        continue;
      }
      const [from, to] = [start + (this.#starts[field] ?? 0), start + (this.#ends[field] ?? 0)];
      const text = kind === PLAIN ? readText(bytes, from, to) : this.#unescape(bytes, from, to);
      if (text === undefined) return undefined;
      values.push(text);
    }
    return values;
  }

  #rowOutcome(fields: number): ScanOutcome {
    if (fields === this.#columns) return "row";
    return fields === 1 && this.#kinds[0] === NULL ? "blank" : "wrong number of fields";
  }

  /**
   * PostgreSQL ends every line. Without a line end only a closing quote shows that the last value is complete: `12` may have
   * been `1234`.
   */
  #endOutcome(): ScanOutcome {
    if (this.#state === QUOTED) return "a quote is not closed at the end of the file";
    const isComplete = this.#state === QUOTE_CLOSED && this.fields === this.#columns;
    return isComplete ? "row" : "the file ends inside the row";
  }

  #unescape(bytes: Buffer, from: number, to: number): string | undefined {
    if (unescaped.length < to - from) unescaped = Buffer.allocUnsafeSlow(to - from);
    const length = copyUnescaped(bytes, from, to, this.#quote, this.#escape, unescaped);
    return readText(unescaped, 0, length);
  }
}

/** Room for one field without its escapes. */
let unescaped = Buffer.allocUnsafeSlow(2 ** 16);

/** Copies a field without its escapes. */
function copyUnescaped(
  bytes: Buffer,
  from: number,
  to: number,
  quote: number,
  escaping: number,
  target: Buffer,
): number {
  let length = 0;
  for (let at = from; at < to; at++) {
    let byte = bytes[at] ?? 0;
    if (byte === escaping) {
      const next = bytes[at + 1] ?? 0;
      if (next === quote || next === escaping) {
        byte = next;
        at++;
      }
    }
    target[length++] = byte;
  }
  return length;
}

/** Undefined if the bytes are not UTF-8. Only a text with a replacement character needs a second look. */
function readText(bytes: Buffer, from: number, to: number): string | undefined {
  const text = bytes.toString("utf8", from, to);
  return text.includes(REPLACEMENT) && !isUtf8(bytes.subarray(from, to)) ? undefined : text;
}
