/**
 * Looks up the tokens of a case in an index, token by token: for a sample of a corpus that is too large for check-sums.ts. It takes
 * 20 to 60 ms a case; reading the complete index takes 3 s for each 10,000 cases.
 *
 * It detects tokens that are missing in their column. It does not detect tokens at wrong positions.
 */
import type { Database } from "better-sqlite3";
import type { ColumnTokens, IndexName } from "./check-tokens.ts";

interface TermQuery {
  readonly match: string;
  readonly dateRowid: number;
}

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
