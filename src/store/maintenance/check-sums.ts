/**
 * A checksum of the index rows of each case, over all its tokens with their columns and offsets. One pass over the complete index
 * computes the sums of all cases, in 16 bytes a case.
 *
 * A contentless index can only be read in the order of its tokens. So the checksum is a sum of hashes, which does not depend on
 * order. It is compared with the sum for the stored text of each case.
 */
import type { Database } from "better-sqlite3";
import { lowerBound } from "../dates/count-date-rowids.ts";
import type { Finding } from "./check-problem.ts";
import { type RowColumns, WORD_COLUMNS } from "./check-tokens.ts";
import { type PostingReader, readPostings } from "./read-postings.ts";

/**
 * Bytes of a token that are compared. FTS5 truncates tokens at 32 KiB, within a character if one is there; fts5vocab returns the
 * character U+FFFD then.
 */
const MAX_TOKEN_BYTES = 32 * 1024 - 4;
/** Rows of fts5vocab read between two yields: a tenth of a second. */
const ROWS_PER_YIELD = 200_000;
const SPACE = 0x20;

/** The column is null in some damaged indexes. */
type Occurrence = readonly [token: string, dateRowid: number, column: string | null, offset: number];

/** In memory that threads share. */
export interface SumsByCase {
  /** Those of all cases, ascending. */
  readonly dateRowids: Float64Array;
  /** The two halves of the sum of each. */
  readonly sums: Int32Array;
}

export class IndexSums {
  readonly #dateRowids: Float64Array;
  readonly #sums: Int32Array;
  /** Date rowids in the index that belong to no case. */
  readonly orphans = new Set<number>();

  constructor({ dateRowids, sums }: SumsByCase) {
    this.#dateRowids = dateRowids;
    this.#sums = sums;
  }

