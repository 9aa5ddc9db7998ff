/**
 * The dialects of CSV in which CourtListener's tables were written over the years, which of them a file has, and where a row may begin.
 *
 * The dates are those of CourtListener's export script, `scripts/make_bulk_data.sh`; no file says which script wrote it.
 */

import { BACKSLASH, BACKTICK, DOUBLE_QUOTE, type Quoting, RowScanner } from "./csv-scanner.ts";

/**
 * - `backslash`: since 2025-01-23, `ESCAPE '\', FORCE_QUOTE *`: `"a \"b\" \\ c"`
 * - `backtick`: from 2024-07-19 (in a form that the shell accepts, from 2024-08-07), ``QUOTE '`', FORCE_QUOTE *``:
 *   `` `a "b" \ c` ``, a backtick doubled
 * - `doubled`: before that, PostgreSQL's default: `"a ""b"" \ c"`; since 2023-07-07 with `FORCE_QUOTE *`, until then in quotes
 *   only where needed
 */
export type Dialect = "backslash" | "doubled" | "backtick";

export const QUOTINGS: Readonly<Record<Dialect, Quoting>> = {
  backslash: { quote: DOUBLE_QUOTE, escape: BACKSLASH },
  doubled: { quote: DOUBLE_QUOTE, escape: DOUBLE_QUOTE },
  backtick: { quote: BACKTICK, escape: BACKTICK },
};

/** Bytes of a file that are tried in each dialect, from the first row that differs between dialects. */
export const SAMPLE_BYTES = 2 ** 20;

/** A sample with more bad rows than these is not in this dialect. */
const MAX_BAD_ROWS = 1000;

interface Trial {
  readonly dialect: Dialect;
  readonly goodRows: number;
  readonly badRows: number;
  readonly quotedFields: number;
  readonly escapes: number;
}

/**
 * The dialect in which all rows of the sample can be read, or else the most rows. Of dialects that read it equally well:
 *
 * - the one with more fields in quotes, because `` `a` `` is also an unquoted field where the quote is `"`;
 * - the one with more escapes: `\\` is one backslash in one dialect and two in another, but texts have them rarely in pairs only;
 * - `doubled`, because a sample without escapes is here only for an unquoted field that begins with a backtick, and no table
 *   has unquoted texts since 2023.
 */
export function chooseDialect(sample: Buffer, start: number, end: number, columns: number): Dialect {
  const trials = (["doubled", "backslash", "backtick"] as const).map((dialect) =>
    tryDialect(dialect, sample, start, end, columns),
  );
  const best = trials.reduce((first, trial) => (compare(trial, first) > 0 ? trial : first));
  return best.dialect;
}

/** A sample without damage has no bad row in its own dialect, whatever its texts look like in the others. */
function compare(a: Trial, b: Trial): number {
  return (
    Number(a.badRows === 0) - Number(b.badRows === 0) ||
    a.goodRows - a.badRows - (b.goodRows - b.badRows) ||
    a.quotedFields - b.quotedFields ||
    a.escapes - b.escapes
  );
}

function tryDialect(dialect: Dialect, sample: Buffer, start: number, end: number, columns: number): Trial {
  const { quote } = QUOTINGS[dialect];
  const scanner = new RowScanner(columns, QUOTINGS[dialect]);
  let goodRows = 0;
  let badRows = 0;
  let quotedFields = 0;
  let escapes = 0;
  let at = start;
  let isSearching = false;
  while (at < end && badRows < MAX_BAD_ROWS) {
    if (isSearching && startsLikeRow({ bytes: sample, start: at, end, isEnd: true }, quote, false) !== true) {
      at = nextLine(sample, at, end);
      continue;
    }
    scanner.begin();
    const outcome = scanner.scan(sample, at, end, false);
    // PostgreSQL writes no backslash that escapes nothing
    badRows += scanner.loneEscapes;
    quotedFields += scanner.quotedFields;
    escapes += scanner.escapes;
    if (outcome === "more") break;
    if (outcome === "row" || outcome === "blank") {
      goodRows += outcome === "row" ? 1 : 0;
      at += scanner.length;
      isSearching = false;
    } else {
      badRows++;
      at = nextLine(sample, at, end);
      isSearching = true;
    }
  }
  return { dialect, goodRows, badRows, quotedFields, escapes };
}

function nextLine(bytes: Buffer, at: number, end: number): number {
  const lineEnd = bytes.subarray(at, end).indexOf("\n");
  return lineEnd === -1 ? end : at + lineEnd + 1;
}

const NEWLINE = 0x0a;
const COMMA = 0x2c;

/** The longest key of a table: a number, or the name of a court. */
const MAX_KEY_BYTES = 40;

/**
 * Whether the bytes from `start` begin with a short field, quoted or not: a number, or else letters, digits, `_`, `-` and `.`.
 *
 * @returns `more` if the bytes end before that is known
 */
export function startsLikeRow(
  { bytes, start, end, isEnd }: Readonly<{ bytes: Buffer; start: number; end: number; isEnd: boolean }>,
  quote: number,
  isNumber: boolean,
): boolean | "more" {
  const isQuoted = bytes[start] === quote;
  const from = isQuoted ? start + 1 : start;
  let at = from;
  while (at < end && at - from <= MAX_KEY_BYTES && isKeyByte(bytes[at] ?? 0, isNumber)) at++;
  const afterKey = isQuoted ? at + 1 : at;
  if (afterKey >= end) return isEnd ? false : "more";
  if (at === from || (isQuoted && bytes[at] !== quote)) return false;
  return bytes[afterKey] === COMMA || bytes[afterKey] === NEWLINE;
}

function isKeyByte(byte: number, isNumber: boolean): boolean {
  if (byte >= 0x30 && byte <= 0x39) return true;
  if (isNumber) return false;
  const lower = byte | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || byte === 0x5f || byte === 0x2d || byte === 0x2e;
}
