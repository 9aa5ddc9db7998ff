/**
 * Compares the index of words with the tokens that it must contain for a case (docs/faults.md, "F3"). FTS5's own check does not: a
 * contentless index passes it whatever it contains.
 *
 * Such an index can only be read in the order of its tokens. So a case has a sum of hashes of its tokens with their columns and places,
 * which does not depend on order: one pass over what FTS5 reads from the index computes the sums of all cases, in 16 bytes a case. fts5vocab
 * returns a row for each occurrence, at 1 to 2 µs.
 */
import type { Database } from "better-sqlite3";
import { readValue, readValues } from "../database/statement-cache.ts";
import { lowerBound } from "../dates/date-rowid.ts";
import { readNumbers } from "../fts5-pages/index-segments.ts";
import { INDEX_COLUMNS } from "../write/index-row.ts";
import { type Finding, problem } from "./check-problem.ts";

/** The tokens of each column of an index row, in the order of the schema: UTF-8, separated by spaces. */
export type RowColumns = readonly Uint8Array[];

/** Whether the index has exactly these tokens for a case; for a sample, whether it has the tokens that are looked up. */
export type HasTokens = (dateRowid: number, columns: RowColumns) => boolean;

const SPACE = 0x20;

/**
 * Visits the tokens of a column, as FTS5's tokenizer splits it: the bytes from `from` to `to`, at a place in the index. Returns their number.
 */
function visitTokens(column: Uint8Array, visit: (from: number, to: number, place: number) => void): number {
  let [from, place] = [0, 0];
  for (let at = 0; at <= column.length; at++) {
    if (at < column.length && column[at] !== SPACE) continue;
    if (at > from) visit(from, at, place++);
    from = at + 1;
  }
  return place;
}

/**
 * Creates fts5vocab tables, which list every occurrence of every token of an index as FTS5 reads it. In a transaction that has met damage, SQLite
 * creates no tables, so call this first; it reads no index.
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

/**
 * Reads the complete index, and yields a problem for each date rowid without a case. Returns a comparison with the sums of all cases.
 *
 * @param db with vocabularies
 */
export function* readTokenSums(db: Database): Generator<Finding, HasTokens> {
  const dateRowids = Float64Array.from(
    readValues<number>(db, "SELECT date_rowid FROM court_case ORDER BY date_rowid"),
  );
  /** The two halves of the sum of each case. */
  const sums = new Int32Array(2 * dateRowids.length);
  const strays = new Set<number>();
  const columns = new Map<string | null, number>(INDEX_COLUMNS.map((name, column) => [name, column]));
  const rows = db.prepare<[], Occurrence>("SELECT term, doc, col, offset FROM temp.words_in_rows").raw();
  const sum = new TokenSum();
  let [last, at, read] = ["", 0, 0];
  for (const [token, dateRowid, column, offset] of rows.iterate()) {
    if (++read % ROWS_PER_YIELD === 0) yield null;
    // the date rowids of a token ascend, except in a damaged index
    if (token !== last || (dateRowids[at] ?? 0) > dateRowid) at = 0;
    if (token !== last) sum.setToken(Buffer.from(token));
    last = token;
    at = lowerBound(dateRowids, dateRowid, at);
    if (dateRowids[at] === dateRowid) {
      [sum.first, sum.second] = [sums[2 * at] ?? 0, sums[2 * at + 1] ?? 0];
      sum.add(columns.get(column) ?? -1, offset);
      [sums[2 * at], sums[2 * at + 1]] = [sum.first, sum.second];
    } else strays.add(dateRowid);
  }
  for (const dateRowid of strays)
    yield problem("index words", `case_words has tokens at row ${dateRowid}, which belongs to no case`);
  return (dateRowid, ofRow) => {
    const place = lowerBound(dateRowids, dateRowid);
    if (dateRowids[place] !== dateRowid) return false;
    const expected = sumOf(ofRow);
    return sums[2 * place] === expected.first && sums[2 * place + 1] === expected.second;
  };
}

function sumOf(columns: RowColumns): TokenSum {
  const sum = new TokenSum();
  for (const [column, tokens] of columns.entries()) {
    visitTokens(tokens, (from, to, place) => {
      sum.setToken(tokens.subarray(from, to));
      sum.add(column, place);
    });
  }
  return sum;
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
    this.first = (this.first + mixBits(this.#first ^ Math.imul(place + 1, 0x27d4eb2f) ^ salt)) | 0;
    this.second = (this.second + mixBits((this.#second + salt + Math.imul(place, 0x165667b1)) | 0)) | 0;
  }
}

function mixBits(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

const SIZES = "SELECT sz FROM case_words_docsize WHERE id = :dateRowid";

/** Compares the numbers of tokens that FTS5 stores for each column, for BM25, with those of the expected columns. */
export function compareSizes(
  db: Database,
  dateRowid: number,
  columns: RowColumns,
): "same" | "differs" | "missing" {
  const sizes = readValue<Buffer>(db, SIZES, { dateRowid });
  if (sizes === undefined) return "missing";
  const stored = readNumbers(sizes).join(" ");
  return stored === columns.map((column) => visitTokens(column, () => {})).join(" ") ? "same" : "differs";
}

const MAX_LOOKED_UP = 32;

const HAS_TOKEN = "SELECT 1 FROM case_words WHERE case_words MATCH :match AND rowid = :dateRowid";

/**
 * Looks up tokens of a case in the index: for a sample of a corpus that is too large to read its complete index. The look-ups of a
 * thousand cases take up to a minute, so of a long column only some tokens are looked up, spread evenly over it.
 *
 * It detects text that is not in its column. It does not detect single lost tokens of a long text, or tokens at wrong places.
 */
export function tokenLookup(db: Database): HasTokens {
  return (dateRowid, columns) =>
    columns.every((column, nth) => {
      const tokens = Buffer.from(column).toString().split(" ").filter(Boolean);
      const step = Math.max(1, Math.ceil(tokens.length / MAX_LOOKED_UP));
      const sample = new Set(tokens.filter((_, place) => place % step === 0));
      return [...sample].every((token) => {
        const match = `${INDEX_COLUMNS[nth]} : "${token.replaceAll('"', '""')}"`;
        return readValue(db, HAS_TOKEN, { match, dateRowid }) === 1;
      });
    });
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

/** The distinct trigrams of a word, as the index has them. */
function trigramsOf(word: string): Set<string> {
  const characters = [...word];
  return new Set(
    characters.slice(TRIGRAM - 1).map((_, from) => characters.slice(from, from + TRIGRAM).join("")),
  );
}
