/**
 * The tokens that the index of words must contain for a case, by column. This repeats what FTS5's tokenizer does with the values
 * from the writer, so that the result can be compared with the index.
 */
import type { Database } from "better-sqlite3";
import type { WordsRow } from "../write/index-row.ts";

/** One column of the index. */
export interface ColumnTokens {
  readonly column: string;
  readonly tokens: readonly string[];
}

/** Columns in the order of the schema, each with its field of the row. */
const WORD_COLUMNS = [
  ["opinions", "opinions"],
  ["head_matter", "headMatter"],
  ["names", "names"],
  ["cites", "cites"],
  ["court", "court"],
  ["authors", "authors"],
  ["corrections", "corrections"],
  ["filters", "filters"],
  ["cited", "cited"],
  ["named", "named"],
] as const satisfies readonly (readonly [string, keyof WordsRow])[];

/** Returns the tokens of each column, in the order of the schema. */
export function tokensOfRow(words: WordsRow): ColumnTokens[] {
  return WORD_COLUMNS.map(([column, field]) => ({ column, tokens: wordsIn(words[field]) }));
}

/** Our tokens contain no other ASCII characters than letters and digits, so the `ascii` tokenizer splits only at spaces. */
function wordsIn(value: string | Uint8Array): string[] {
  const text = typeof value === "string" ? value : Buffer.from(value).toString("utf8");
  return text.split(" ").filter((word) => word !== "");
}

const SIZES = "SELECT sz FROM case_words_docsize WHERE id = :dateRowid";

/** The number of tokens in each column of an index row. FTS5 stores these lengths for BM25, next to the tokens. */
export class IndexSizes {
  readonly #sizes;

  constructor(db: Database) {
    this.#sizes = db.prepare<{ dateRowid: number }, Buffer>(SIZES).pluck();
  }

  /** Compares the lengths of the stored row's columns with these columns. */
  compare(dateRowid: number, columns: readonly ColumnTokens[]): "same" | "differs" | "missing" {
    const sizes = this.#sizes.get({ dateRowid });
    if (sizes === undefined) return "missing";
    const lengths = columns.map(({ tokens }) => tokens.length);
    return lengths.join() === readVarints(sizes).join() ? "same" : "differs";
  }
}

/** SQLite's variable-length integers: seven bits a byte, the highest first. https://www.sqlite.org/fileformat2.html#varint */
function readVarints(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(value);
    value = 0;
  }
  return numbers;
}

const HAS_TOKEN = "SELECT 1 FROM case_words WHERE case_words MATCH :match AND rowid = :dateRowid";

/** Tokens of one column. */
const MAX_LOOKED_UP = 32;

interface TermQuery {
  readonly match: string;
  readonly dateRowid: number;
}

/**
 * Looks up tokens of a case in the index, token by token: for a sample of a corpus that is too large for check-sums.ts, which reads
 * the complete index, 3 s for each 10,000 cases. In a corpus of millions the look-ups of a thousand cases take minutes, so of a
 * long column only some tokens are looked up, spread evenly over it.
 *
 * It detects text that is not in its column. It does not detect single lost tokens of a long text, or tokens at wrong positions.
 */
export class IndexLookup {
  readonly #has;

  constructor(db: Database) {
    this.#has = db.prepare<TermQuery, number>(HAS_TOKEN).pluck();
  }

  contains(dateRowid: number, columns: readonly ColumnTokens[]): boolean {
    return columns.every((one) => this.#containsColumn(dateRowid, one));
  }

  #containsColumn(dateRowid: number, { column, tokens }: ColumnTokens): boolean {
    const step = Math.max(1, Math.ceil(tokens.length / MAX_LOOKED_UP));
    const some = tokens.filter((_, nth) => nth % step === 0);
    return [...new Set(some)].every((token) => {
      const match = `${column} : "${token.replaceAll('"', '""')}"`;
      return this.#has.get({ match, dateRowid }) === 1;
    });
  }
}
