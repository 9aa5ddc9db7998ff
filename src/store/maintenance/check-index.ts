/**
 * Compares the index of words with the tokens that it must contain for a case (docs/faults.md, "F3"). FTS5's own check does not: a
 * contentless index passes it whatever it contains.
 *
 * Such an index can only be read in the order of its tokens. So a case has a sum of hashes of its tokens with their columns and places,
 * which does not depend on order: one pass over what FTS5 reads from the index computes the sums of all cases, in 16 bytes a case. fts5vocab
 * returns a row for each occurrence, at 1 to 2 µs.
 */
import type { Database } from "better-sqlite3";
import { PARAGRAPH_END, SENTENCE_END } from "../../text/analyzer.ts";
import { lowerBound } from "../dates/date-rowids.ts";
import { readNumbers } from "../fts5-pages/structure-record.ts";
import { INDEX_COLUMNS } from "../segments/index-rows.ts";
import { type Finding, problem } from "./check-problem.ts";

/** The tokens of each column of an index row, in the order of the schema: UTF-8, separated by spaces. */
export type RowColumns = readonly Uint8Array[];

/** Whether the index has exactly these tokens for a case, or those that are looked up. */
export interface IndexedTokens {
  contains(dateRowid: number, columns: RowColumns): boolean;
}

const SPACE = 0x20;
const TEXT_ENDS = [SENTENCE_END, PARAGRAPH_END].map((token) => Buffer.from(token));

/**
 * Visits the tokens of a column, as FTS5's tokenizer splits it: the bytes from `from` to `to`, at a place in the index. The ends of sentences
 * and paragraphs are at the place of the token before.
 *
 * @returns the number of other tokens
 */
function visitTokens(column: Uint8Array, visit: (from: number, to: number, place: number) => void): number {
  let [from, place] = [0, 0];
  for (let at = 0; at <= column.length; at++) {
    if (at < column.length && column[at] !== SPACE) continue;
    if (at > from) visit(from, at, isTextEnd(column, from, at) ? place - 1 : place++);
    from = at + 1;
  }
  return place;
}

function isTextEnd(column: Uint8Array, from: number, to: number): boolean {
  return TEXT_ENDS.some(
    (end) => end.length === to - from && end.every((byte, n) => byte === column[from + n]),
  );
}

/**
 * Creates fts5vocab tables, which list every occurrence of every token of an index as FTS5 reads it. In a transaction that has met damage, SQLite
 * creates no tables, so this comes first; it reads no index.
 */
export function makeVocabularies(db: Database): void {
  // `query_only` forbids temporary tables too
  const wasOn = db.pragma("query_only", { simple: true });
  db.pragma("query_only = OFF");
  db.exec(`
    CREATE VIRTUAL TABLE temp.words_in_rows USING fts5vocab (main, case_words, instance);
    CREATE VIRTUAL TABLE temp.trigrams_in_words USING fts5vocab (main, name_trigrams, instance);
  `);
  db.pragma(`query_only = ${wasOn}`);
}

/** Rows of fts5vocab read between two yields: a tenth of a second. */
const ROWS_PER_YIELD = 200_000;

/** The column is null in some damaged indexes. */
type Occurrence = readonly [token: string, dateRowid: number, column: string | null, offset: number];

/** The sums of all cases, from the complete index. */
export class IndexSums implements IndexedTokens {
  readonly #db: Database;
  /** Those of all cases, ascending. */
  readonly #dateRowids: Float64Array;
  /** The two halves of the sum of each. */
  readonly #sums: Int32Array;

