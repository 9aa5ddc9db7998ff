/**
 * Builds segments of the index of words from packed rows, as FTS5 writes them, but for the ends of sentences and paragraphs, which have
 * the place of the word before. It takes half of FTS5's time, which looks up each token in a hash table. The loops are WebAssembly (build/build-segment.as.ts).
 */
import { BUILD_SEGMENT } from "./build/build-segment.wasm.ts";
import { INDEX_COLUMNS, type PackedRow } from "./index-rows.ts";

/** What build-segment.as.ts exports; addresses are in bytes. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly COLUMN_ENDS: { readonly value: number };
  readonly COLUMN_SIZES: { readonly value: number };
  readonly begin: (rows: number, mostBytes: number, columns: number) => number;
  readonly add: (dateRowid: number) => void;
  readonly sort: (pageBytes: number) => void;
  readonly makePart: () => number;
  readonly partFrom: () => number;
  readonly partTo: () => number;
}

declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Exports };
};

/** The number of a row has three bytes (build/place-lists.as.ts). */
const MOST_ROWS = 2 ** 24 - 1;
/** FTS5's own (FTS5_DEFAULT_PAGE_SIZE). */
const PAGE_BYTES = 4_050;

/** A row of one of the tables in which FTS5 stores an index, without the number of the segment. */
export type SegmentRow =
  /** Of `case_words_docsize`: how many tokens each column has. */
  | { readonly table: "docsize"; readonly dateRowid: number; readonly sizes: readonly number[] }
  /** Of `case_words_data`: a page. */
  | { readonly table: "data"; readonly page: number; readonly block: Uint8Array }
  /** Of `case_words_idx`. */
  | { readonly table: "idx"; readonly pgno: number; readonly term: Uint8Array };

/** Before the bytes of a row (build/segment-pages.as.ts). */
const HEADER_BYTES = 16;
/** The kind of a row that is a page. */
const BLOCK = 0;

/** Makes segments of the index of words, one at a time. */
export class SegmentBuilder {
  static readonly #module = new WebAssembly.Module(Buffer.from(BUILD_SEGMENT, "base64"));
  readonly #exports = new WebAssembly.Instance(SegmentBuilder.#module).exports;
  readonly #pageBytes: number;
  /** The memory, as bytes and as 32-bit numbers. A memory that grows gets another buffer. */
  #bytes = Buffer.alloc(0);
  #numbers = new Uint32Array(0);

  /** @param pageBytes size of the segment's pages */
  constructor(pageBytes: number = PAGE_BYTES) {
    this.#pageBytes = pageBytes;
  }

  /**
   * Yields the rows of FTS5's tables for a segment. Their bytes are valid until the next one is asked for.
   *
   * @throws Error if there are too many rows, RuntimeError (WebAssembly) if there is no memory
   */
  *build(rows: readonly PackedRow[]): Generator<SegmentRow, void, undefined> {
    if (rows.length > MOST_ROWS)
      throw new Error(`a segment has at most ${MOST_ROWS} rows, not ${rows.length}`);
    const wasm = this.#exports;
    const width = INDEX_COLUMNS.length;
    const mostBytes = rows.reduce((most, { bytes }) => Math.max(most, bytes.length), 0);
    const address = wasm.begin(rows.length, mostBytes, width);
    const [firstEnd, firstSize] = [wasm.COLUMN_ENDS.value / 4, wasm.COLUMN_SIZES.value / 4];
    for (const { dateRowid, bytes, ends } of rows) {
      this.#refresh();
      this.#bytes.set(bytes, address);
      for (const [column, end] of ends.entries()) this.#numbers[firstEnd + column] = address + end;
      wasm.add(dateRowid);
      this.#refresh();
      yield { table: "docsize", dateRowid, sizes: [...this.#numbers.subarray(firstSize, firstSize + width)] };
    }
    wasm.sort(this.#pageBytes);
    for (let isLast = false; !isLast; ) {
      isLast = wasm.makePart() !== 0;
      this.#refresh();
      yield* rowsIn(this.#bytes.subarray(wasm.partFrom(), wasm.partTo()));
    }
  }

  #refresh(): void {
    const { buffer } = this.#exports.memory;
    if (this.#bytes.buffer === buffer) return;
    this.#bytes = Buffer.from(buffer);
    this.#numbers = new Uint32Array(buffer);
  }
}

function* rowsIn(part: Buffer): Generator<SegmentRow, void, undefined> {
  for (let at = 0; at < part.length; ) {
    const number = part.readDoubleLE(at);
    const from = at + HEADER_BYTES;
    const to = from + part.readUInt32LE(at + 8);
    const row = part.subarray(from, to);
    yield part.readUInt32LE(at + 12) === BLOCK
      ? { table: "data", page: number, block: row }
      : { table: "idx", pgno: number, term: row };
    at = Math.ceil(to / HEADER_BYTES) * HEADER_BYTES;
  }
}
