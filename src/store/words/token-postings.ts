/** Reads the postings of a token in a segment one after the other, with their places, and skips pages. The format: posting-pages.ts. */
import { contentsOf, HEADER, listsOn } from "./posting-pages.ts";

/** A page is not as FTS5 writes it. */
export class UnexpectedPage extends Error {}

/** A list of places as FTS5 stores it: the bytes from `from` to `to`. */
export interface PlaceBytes {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

const NO_PAGE = Buffer.alloc(0);

/** The postings of a token in one segment, in the order of date rowids. */
export class Postings {
  readonly #readPage: (at: number) => Buffer;
  readonly #last: number;
  #page: Buffer = NO_PAGE;
  #pageAt: number;
  /** The page that was read last, which is often read again, and its number. */
  #read: Buffer = NO_PAGE;
  #readAt = -1;
  /** The first date rowid behind this page, once it is known. */
  #behind: number | null = null;
  /** Where the next posting is, and where the list ends on this page. */
  #at = 0;
  #end = 0;
  /** Whether the list ends on this page. */
  #isEnd = true;
  /** Whether the next date rowid is complete, not a distance. */
  #isFirst = true;
  /** The current posting: its places begin at `#placesAt`. */
  #dateRowid = -1;
  #placesAt = 0;
  #placesLength = 0;

  /** @param last the last page on which the list can be */
  constructor(readPage: (at: number) => Buffer, first: number, last: number, token: Buffer) {
    this.#readPage = readPage;
    this.#last = last;
    this.#pageAt = first;
    const page = this.#pageOf(first);
    const [part] = listsOn(page, [token]);
    if (part === undefined) return;
    this.#page = page;
    [this.#at, this.#end, this.#isEnd] = [part.from, part.to, part.isEnd];
  }

  /** Goes to the first posting from a date rowid on, which ascends from call to call. Returns its date rowid; null: there is none. */
  seek(dateRowid: number): number | null {
    if (this.#dateRowid >= dateRowid) return this.#dateRowid;
    this.#skipPages(dateRowid);
    while (this.#dateRowid < dateRowid) if (!this.#next()) return null;
    return this.#dateRowid;
  }

  /** The list of places of the current posting. */
  get places(): PlaceBytes {
    const end = this.#placesAt + this.#placesLength;
    if (end <= this.#end) return { bytes: this.#page, from: this.#placesAt, to: end };
    const parts: Uint8Array[] = [this.#page.subarray(this.#placesAt, this.#end)];
    let left = end - this.#end;
    for (let at = this.#pageAt + 1; left > 0; at++) {
      const page = this.#pageOf(at);
      const part = page.subarray(HEADER, Math.min(HEADER + left, contentsOf(page).end));
      if (part.length === 0) throw new UnexpectedPage();
      parts.push(part);
      left -= part.length;
    }
    return { bytes: Buffer.concat(parts), from: 0, to: this.#placesLength };
  }

  /** Reads the next posting. */
  #next(): boolean {
    if (this.#at >= this.#end) {
      let at = this.#pageAt + 1;
      while (!this.#isEnd && at <= this.#last && !this.#enter(at)) at++;
      if (this.#at >= this.#end) return false;
    }
    const number = this.#number();
    this.#dateRowid = this.#isFirst ? number : this.#dateRowid + number;
    this.#isFirst = false;
    const size = this.#number();
    // an odd size marks a deletion, in an index without tombstones
    if (size % 2 === 1 || this.#at > this.#end) throw new UnexpectedPage();
    this.#placesAt = this.#at;
    this.#placesLength = size >>> 1;
    this.#at += this.#placesLength;
    return true;
  }

  /** Goes to the last page whose first date rowid is not above this one: exponential search, then binary search. */
  #skipPages(dateRowid: number): void {
    if (this.#isEnd || (this.#behind !== null && dateRowid < this.#behind)) return;
    let [low, step] = [this.#pageAt, 1];
    while (low + step <= this.#last && this.#firstOn(low + step) <= dateRowid) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.#last + 1);
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (this.#firstOn(middle) <= dateRowid) low = middle;
      else high = middle;
    }
    while (low > this.#pageAt && !this.#enter(low)) low--;
    if (this.#pageAt < this.#last) this.#behind = this.#firstOn(this.#pageAt + 1);
  }

  /** The first date rowid on a page, or on the last one before it that has one. Infinite if the list ends before. */
  #firstOn(at: number): number {
    for (let before = at; before > this.#pageAt; before--) {
      const page = this.#pageOf(before);
      const from = page.readUInt16BE(0);
      if (from > 0) return numberAt(page, from).value;
      if (contentsOf(page).hasTokens) return Number.POSITIVE_INFINITY;
    }
    return this.#dateRowid;
  }

  /** Goes to the first date rowid on a page. Returns whether it has one. */
  #enter(at: number): boolean {
    const page = this.#pageOf(at);
    const from = page.readUInt16BE(0);
    const { end, hasTokens } = contentsOf(page);
    if (from === 0) {
      this.#isEnd ||= hasTokens;
      return false;
    }
    if (from >= end) throw new UnexpectedPage();
    this.#page = page;
    this.#pageAt = at;
    [this.#at, this.#end, this.#isEnd, this.#isFirst] = [from, end, hasTokens, true];
    this.#behind = null;
    return true;
  }

  #pageOf(at: number): Buffer {
    if (at === this.#readAt) return this.#read;
    const page = this.#readPage(at);
    if (page.length < HEADER) throw new UnexpectedPage();
    [this.#read, this.#readAt] = [page, at];
    return page;
  }

  #number(): number {
    const { value, end } = numberAt(this.#page, this.#at);
    this.#at = end;
    return value;
  }
}

function numberAt(page: Buffer, at: number): { readonly value: number; readonly end: number } {
  let end = at;
  let byte = page[end++] ?? 0;
  let value = byte & 127;
  while (byte >= 128) {
    byte = page[end++] ?? 0;
    value = value * 128 + (byte & 127);
  }
  return { value, end };
}
