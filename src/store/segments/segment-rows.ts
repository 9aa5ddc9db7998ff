/** Reads the rows of FTS5's tables that `SegmentBuilder` makes. */

/** A row of one of the tables in which FTS5 stores an index, without the number of the segment. */
type SegmentRow =
  /** Of `case_words_docsize`: how many tokens each column has. */
  | { readonly table: "docsize"; readonly dateRowid: number; readonly sizes: Uint8Array }
  /** Of `case_words_data`. @property id added to that of the segment */
  | { readonly table: "data"; readonly id: number; readonly block: Uint8Array }
  /** Of `case_words_idx`. */
  | { readonly table: "idx"; readonly pgno: number; readonly term: Uint8Array }
  /** The last one, of no table. @property numbers of rows, and of tokens in each column */
  | { readonly table: null; readonly pages: number; readonly numbers: readonly number[] };

/** The kinds of rows, numbered as in build/segment-output.as.ts. */
const [SIZES, BLOCK, TOKEN, END] = [0, 1, 2, 3];
const HEADER_BYTES = 16;
const NUMBER_BYTES = 8;

/** @throws Error if a part is not as `SegmentBuilder` makes it */
export function* readSegmentRows(parts: Iterable<Uint8Array>): Generator<SegmentRow, void, undefined> {
  for (const part of parts) {
    const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
    for (let at = 0; at < part.length; ) {
      if (at + HEADER_BYTES > part.length) throw damaged();
      const number = view.getFloat64(at, true);
      const from = at + HEADER_BYTES;
      const to = from + view.getUint32(at + 8, true);
      if (to > part.length) throw damaged();
      yield rowOf(view.getUint32(at + 12, true), number, part.subarray(from, to));
      at = Math.ceil(to / HEADER_BYTES) * HEADER_BYTES;
    }
  }
}

function rowOf(kind: number, number: number, bytes: Uint8Array): SegmentRow {
  switch (kind) {
    case SIZES:
      return { table: "docsize", dateRowid: number, sizes: bytes };
    case BLOCK:
      return { table: "data", id: number, block: bytes };
    case TOKEN:
      return { table: "idx", pgno: number, term: bytes };
    case END: {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const numbers = Array.from({ length: bytes.length / NUMBER_BYTES }, (_, nth) =>
        view.getFloat64(nth * NUMBER_BYTES, true),
      );
      return { table: null, pages: number, numbers };
    }
    default:
      throw damaged();
  }
}

function damaged(): Error {
  return new Error("the rows of a segment are damaged");
}