  constructor(db: Database) {
    this.#db = db;
    const rows = db.prepare<[], number>("SELECT date_rowid FROM court_case ORDER BY date_rowid").pluck();
    this.#dateRowids = new Float64Array(
      db.prepare<[], number>("SELECT count(*) FROM court_case").pluck().get() ?? 0,
    );
    let at = 0;
    for (const dateRowid of rows.iterate()) this.#dateRowids[at++] = dateRowid;
    this.#sums = new Int32Array(2 * this.#dateRowids.length);
  }

  /** Reads the index, and yields a problem for each date rowid without a case. @param db with vocabularies */
  *read(): Generator<Finding> {
    const strays = new Set<number>();
    const columns = new Map<string | null, number>(INDEX_COLUMNS.map((name, column) => [name, column]));
    const rows = this.#db
      .prepare<[], Occurrence>("SELECT term, doc, col, offset FROM temp.words_in_rows")
      .raw();
    const sum = new TokenSum();
    let [last, at, read] = ["", 0, 0];
    for (const [token, dateRowid, column, offset] of rows.iterate()) {
      if (++read % ROWS_PER_YIELD === 0) yield null;
      if (token !== last) {
        sum.setToken(Buffer.from(token));
        // the date rowids of a token ascend
        [last, at] = [token, 0];
      }
      at = this.#find(dateRowid, at);
      if (this.#dateRowids[at] === dateRowid) {
        [sum.first, sum.second] = [this.#sums[2 * at] ?? 0, this.#sums[2 * at + 1] ?? 0];
        sum.add(columns.get(column) ?? -1, offset);
        [this.#sums[2 * at], this.#sums[2 * at + 1]] = [sum.first, sum.second];
      } else strays.add(dateRowid);
    }
    for (const dateRowid of strays)
      yield problem("index words", `case_words has tokens at row ${dateRowid}, which belongs to no case`);
  }

  contains(dateRowid: number, columns: RowColumns): boolean {
    const at = this.#find(dateRowid, 0);
    if (this.#dateRowids[at] !== dateRowid) return false;
    const sum = new TokenSum();
    for (const [column, tokens] of columns.entries()) {
      visitTokens(tokens, (from, to, place) => {
        sum.setToken(tokens.subarray(from, to));
        sum.add(column, place);
      });
    }
    return this.#sums[2 * at] === sum.first && this.#sums[2 * at + 1] === sum.second;
  }

  /** Index of the date rowid, or of where it belongs; the search begins at `from`. */
  #find(dateRowid: number, from: number): number {
    const isPassed = (this.#dateRowids[from] ?? 0) > dateRowid;
    return lowerBound(this.#dateRowids, dateRowid, isPassed ? 0 : from);
  }
}

/**
 * Bytes of a token that are compared. FTS5 truncates tokens at 32 KiB, within a character if one is there; fts5vocab returns the
 * character U+FFFD then.
 */
const MAX_TOKEN_BYTES = 32 * 1024 - 4;

/** A sum of hashes of tokens at their places. Two independent halves, so that equal sums of different texts are one in 2^64. */
class TokenSum {
  first = 0;
  second = 0;
  #first = 0;
  #second = 0;

  /** Sets the token that is added next: FNV-1a over its bytes, with two start values. */
  setToken(bytes: Uint8Array): void {
    let [first, second] = [0x811c9dc5 | 0, 0x01000193];
    const end = Math.min(bytes.length, MAX_TOKEN_BYTES);
    for (let at = 0; at < end; at++) {
      const byte = bytes[at] ?? 0;
      first = Math.imul(first ^ byte, 0x01000193);
      second = Math.imul(second ^ byte, 0x85ebca6b);
    }
    this.#first = first;
    this.#second = second;
  }

  add(column: number, place: number): void {
    const salt = Math.imul(column + 1, 0x9e3779b1);
    this.first = (this.first + mixed(this.#first ^ Math.imul(place + 1, 0x27d4eb2f) ^ salt)) | 0;
    this.second = (this.second + mixed((this.#second + salt + Math.imul(place, 0x165667b1)) | 0)) | 0;
  }
}

/** The finisher of MurmurHash3. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** The number of tokens in each column of an index row, which FTS5 stores for BM25 next to the tokens. */
export class IndexSizes {
  readonly #sizes;

  constructor(db: Database) {
    const sql = "SELECT sz FROM case_words_docsize WHERE id = :dateRowid";
    this.#sizes = db.prepare<{ dateRowid: number }, Buffer>(sql).pluck();
  }

  /** Compares them with these columns. */
  compare(dateRowid: number, columns: RowColumns): "same" | "differs" | "missing" {
    const sizes = this.#sizes.get({ dateRowid });
    if (sizes === undefined) return "missing";
    const stored = readNumbers(sizes).join(" ");
    return stored === columns.map((column) => visitTokens(column, () => {})).join(" ") ? "same" : "differs";
  }
}

/** Tokens of one column that are looked up. */
const MAX_LOOKED_UP = 32;

/**
 * Looks up tokens of a case in the index: for a sample of a corpus that is too large to read its complete index. The look-ups of a
 * thousand cases take up to a minute, so of a long column only some tokens are looked up, spread evenly over it.
 *
 * It detects text that is not in its column. It does not detect single lost tokens of a long text, or tokens at wrong places.
 */
export class IndexLookup implements IndexedTokens {
  readonly #has;

  constructor(db: Database) {
    const sql = "SELECT 1 FROM case_words WHERE case_words MATCH :match AND rowid = :dateRowid";
    this.#has = db.prepare<{ match: string; dateRowid: number }, number>(sql).pluck();
  }

  contains(dateRowid: number, columns: RowColumns): boolean {
    return columns.every((column, nth) => {
      const tokens = Buffer.from(column).toString().split(" ").filter(Boolean);
      const step = Math.max(1, Math.ceil(tokens.length / MAX_LOOKED_UP));
      const some = new Set(tokens.filter((_, place) => place % step === 0));
      return [...some].every((token) => {
        const match = `${INDEX_COLUMNS[nth]} : "${token.replaceAll('"', '""')}"`;
        return this.#has.get({ match, dateRowid }) === 1;
      });
    });
  }
}

const WORDS = `
  SELECT w.id, w.word, d.id IS NOT NULL AS isIndexed
    FROM name_word AS w
    LEFT JOIN name_trigrams_docsize AS d ON d.id = w.id
`;

interface NameWord {
  readonly id: number;
  readonly word: string;
  readonly isIndexed: number;
}

/**
 * Compares the words of names with the index of their trigrams, which FTS5's own check does not do, by the sum over all words. Searching for
 * each word would read the lists of its trigrams, which grow with the number of words.
 *
 * @param db with vocabularies
 */
export function* checkTrigrams(db: Database): Generator<Finding> {
  const [indexed, expected] = [new TokenSum(), new TokenSum()];
  const sql = "SELECT term, doc FROM temp.trigrams_in_words";
  let [read, last, missing] = [0, "", 0];
  for (const [trigram, id] of db.prepare<[], [string, number]>(sql).raw().iterate()) {
    if (++read % ROWS_PER_YIELD === 0) yield null;
    if (trigram !== last) indexed.setToken(Buffer.from(trigram));
    last = trigram;
    indexed.add(0, id);
  }
  for (const { id, word, isIndexed } of db.prepare<[], NameWord>(WORDS).iterate()) {
    if (++read % ROWS_PER_YIELD === 0) yield null;
    missing += 1 - isIndexed;
    for (const trigram of trigramsOf(word)) {
      expected.setToken(Buffer.from(trigram));
      expected.add(0, id);
    }
  }
  if (missing > 0 || indexed.first !== expected.first || indexed.second !== expected.second)
    yield problem("index rows", "name_trigrams differs from the words in name_word");
}

const TRIGRAM = 3;

/** Each once, as the index has them. */
function trigramsOf(word: string): Set<string> {
  const characters = [...word];
  return new Set(
    characters.slice(TRIGRAM - 1).map((_, from) => characters.slice(from, from + TRIGRAM).join("")),
  );
}
