/**
 * How CourtListener's tables were quoted over the years, and which way a file is.
 *
 * The dates are those of the publisher's export script, `scripts/make_bulk_data.sh`; no file says which script wrote it.
 */

import { startsLikeRow } from "./csv-row-start.ts";
import {
  BACKSLASH,
  BACKTICK,
  DOUBLE_QUOTE,
  type Quoting,
  RowScanner,
  type ScannedBytes,
} from "./csv-scanner.ts";

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

/** How much of a file is tried in each dialect, from the first row that differs between dialects. */
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
export function chooseDialect(sample: ScannedBytes, start: number, end: number, columns: number): Dialect {
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

function tryDialect(
  dialect: Dialect,
  sample: ScannedBytes,
  start: number,
  end: number,
  columns: number,
): Trial {
  const { quote } = QUOTINGS[dialect];
  const scanner = new RowScanner(columns, QUOTINGS[dialect]);
  let goodRows = 0;
  let badRows = 0;
  let quotedFields = 0;
  let escapes = 0;
  let at = start;
  let isSearching = false;
  while (at < end && badRows < MAX_BAD_ROWS) {
    if (
      isSearching &&
      startsLikeRow({ bytes: sample.bytes, start: at, end, isEnd: true }, quote, false) !== true
    ) {
      at = nextLine(sample.bytes, at, end);
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
      at = nextLine(sample.bytes, at, end);
      isSearching = true;
    }
  }
  return { dialect, goodRows, badRows, quotedFields, escapes };
}

function nextLine(bytes: Buffer, at: number, end: number): number {
  const lineEnd = bytes.subarray(at, end).indexOf("\n");
  return lineEnd === -1 ? end : at + lineEnd + 1;
}
