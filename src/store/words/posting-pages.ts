/**
 * Decodes the lists of tokens from the pages on which FTS5 stores a segment of the index.
 *
 * A list is a date rowid, then for each further case its distance from the date rowid before; after each of them follow the length of
 * the places of the token in the case, and these places, which are skipped. A list and the places of a case may continue on the next
 * page, whose first date rowid is complete. Source: "Details", 3, in the head comment of ext/fts5/fts5_index.c of SQLite.
 */

import { freeList } from "../dates/date-rowid-lists.ts";

/** The bytes before the contents of a page: where its first date rowid is, and where its contents end; two bytes each. */
export const HEADER = 4;
/** Bytes of a date rowid, of the length of the places, and of one place, at least. */
const MIN_POSTING = 3;

/**
 * The lists of those of some tokens that are on one page, each ascending. Null if the pages are not as expected.
 *
 * @param pages from this page on, as far as a list can continue
 * @param tokens ascending, with the byte that precedes them in the index
 * @param most a list with more date rowids is not read further
 */
export function decodeLists(
  pages: Iterable<Buffer>,
  tokens: readonly Buffer[],
  most: number = Number.POSITIVE_INFINITY,
): Float64Array[] | null {
  const lists: ListDecoder[] = [];
  // the last list of a page may continue
  let open: ListDecoder | null = null;
  let isRead = false;
  for (const page of pages) {
    if (page.length < HEADER) return null;
    if (open === null) {
      for (const { from, to, isEnd } of listsOn(page, tokens)) {
        open = new ListDecoder();
        lists.push(open);
        if (!open.read(page, from, to) || (isEnd && !open.isComplete())) return null;
        if (isEnd) open = null;
      }
    } else {
      const { end, hasTokens } = contentsOf(page);
      if (!open.continue(page, end)) return null;
      if (hasTokens) break;
    }
    isRead = true;
    if (open === null || open.length > most) break;
  }
  const isComplete = isRead && (open === null || open.length > most || open.isComplete());
  return isComplete ? lists.map((list) => list.decoded()) : null;
}

/** Whether the list of a token that can start on a page can continue on the next one. */
export function canContinue(page: Buffer, token: Buffer): boolean {
  return page.length < HEADER || [...listsOn(page, [token])].some(({ isEnd }) => !isEnd);
}

/** Whether a token starts on a page. */
export function startsTokens(page: Buffer): boolean {
  return page.length < HEADER || contentsOf(page).hasTokens;
}

class ListDecoder {
  #dateRowids = new Float64Array(0);
  #length = 0;
  #last = 0;
  /** Bytes of places that follow on the next page. */
  #left = 0;

  get length(): number {
    return this.#length;
  }

  /** Reads a part of a list; false if it is not as expected. */
  read(page: Buffer, from: number, to: number): boolean {
    const dateRowids = this.#withSpace((to - from) / MIN_POSTING);
    let [dateRowid, length] = [this.#last, this.#length];
    let at = from;
    // numbers have seven bits in each byte, the highest first; all bytes but the last have the eighth bit set
    while (at < to) {
      let byte = page[at++] ?? 0;
      let distance = byte & 127;
      while (byte >= 128) {
        byte = page[at++] ?? 0;
        distance = distance * 128 + (byte & 127);
      }
      byte = page[at++] ?? 0;
      let places = byte & 127;
      while (byte >= 128) {
        byte = page[at++] ?? 0;
        places = places * 128 + (byte & 127);
      }
      // the lowest bit marks a deleted case in another kind of index
      if ((places & 1) === 1 || places === 0 || (distance === 0 && length > 0) || at > to) return false;
      dateRowid += distance;
      dateRowids[length++] = dateRowid;
      at += places >>> 1;
    }
    this.#left = at - to;
    this.#last = dateRowid;
    this.#length = length;
    return true;
  }

  /** Reads the rest of a list, or a part of it, from the start of a page. */
  continue(page: Buffer, end: number): boolean {
    const from = HEADER + this.#left;
    if (from >= end) {
      this.#left = from - end;
      return page.readUInt16BE(0) === 0;
    }
    const last = this.#last;
    const start = this.#length;
    this.#last = 0;
    return (
      page.readUInt16BE(0) === from && this.read(page, from, end) && (this.#dateRowids[start] ?? 0) > last
    );
  }

  isComplete(): boolean {
    return this.#left === 0;
  }

  /** The list. The decoder cannot be used any more. */
  decoded(): Float64Array {
    const list = this.#dateRowids.slice(0, this.#length);
    freeList(this.#dateRowids);
    return list;
  }

  /** The list so far, with space for this many more date rowids. */
  #withSpace(more: number): Float64Array {
    const needed = this.#length + Math.ceil(more);
    if (needed > this.#dateRowids.length) {
      const grown = new Float64Array(2 * needed);
      grown.set(this.#dateRowids);
      freeList(this.#dateRowids);
      this.#dateRowids = grown;
    }
    return this.#dateRowids;
  }
}

/** Where the contents of a page before its first token end. */
export function contentsOf(page: Buffer): { readonly end: number; readonly hasTokens: boolean } {
  const end = page.readUInt16BE(2);
  if (end >= page.length) return { end, hasTokens: false };
  return { end: new NumberReader(page, end).next(), hasTokens: true };
}

/** The part of a list on the page where it starts; `isEnd`: the list ends there. */
interface ListPart {
  readonly from: number;
  readonly to: number;
  readonly isEnd: boolean;
}

/**
 * Finds the lists of some tokens on a page.
 *
 * A page ends with the places where its tokens start: numbers, each the distance from the one before. At such a place are the bytes
 * that a token shares with the token before (not for the first), the number of its other bytes, and these.
 */
export function* listsOn(page: Buffer, tokens: readonly Buffer[]): Generator<ListPart> {
  const end = page.readUInt16BE(2);
  const found = new Uint8Array(page.length);
  const places = new NumberReader(page, end);
  const token = new NumberReader(page, 0);
  let nth = 0;
  for (let start = 0; places.at < page.length; ) {
    const isFirst = start === 0;
    start += places.next();
    token.at = start;
    const shared = isFirst ? 0 : token.next();
    const length = token.next();
    const from = token.at + length;
    for (let byte = token.at, to = shared; byte < from; byte++, to++) found[to] = page[byte] ?? 0;
    const size = shared + length;
    let order = -1;
    while (nth < tokens.length && order < 0) {
      order = compareBytes(tokens[nth] ?? found, found, size);
      if (order < 0) nth++;
    }
    if (order < 0) return;
    if (order > 0) continue;
    const isEnd = places.at < page.length;
    yield { from, to: isEnd ? start + new NumberReader(page, places.at).next() : end, isEnd };
    nth++;
  }
}

/** Negative if the token is before the first bytes of `found`, positive if it is after them. */
function compareBytes(token: Uint8Array, found: Uint8Array, size: number): number {
  let same = 0;
  while (same < size && same < token.length && token[same] === found[same]) same++;
  if (same === size || same === token.length) return token.length - size;
  return (token[same] ?? 0) - (found[same] ?? 0);
}

/** Reads numbers of which each byte holds seven bits, highest first; all but the last have the eighth bit set. */
export class NumberReader {
  readonly #page: Buffer;
  at: number;

  constructor(page: Buffer, at: number) {
    this.#page = page;
    this.at = at;
  }

  next(): number {
    let byte = this.#page[this.at++] ?? 0;
    let value = byte & 127;
    while (byte >= 128) {
      byte = this.#page[this.at++] ?? 0;
      value = value * 128 + (byte & 127);
    }
    return value;
  }
}
