/**
 * The tokens that the index of words must contain for a case, by column. This repeats what FTS5's tokenizer does with the values
 * from the writer, so that the result can be compared with the index.
 */
import type { Database } from "better-sqlite3";
import { PARAGRAPH_END, SENTENCE_END } from "../../text/analyzer.ts";
import { readNumbers } from "../fts5-pages/structure-record.ts";
import { INDEX_COLUMNS } from "../segments/index-rows.ts";
import { valuesOf, type WordsRow } from "../write/index-row.ts";

/** The tokens of each column of an index row, in the order of the schema: UTF-8, separated by spaces. */
export type RowColumns = readonly Uint8Array[];

const SPACE = 0x20;
const TEXT_ENDS = [SENTENCE_END, PARAGRAPH_END].map((token) => Buffer.from(token));
const END_BYTES = 3;

/** Our tokens contain no other ASCII characters than letters and digits, so the `ascii` tokenizer splits only at spaces. */
export function columnsOfRow(words: WordsRow): RowColumns {
  return valuesOf(words).map((value) => (typeof value === "string" ? Buffer.from(value) : value));
}

/** A token of a column: the bytes from `from` to `to`, at a place in the index. */
export type VisitToken = (from: number, to: number, place: number) => void;

/**
 * Visits the tokens of a column. The ends of sentences and paragraphs are at the place of the token before.
 *
 * @returns the number of other tokens
 */
export function visitTokens(column: Uint8Array, visit: VisitToken): number {
  let [from, place] = [0, 0];
  for (let at = 0; at <= column.length; at++) {
    if (at < column.length && column[at] !== SPACE) continue;
    if (at > from) visit(from, at, isTextEnd(column, from, at) ? place - 1 : place++);
    from = at + 1;
  }
  return place;
}

function isTextEnd(column: Uint8Array, from: number, to: number): boolean {
  return (
    to - from === END_BYTES && TEXT_ENDS.some((end) => end.every((byte, nth) => byte === column[from + nth]))
  );
}

const SIZES = "SELECT sz FROM case_words_docsize WHERE id = :dateRowid";

/** The number of tokens in each column of an index row. FTS5 stores these lengths for BM25, next to the tokens. */
export class IndexSizes {
  readonly #sizes;

  constructor(db: Database) {
    this.#sizes = db.prepare<{ dateRowid: number }, Buffer>(SIZES).pluck();
  }

  /** Compares the lengths of the stored row's columns with these columns. */
  compare(dateRowid: number, columns: RowColumns): "same" | "differs" | "missing" {
    const sizes = this.#sizes.get({ dateRowid });
    if (sizes === undefined) return "missing";
    const counts = readNumbers(sizes);
    const isSame =
      counts.length === columns.length &&
      columns.every((one, nth) => visitTokens(one, () => undefined) === counts[nth]);
    return isSame ? "same" : "differs";
  }
}

const HAS_TOKEN = "SELECT 1 FROM case_words WHERE case_words MATCH :match AND rowid = :dateRowid";

const NOTHING = new Uint8Array(0);
/** Tokens of one column. */
const MAX_LOOKED_UP = 32;

interface TermQuery {
  readonly match: string;
  readonly dateRowid: number;
}

/**
 * Looks up tokens of a case in the index, token by token: for a sample of a corpus that is too large for check-sums.ts, which reads
 * the complete index. In a corpus of millions the look-ups of a thousand cases take minutes, so of a
 * long column only some tokens are looked up, spread evenly over it.
 *
 * It detects text that is not in its column. It does not detect single lost tokens of a long text, or tokens at wrong positions.
 */
export class IndexLookup {
  readonly #has;

  constructor(db: Database) {
    this.#has = db.prepare<TermQuery, number>(HAS_TOKEN).pluck();
  }

  contains(dateRowid: number, columns: RowColumns): boolean {
    return INDEX_COLUMNS.every((name, nth) => this.#containsColumn(dateRowid, name, columns[nth]));
  }

  #containsColumn(dateRowid: number, column: string, words: Uint8Array = NOTHING): boolean {
    const tokens = Buffer.from(words)
      .toString()
      .split(" ")
      .filter((word) => word !== "");
    const step = Math.max(1, Math.ceil(tokens.length / MAX_LOOKED_UP));
    const some = tokens.filter((_, nth) => nth % step === 0);
    return [...new Set(some)].every((token) => {
      const match = `${column} : "${token.replaceAll('"', '""')}"`;
      return this.#has.get({ match, dateRowid }) === 1;
    });
  }
}
