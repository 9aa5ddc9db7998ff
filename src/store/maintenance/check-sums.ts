/**
 * A checksum of the index rows of each case, over all its tokens with their columns and offsets. One pass over the complete index
 * computes the sums of all cases, in 16 bytes a case.
 *
 * A contentless index can only be read in the order of its tokens. So the checksum is a sum of hashes, which does not depend on
 * order. It is compared with the sum for the stored text of each case.
 */
import type { Database } from "better-sqlite3";
import { lowerBound } from "../dates/count-date-rowids.ts";
import { INDEX_COLUMNS } from "../segments/index-rows.ts";
import type { Finding } from "./check-problem.ts";
import { type RowColumns, visitTokens } from "./check-tokens.ts";
import { type PostingReader, readPostings } from "./read-postings.ts";
import { addSum, hasSum, TokenSum } from "./token-sum.ts";
import { VOCABULARIES } from "./vocabulary.ts";

/** Rows of fts5vocab read between two yields: a tenth of a second. */
const ROWS_PER_YIELD = 200_000;

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

  /** Reads the complete index. @param db with the tables of vocabulary.ts */
  *readIndex(db: Database): Generator<Finding> {
    if (yield* readPostings(db, this.#adder())) return;
    this.#sums.fill(0);
    this.orphans.clear();
    yield* this.#readVocabulary(db);
  }

  /** Whether the index contains exactly these tokens for the case. */
  contains(dateRowid: number, columns: RowColumns): boolean {
    const at = this.#find(dateRowid, 0);
    if (this.#dateRowids[at] !== dateRowid) return false;
    const sum = new TokenSum();
    for (const [column, tokens] of columns.entries()) addTokens(sum, column, tokens);
    return hasSum(this.#sums, at, sum);
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

  *#readVocabulary(db: Database): Generator<Finding> {
    const sum = new TokenSum();
    let last: string | null = null;
    let at = 0;
    let read = 0;
    const columns = new Map<string | null, number>(INDEX_COLUMNS.map((name, column) => [name, column]));
    const rows = db
      .prepare<[], Occurrence>(`SELECT term, doc, col, offset FROM ${VOCABULARIES.case_words}`)
      .raw();
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
  #add(sum: TokenSum, dateRowid: number, from: number): number {
    const at = this.#find(dateRowid, from);
    if (this.#dateRowids[at] !== dateRowid) this.orphans.add(dateRowid);
    else addSum(this.#sums, at, sum);
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
  const rows = db.prepare<[], number>("SELECT date_rowid FROM court_case ORDER BY date_rowid").pluck();
  for (const dateRowid of rows.iterate()) dateRowids[at++] = dateRowid;
  return { dateRowids, sums: new Int32Array(new SharedArrayBuffer(8 * count)) };
}

function addTokens(sum: TokenSum, column: number, tokens: Uint8Array): void {
  visitTokens(tokens, (from, to, place) => {
    sum.setToken(tokens, from, to);
    sum.add(column, place);
  });
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
      if (value <= column || value >= INDEX_COLUMNS.length || at === to - 1) return false;
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
