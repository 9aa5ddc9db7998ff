/** The lengths of each row's columns, in words, as an index keeps them beside the words themselves for ranking. */
import type { Database } from "better-sqlite3";
import type { ColumnTokens, IndexName } from "./check-tokens.ts";

export class IndexSizes {
  readonly #sizes;

  constructor(db: Database, index: IndexName) {
    this.#sizes = db
      .prepare<{ rank: number }, Buffer>(`SELECT sz FROM ${index}_docsize WHERE id = :rank`)
      .pluck();
  }

  /** Whether the row is there, and its columns are as long as these. */
  judge(rank: number, columns: readonly ColumnTokens[]): "fits" | "differs" | "absent" {
    const sizes = this.#sizes.get({ rank });
    if (sizes === undefined) return "absent";
    const lengths = columns.map(({ tokens }) => tokens.length);
    return lengths.join() === readVarints(sizes).join() ? "fits" : "differs";
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
