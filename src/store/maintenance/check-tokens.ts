/**
 * The tokens that the two indexes must contain for a case, by column. This repeats what FTS5's tokenizers do with the values from
 * the writer, so that the result can be compared with the index.
 */
import type { Database } from "better-sqlite3";
import { foldForContains, type WordsRow } from "../write/index-row.ts";
import type { IndexRow } from "../write/index-writer.ts";

export type IndexName = "case_words" | "case_names";
export const INDEXES: readonly IndexName[] = ["case_words", "case_names"];

/** One column of one index. */
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

const TRIGRAM = 3;

/** Returns the tokens of each column of each index, in the order of the schema. */
export function tokensOfRow({
  words,
  names,
}: Pick<IndexRow, "words" | "names">): Record<IndexName, readonly ColumnTokens[]> {
  return {
    case_words: WORD_COLUMNS.map(([column, field]) => ({ column, tokens: wordsIn(words[field]) })),
    case_names: [
      { column: "name", tokens: trigramsOf(foldForContains(names.name)) },
      { column: "name_abbreviation", tokens: trigramsOf(foldForContains(names.nameAbbreviation)) },
      { column: "docket_number", tokens: trigramsOf(foldForContains(names.docketNumber)) },
      { column: "filters", tokens: trigramsOf(` ${words.filters} `) },
    ],
  };
}

/** Our tokens contain no other ASCII characters than letters and digits, so the `ascii` tokenizer splits only at spaces. */
function wordsIn(value: string | Uint8Array): string[] {
  const text = typeof value === "string" ? value : Buffer.from(value).toString("utf8");
  return text.split(" ").filter((word) => word !== "");
}

/** All substrings of three characters. FTS5 reads U+FFFE and U+FFFF as U+FFFD (`READ_UTF8`). */
function trigramsOf(text: string): string[] {
  const characters = [...text.replace(/[\ufffe\uffff]/g, "\ufffd")];
  return characters.slice(TRIGRAM - 1).map((_, from) => characters.slice(from, from + TRIGRAM).join(""));
}

/** The number of tokens in each column of an index row. FTS5 stores these lengths for BM25, next to the tokens. */
export class IndexSizes {
  readonly #sizes;

  constructor(db: Database, index: IndexName) {
    this.#sizes = db
      .prepare<{ dateRowid: number }, Buffer>(`SELECT sz FROM ${index}_docsize WHERE id = :dateRowid`)
      .pluck();
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

interface TermQuery {
  readonly match: string;
  readonly dateRowid: number;
}

/**
 * Looks up the tokens of a case in an index, token by token: for a sample of a corpus that is too large for check-sums.ts. It takes
 * 20 to 60 ms a case; reading the complete index takes 3 s for each 10,000 cases.
 *
 * It detects tokens that are missing in their column. It does not detect tokens at wrong positions.
 */
export class IndexLookup {
  readonly #has;

  constructor(db: Database, index: IndexName) {
    this.#has = db
      .prepare<TermQuery, number>(`SELECT 1 FROM ${index} WHERE ${index} MATCH :match AND rowid = :dateRowid`)
      .pluck();
  }

  contains(dateRowid: number, columns: readonly ColumnTokens[]): boolean {
    return columns.every((one) => this.#containsColumn(dateRowid, one));
  }

  #containsColumn(dateRowid: number, { column, tokens }: ColumnTokens): boolean {
    return [...new Set(tokens)].every((token) => {
      const match = `${column} : "${token.replaceAll('"', '""')}"`;
      return this.#has.get({ match, dateRowid }) === 1;
    });
  }
}
