/** The number of tokens in each column of an index row. FTS5 stores these lengths for BM25, next to the tokens. */
import type { Database } from "better-sqlite3";
import type { ColumnTokens, IndexName } from "./check-tokens.ts";

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
