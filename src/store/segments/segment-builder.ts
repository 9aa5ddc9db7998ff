/**
 * Builds segments of the index of words from packed rows, as FTS5 writes them, but for the ends of sentences and paragraphs, which have
 * the place of the word before. It takes half of FTS5's time, which looks up each token in a hash table. The loops are WebAssembly (build/build-segment.as.ts).
 */
import { BUILD_SEGMENT } from "./build/build-segment.wasm.ts";
import { INDEX_COLUMNS, type PackedRows } from "./index-rows.ts";

/** What build-segment.as.ts exports; addresses are in bytes. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly COLUMN_ENDS: { readonly value: number };
  readonly begin: (rows: number, mostBytes: number, columns: number) => number;
  readonly add: (dateRowid: number) => void;
  readonly sort: (pageBytes: number) => void;
  readonly makePart: () => number;
  readonly sizesFrom: () => number;
  readonly sizesTo: () => number;
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
   * Takes the rows of a segment. What was begun before and not finished is discarded.
   *
   * @throws Error if there are too many rows, RuntimeError (WebAssembly) if there is no memory
   */
  begin({ dateRowids, starts, lengths, bytes }: PackedRows): void {
    if (dateRowids.length > MOST_ROWS)
      throw new Error(`a segment has at most ${MOST_ROWS} rows, not ${dateRowids.length}`);
    const width = INDEX_COLUMNS.length;
    const sizes = dateRowids.map((_, row) => sum(lengths, row * width, (row + 1) * width));
    const mostBytes = sizes.reduce((most, size) => Math.max(most, size), 0);
    const address = this.#exports.begin(dateRowids.length, mostBytes, width);
    const columnEnds = this.#exports.COLUMN_ENDS.value / Uint32Array.BYTES_PER_ELEMENT;
    for (const [row, dateRowid] of dateRowids.entries()) {
      this.#refresh();
      const start = starts[row] ?? 0;
      this.#bytes.set(bytes.subarray(start, start + (sizes[row] ?? 0)), address);
      let end = address;
      for (let column = 0; column < width; column++) {
        end += lengths[row * width + column] ?? 0;
        this.#numbers[columnEnds + column] = end;
      }
      this.#exports.add(dateRowid);
    }
  }

  /**
   * The rows of FTS5's tables for the segment that was begun, in parts (segment-rows.ts). Each part is valid until the next one is asked for.
   *
   * @throws RuntimeError (WebAssembly) if there is no memory
   */
  *finish(): Generator<Uint8Array, void, undefined> {
    const wasm = this.#exports;
    yield this.#part(wasm.sizesFrom(), wasm.sizesTo());
    wasm.sort(this.#pageBytes);
    for (let isLast = false; !isLast; ) {
      isLast = wasm.makePart() !== 0;
      yield this.#part(wasm.partFrom(), wasm.partTo());
    }
  }

  #part(from: number, to: number): Uint8Array {
    this.#refresh();
    return this.#bytes.subarray(from, to);
  }

  #refresh(): void {
    const { buffer } = this.#exports.memory;
    if (this.#bytes.buffer === buffer) return;
    this.#bytes = Buffer.from(buffer);
    this.#numbers = new Uint32Array(buffer);
  }
}

function sum(numbers: readonly number[], from: number, to: number): number {
  let total = 0;
  for (let at = from; at < to; at++) total += numbers[at] ?? 0;
  return total;
}
