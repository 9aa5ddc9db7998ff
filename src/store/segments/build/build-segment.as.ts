/// <reference types="assemblyscript/types/assembly" />
/**
 * Builds a segment of the index of words, in AssemblyScript, a dialect of TypeScript that is compiled to WebAssembly. `npm run wasm` writes it
 * into build-segment.wasm.ts. What it is for: segment-builder.ts.
 *
 * The rows are read one after the other: their tokens are looked up in a table, and each place is added to the list of its token. Then the
 * tokens are sorted and written with their lists.
 */
import { allocate, arenaEnd, COLUMN_ENDS, COLUMN_SIZES, freeAll, freeFrom } from "./arena.as";
import { addPlace, copyList, listBytes } from "./place-lists.as";
import { beginPages, endPages, writeList, writeToken } from "./segment-pages.as";
import {
  entryOf,
  forgetTokens,
  lengthOf,
  MOST_TOKEN_BYTES,
  sortedEntry,
  sortTokens,
  tokenOf,
  VECTOR,
} from "./token-table.as";

export { COLUMN_ENDS, COLUMN_SIZES } from "./arena.as";

/** Bytes of a segment that are made at a time, or somewhat more. */
const PART_BYTES: usize = 1 << 20;
/** `SENTENCE_END` (text/analyzer) as UTF-8, the lowest byte first; `PARAGRAPH_END` differs in the lowest bit of its last byte. */
const END_OF_TEXT: u32 = 0x84_80_ee;
const SPACE: u8 = 0x20;

let columns: u32 = 0;
/** Where the bytes of the current row are. */
let rowBytes: usize = 0;
let rows: u32 = 0;
/** The date rowids of the rows, 64 bits each. */
let dateRowids: usize = 0;
/** The current list. */
let list: usize = 0;
let tokens: usize = 0;
let nextToken: usize = 0;
/** Where the last part begins. */
let part: usize = 0;

/**
 * Begins a segment.
 *
 * @param most number of rows at most
 * @param mostBytes of a row
 * @returns the address for the bytes of each row
 */
export function begin(most: u32, mostBytes: u32, columnsOfRow: u32): usize {
  freeAll();
  forgetTokens();
  columns = columnsOfRow;
  rows = 0;
  rowBytes = allocate(mostBytes);
  dateRowids = allocate((<usize>most) << 3);
  return rowBytes;
}

/** Adds the row whose columns end at the addresses in `COLUMN_ENDS`. @param dateRowid above that of the row before */
export function add(dateRowid: f64): void {
  store<u64>(dateRowids + ((<usize>rows) << 3), <u64>dateRowid);
  let from = rowBytes;
  for (let column: u32 = 0; column < columns; column++) {
    const end: usize = load<u32>(COLUMN_ENDS + ((<usize>column) << 2));
    store<u32>(COLUMN_SIZES + ((<usize>column) << 2), addColumn(from, end, column));
    from = end;
  }
  rows++;
}

/**
 * Adds the places of the tokens of a column, which spaces separate. They are folded (text/analyzer), so FTS5's tokenizer `ascii` would find
 * the same. The ends of sentences and paragraphs are at the place of
 * the token before, like synonyms in FTS5 (`FTS5_TOKEN_COLOCATED`), which are not counted.
 *
 * @returns number of tokens
 */
function addColumn(from: usize, end: usize, column: u32): u32 {
  const numbers = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  let at = from;
  let position: u32 = 0;
  while (at < end) {
    const bytes = v128.load(at);
    const others = i8x16.bitmask(i8x16.ne(bytes, i8x16.splat(SPACE)));
    let length = min(<u32>ctz(~others), <u32>(end - at));
    if (length === 0) {
      at++;
      continue;
    }
    const first = v128.and(bytes, i8x16.lt_u(numbers, i8x16.splat(<i8>length)));
    if (length === VECTOR) while (at + length < end && load<u8>(at + length) !== SPACE) length++;
    // it is at the place of the token before
    const isEnd = u32(length === 3 && (load<u32>(at) & 0xfe_ff_ff) === END_OF_TEXT);
    addPlace(entryOf(first, at, min(length, MOST_TOKEN_BYTES)), rows, column, position - isEnd);
    position += 1 - isEnd;
    at += length + 1;
  }
  return position;
}

/** Sorts the tokens. All rows were added. */
export function sort(pageBytes: u32): void {
  tokens = sortTokens();
  nextToken = 0;
  let mostBytes: usize = 0;
  for (let number: usize = 0; number < tokens; number++)
    mostBytes = max(mostBytes, listBytes(sortedEntry(number)));
  list = allocate(mostBytes + 1);
  beginPages(pageBytes);
  part = arenaEnd();
}

/** Makes a part of the segment. @returns whether it is the last one */
export function makePart(): bool {
  freeFrom(part);
  while (nextToken < tokens && arenaEnd() - part < PART_BYTES) {
    const entry = sortedEntry(nextToken);
    const end = copyList(entry, list);
    // as if another row followed
    store<u8>(end, 0);
    writeToken(tokenOf(entry), lengthOf(entry));
    writeList(list, end, dateRowids);
    nextToken++;
  }
  if (nextToken < tokens) return false;
  endPages();
  return true;
}

export function partFrom(): usize {
  return part;
}

export function partTo(): usize {
  return arenaEnd();
}
