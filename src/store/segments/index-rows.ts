/** Rows of the index of words, packed in one buffer: a transaction has up to twenty thousand of them. */

/** The columns of `case_words`, in the order in which a packed row has them. */
export const INDEX_COLUMNS = [
  "opinions",
  "head_matter",
  "names",
  "cites",
  "court",
  "authors",
  "corrections",
  "filters",
  "cited",
  "named",
] as const;

export interface PackedRow {
  readonly dateRowid: number;
  readonly bytes: Uint8Array;
  /** Where each column ends in `bytes`. */
  readonly ends: readonly number[];
}

/** Bytes of a UTF-16 unit in UTF-8 at most. */
const UNIT_BYTES = 3;

/** Collects rows. */
export class IndexRows {
  /** Where each row begins and where each of its columns ends, by date rowid. */
  readonly #places = new Map<number, readonly number[]>();
  #bytes: Buffer;
  #end = 0;

  /** @param capacity bytes that are usually not exceeded */
  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
  }

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  get bytes(): number {
    return this.#end;
  }

  /** @param columns tokens separated by spaces, as text or UTF-8 */
  add(dateRowid: number, columns: readonly (string | Uint8Array)[]): void {
    this.#places.set(dateRowid, [this.#end, ...columns.map((column) => this.#append(column))]);
  }

  /** Returns whether the row was there. */
  remove(dateRowid: number): boolean {
    return this.#places.delete(dateRowid);
  }

  /** The rows in ascending order of their date rowids. Their bytes are valid until another one is added. */
  packed(): PackedRow[] {
    const rows = [...this.#places].sort(([a], [b]) => a - b);
    return rows.map(([dateRowid, [start = 0, ...ends]]) => ({
      dateRowid,
      bytes: this.#bytes.subarray(start, ends.at(-1)),
      ends: ends.map((end) => end - start),
    }));
  }

  clear(): void {
    this.#places.clear();
    this.#end = 0;
  }

  /** Returns where the column ends. */
  #append(column: string | Uint8Array): number {
    const most = this.#end + column.length * (typeof column === "string" ? UNIT_BYTES : 1);
    if (most > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, most));
      this.#bytes.copy(larger, 0, 0, this.#end);
      this.#bytes = larger;
    }
    if (typeof column === "string") this.#end += this.#bytes.write(column, this.#end);
    else {
      this.#bytes.set(column, this.#end);
      this.#end += column.length;
    }
    return this.#end;
  }
}