  /** Reads the complete index. @param makeVocabulary makes its fts5vocab table of type `instance`, for an index that only FTS5 can read */
  *readIndex(db: Database, makeVocabulary: (db: Database) => string): Generator<Finding> {
    if (yield* readPostings(db, this.#adder())) return;
    this.#sums.fill(0);
    this.orphans.clear();
    yield* this.#readVocabulary(db, makeVocabulary(db));
  }

  /** Whether the index contains exactly these tokens for the case. */
  contains(dateRowid: number, columns: RowColumns): boolean {
    const at = this.#find(dateRowid, 0);
    if (this.#dateRowids[at] !== dateRowid) return false;
    const sum = new TokenSum();
    for (const [column, tokens] of columns.entries()) addTokens(sum, column, tokens);
    return this.#sums[2 * at] === sum.first && this.#sums[2 * at + 1] === sum.second;
  }

  /** Adds up the lists of places of the rows, as FTS5 stores them: "poslist" in ext/fts5/fts5_index.c of SQLite. */
  #adder(): PostingReader {
    const sum = new TokenSum();
    let at = 0;
    return {
      token: (bytes, length) => {
        sum.setToken(bytes, 0, length);
        at = 0;
      },
      posting: (dateRowid, bytes, from, to) => {
        sum.clear();
        if (!addPlaces(sum, bytes, from, to)) return false;
        at = this.#add(sum, dateRowid, at);
        return true;
      },
    };
  }

  *#readVocabulary(db: Database, vocabulary: string): Generator<Finding> {
    const sum = new TokenSum();
    let last: string | null = null;
    let at = 0;
    let read = 0;
    const columns = new Map<string | null, number>(WORD_COLUMNS.map(([name], column) => [name, column]));
    const rows = db.prepare<[], Occurrence>(`SELECT term, doc, col, offset FROM ${vocabulary}`).raw();
    for (const [token, dateRowid, column, offset] of rows.iterate()) {
      if (++read % ROWS_PER_YIELD === 0) yield null;
      if (token !== last) {
        const bytes = Buffer.from(token);
        sum.setToken(bytes, 0, bytes.length);
        [last, at] = [token, 0];
      }
      sum.clear();
      sum.add(columns.get(column) ?? -1, offset);
      at = this.#add(sum, dateRowid, at);
    }
  }

  /** @param from where the last row of the token was found: within a token they ascend. @returns where this one was found */
  #add({ first, second }: TokenSum, dateRowid: number, from: number): number {
    const at = this.#find(dateRowid, from);
    if (this.#dateRowids[at] !== dateRowid) this.orphans.add(dateRowid);
    else {
      this.#sums[2 * at] = (this.#sums[2 * at] ?? 0) + first;
      this.#sums[2 * at + 1] = (this.#sums[2 * at + 1] ?? 0) + second;
    }
    return at;
  }

  /** Index of the date rowid, or of where it belongs; the search begins at `from`. */
  #find(dateRowid: number, from: number): number {
    const isPassed = (this.#dateRowids[from] ?? 0) > dateRowid;
    return lowerBound(this.#dateRowids, dateRowid, isPassed ? 0 : from);
  }
}

/** The date rowids of all cases, with a sum of zero. */
export function zeroSumsOf(db: Database): SumsByCase {
  const count = db.prepare<[], number>("SELECT count(*) FROM court_case").pluck().get() ?? 0;
  const dateRowids = new Float64Array(new SharedArrayBuffer(8 * count));
  let at = 0;
  const rows = db.prepare<[], number>("SELECT rank FROM court_case ORDER BY rank").pluck();
  for (const dateRowid of rows.iterate()) dateRowids[at++] = dateRowid;
  return { dateRowids, sums: new Int32Array(new SharedArrayBuffer(8 * count)) };
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

/** A sum of hashes of tokens with their places. Two independent halves, so that equal sums of different texts are one in 2^64. */
class TokenSum {
  first = 0;
  second = 0;
  #first = 0;
  #second = 0;

  clear(): void {
    this.first = 0;
    this.second = 0;
  }

  /** Sets the token that is added next: FNV-1a over its bytes, with two start values. */
  setToken(bytes: Uint8Array, from: number, to: number): void {
    let [first, second] = [0x811c9dc5 | 0, 0x01000193];
    const end = Math.min(to, from + MAX_TOKEN_BYTES);
    for (let at = from; at < end; at++) {
      const byte = bytes[at] ?? 0;
      first = Math.imul(first ^ byte, 0x01000193);
      second = Math.imul(second ^ byte, 0x85ebca6b);
    }
    this.#first = first;
    this.#second = second;
  }

  add(column: number, offset: number): void {
    const salt = Math.imul(column + 1, 0x9e3779b1);
    this.first = (this.first + mixed(this.#first ^ Math.imul(offset + 1, 0x27d4eb2f) ^ salt)) | 0;
    this.second = (this.second + mixed((this.#second + salt + Math.imul(offset, 0x165667b1)) | 0)) | 0;
  }
}

/** Adds the tokens of a column, which spaces separate. */
function addTokens(sum: TokenSum, column: number, tokens: Uint8Array): void {
  let [from, offset] = [0, 0];
  for (let at = 0; at <= tokens.length; at++) {
    if (at < tokens.length && tokens[at] !== SPACE) continue;
    if (at > from) {
      sum.setToken(tokens, from, at);
      sum.add(column, offset++);
    }
    from = at + 1;
  }
}

/**
 * Adds the places in a list: numbers of variable length, each the distance from the place before, plus 2. The number 1 precedes
 * the number of the next column.
 *
 * @returns whether the list is as FTS5 writes it
 */
function addPlaces(sum: TokenSum, bytes: Uint8Array, from: number, to: number): boolean {
  let [column, offset] = [0, 0];
  let isColumn = false;
  let value = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    value = (value << 7) | (byte & 127);
    if (byte >= 128) continue;
    if (isColumn) {
      if (value <= column) return false;
      [column, offset, isColumn] = [value, 0, false];
    } else if (value === 1) isColumn = true;
    else if (value === 0) return false;
    else {
      offset += value - 2;
      sum.add(column, offset);
    }
    value = 0;
  }
  return !isColumn && value === 0;
}

/** The finisher of MurmurHash3. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
