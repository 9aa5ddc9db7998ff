/**
 * A checksum of the index rows of each case, over all its tokens with their columns and offsets. One pass over the complete index
 * computes the sums of all cases, in 24 bytes a case.
 *
 * A contentless index can only be read in the order of its tokens. So the checksum is a sum of hashes, which does not depend on
 * order. It is compared with the sum for the stored text of each case.
 */
import type { Database } from "better-sqlite3";
import { lowerBound } from "../dates/count-date-rowids.ts";
import type { Finding } from "./check-problem.ts";
import type { ColumnTokens } from "./check-tokens.ts";

/** Characters of a token that are compared: FTS5 truncates tokens at 32 KiB, which are at least 8,192 characters. */
const MAX_WORD = 8_192;
/** Rows read between two yields: a tenth of a second. */
const ROWS_PER_YIELD = 200_000;

/** Two independent halves of a sum, so that equal sums of different texts are one in 2^64. */
type Sum = readonly [number, number];

/** The column is null in some damaged indexes. */
type Occurrence = readonly [term: string, dateRowid: number, column: string | null, offset: number];

export class IndexSums {
  readonly #dateRowids: Float64Array;
  readonly #sums: readonly [Uint32Array, Uint32Array];
  /** Date rowids in the index that belong to no case. */
  readonly orphans = new Set<number>();

  /** @param dateRowids those of all cases, ascending */
  constructor(dateRowids: Float64Array) {
    this.#dateRowids = dateRowids;
    this.#sums = [new Uint32Array(dateRowids.length), new Uint32Array(dateRowids.length)];
  }

  /** Reads the complete index. @param vocabulary its fts5vocab table of type `instance` */
  *readIndex(db: Database, vocabulary: string): Generator<Finding> {
    let last = "";
    let hashes: Sum = hashesOf(last);
    let at = 0;
    let read = 0;
    const rows = db.prepare<[], Occurrence>(`SELECT term, doc, col, offset FROM ${vocabulary}`).raw();
    for (const [term, dateRowid, column, offset] of rows.iterate()) {
      if (++read % ROWS_PER_YIELD === 0) yield null;
      if (term !== last) {
        [last, hashes, at] = [term, hashesOf(term), 0];
      }
      at = this.#find(dateRowid, at);
      if (this.#dateRowids[at] === dateRowid) this.#add(at, hashOccurrence(hashes, column ?? "", offset));
      else this.orphans.add(dateRowid);
    }
  }

  /** Whether the index contains exactly these tokens for the case. */
  contains(dateRowid: number, columns: readonly ColumnTokens[]): boolean {
    const sum = sumOf(columns);
    const at = this.#find(dateRowid, 0);
    return this.#dateRowids[at] === dateRowid && this.#sums[0][at] === sum[0] && this.#sums[1][at] === sum[1];
  }

  #add(at: number, [first, second]: Sum): void {
    this.#sums[0][at] = (this.#sums[0][at] ?? 0) + first;
    this.#sums[1][at] = (this.#sums[1][at] ?? 0) + second;
  }

  /** Index of the date rowid, or of where it belongs. Within a token date rowids ascend, so the search begins at `from`. */
  #find(dateRowid: number, from: number): number {
    const isPassed = (this.#dateRowids[from] ?? 0) > dateRowid;
    return lowerBound(this.#dateRowids, dateRowid, isPassed ? 0 : from);
  }
}

/** The date rowids of all cases, ascending. */
export function dateRowidsOf(db: Database): Float64Array {
  const count = db.prepare<[], number>("SELECT count(*) FROM court_case").pluck().get() ?? 0;
  const dateRowids = new Float64Array(count);
  let at = 0;
  const rows = db.prepare<[], number>("SELECT rank FROM court_case ORDER BY rank").pluck();
  for (const dateRowid of rows.iterate()) dateRowids[at++] = dateRowid;
  return dateRowids;
}

/** Creates a temporary fts5vocab table, which lists every occurrence of every token of the index of words. */
export function makeVocabulary(db: Database): string {
  // `query_only` forbids temporary tables too
  const wasOn = db.pragma("query_only", { simple: true });
  db.pragma("query_only = OFF");
  db.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.places USING fts5vocab (main, case_words, instance)");
  db.pragma(`query_only = ${wasOn}`);
  return "temp.places";
}

function sumOf(columns: readonly ColumnTokens[]): Sum {
  const sum = new Uint32Array(2);
  for (const { column, tokens } of columns) {
    for (const [offset, token] of tokens.entries()) {
      const [first, second] = hashOccurrence(hashesOf(token), column, offset);
      sum[0] = (sum[0] ?? 0) + first;
      sum[1] = (sum[1] ?? 0) + second;
    }
  }
  return [sum[0] ?? 0, sum[1] ?? 0];
}

/** FNV-1a over the UTF-16 units, with two start values. */
function hashesOf(term: string): Sum {
  let [first, second] = [0x811c9dc5, 0x01000193];
  const length = Math.min(term.length, MAX_WORD);
  for (let at = 0; at < length; at++) {
    const unit = term.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b);
  }
  return [first, second];
}

function hashOccurrence([first, second]: Sum, column: string, offset: number): Sum {
  const salt = saltOf(column);
  return [
    mixed(first ^ Math.imul(offset + 1, 0x27d4eb2f) ^ salt),
    mixed(second + salt + Math.imul(offset, 0x165667b1)),
  ];
}

const salts = new Map<string, number>();

/** A hash of the column name, cached: there are few columns. */
function saltOf(column: string): number {
  let salt = salts.get(column);
  if (salt === undefined) {
    salt = hashesOf(column)[0];
    salts.set(column, salt);
  }
  return salt;
}

/** The finisher of MurmurHash3. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
