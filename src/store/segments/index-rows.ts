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

/** Rows in ascending order of their date rowids. */
export interface PackedRows {
  readonly dateRowids: readonly number[];
  /** Where each row begins in `bytes`. */
  readonly starts: readonly number[];
  /** How long each column of each row is. */
  readonly lengths: readonly number[];
  readonly bytes: Uint8Array;
}

/** Bytes of a UTF-16 unit in UTF-8 at most. */
const UNIT_BYTES = 3;

/** Collects rows. */
export class IndexRows {
  /** The number of each row, by date rowid. */
  readonly #numbers = new Map<number, number>();
  #starts: number[] = [];
  #lengths: number[] = [];
  #bytes: Buffer;
  #end = 0;

  /** @param capacity bytes that are usually not exceeded */
  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
  }

  get isEmpty(): boolean {
    return this.#numbers.size === 0;
  }

  get bytes(): number {
    return this.#end;
  }

  /** @param columns tokens separated by spaces, as text or UTF-8 */
  add(dateRowid: number, columns: readonly (string | Uint8Array)[]): void {
    this.#numbers.set(dateRowid, this.#starts.length);
    this.#starts.push(this.#end);
    for (const column of columns) this.#lengths.push(this.#append(column));
  }

  /** Returns whether the row was there. */
  remove(dateRowid: number): boolean {
    return this.#numbers.delete(dateRowid);
  }

  /** The rows. Their bytes are valid until another one is added. */
  packed(): PackedRows {
    const rows = [...this.#numbers].sort(([a], [b]) => a - b);
    const width = INDEX_COLUMNS.length;
    return {
      dateRowids: rows.map(([dateRowid]) => dateRowid),
      starts: rows.map(([, number]) => this.#starts[number] ?? 0),
      lengths: rows.flatMap(([, number]) => this.#lengths.slice(number * width, (number + 1) * width)),
      bytes: this.#bytes.subarray(0, this.#end),
    };
  }

  clear(): void {
    this.#numbers.clear();
    [this.#starts, this.#lengths, this.#end] = [[], [], 0];
  }

  #append(column: string | Uint8Array): number {
    this.#reserve(typeof column === "string" ? column.length * UNIT_BYTES : column.length);
    const from = this.#end;
    if (typeof column === "string") this.#end += this.#bytes.write(column, from);
    else {
      this.#bytes.set(column, from);
      this.#end += column.length;
    }
    return this.#end - from;
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#end + more));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
