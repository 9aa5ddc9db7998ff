/**
 * Writes the citations of new cases, sorted by their normal form. The index of normal forms is much larger than the memory for its pages,
 * so in any other order each citation would read and write a page of its own.
 */
import type { Database } from "better-sqlite3";
import { type Citation, normaliseCitation } from "../../domain/citation.ts";
import { rowStatement } from "./row-statement.ts";

interface CitationRow extends Citation {
  readonly id: number;
  readonly seq: number;
  /** Null: the citation has no normal form. */
  readonly normal: string | null;
}

const WRITE = `
  INSERT INTO citation (case_id, seq, type, cite, normal)
  VALUES (:id, :seq, :type, :cite, :normal)
`;

export class CitationWriter {
  readonly #write;
  #pending: CitationRow[] = [];
  readonly #cases = new Set<number>();

  constructor(db: Database) {
    this.#write = rowStatement<CitationRow>(db, WRITE);
  }

  /** @param id of a case whose citations are not stored */
  add(id: number, citations: readonly Citation[]): void {
    this.#cases.add(id);
    for (const [seq, { type, cite }] of citations.entries())
      this.#pending.push({ id, seq, type, cite, normal: normaliseCitation(cite) || null });
  }

  /** Writes the pending citations if one of them is of this case. */
  flushOf(id: number): void {
    if (this.#cases.has(id)) this.flush();
  }

  /** Writes the pending citations. Call this before the transaction ends and before citations are read. */
  flush(): void {
    this.#pending.sort((a, b) => compareText(a.normal ?? "", b.normal ?? ""));
    for (const row of this.#pending) this.#write(row);
    this.forget();
  }

  /** Discards the pending citations. Call this after a rollback. */
  forget(): void {
    this.#pending = [];
    this.#cases.clear();
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
