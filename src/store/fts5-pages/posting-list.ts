/**
 * Reads the list of a token in one segment from the pages on which FTS5 stores it.
 *
 * A list is a date rowid, then for each further case its distance from the date rowid before; after each of them follow the length of
 * the places of the token in the case, and these places. A list and the places of a case may continue on the next page, whose first
 * date rowid is complete. Source: "Details", 3, in the head comment of ext/fts5/fts5_index.c of SQLite.
 */

/** A page is not as FTS5 writes it. */
export class UnexpectedPage extends Error {}

/** A list of places as FTS5 stores it: the bytes from `from` to `to`. */
export interface PlaceBytes {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** The bytes before the contents of a page: where its first date rowid is, and where its contents end; two bytes each. */
const HEADER = 4;
/** Pages by which the length of a list is estimated. */
const COUNTED_PAGES = 6;
const NO_PAGE = Buffer.alloc(0);

/** The postings of a token in one segment, in the order of date rowids. */
export class PostingList {
  readonly #readPage: (at: number) => Buffer;
  readonly #last: number;
  #page: Buffer = NO_PAGE;
  #pageAt: number;
  /** The page that was read last, which is often read again, and its number. */
  #read: Buffer = NO_PAGE;
  #readAt = -1;
  /** The first date rowid after this page, once it is known. */
  #after: number | null = null;
  /** Is at the next posting. */
  #numbers = new NumberReader(NO_PAGE, 0);
  #end = 0;
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
    const part = listOn(page, token);
    if (part === null) return;
    this.#page = page;
    this.#numbers = new NumberReader(page, part.from);
    [this.#end, this.#isEnd] = [part.to, part.isEnd];
  }

  /** All date rowids of a list that was not read yet. */
  readAll(): Float64Array {
    const dateRowids: number[] = [];
    while (this.#next()) dateRowids.push(this.#dateRowid);
    return Float64Array.from(dateRowids);
  }

  /** About how many postings a list has that was not read yet: as many as some of its pages have on average. */
  estimate(): number {
    const [first, pages] = [this.#pageAt, this.#last - this.#pageAt + 1];
    if (pages <= COUNTED_PAGES) return this.readAll().length;
    let counted = 0;
    for (let nth = 1; nth <= COUNTED_PAGES; nth++) {
      if (!this.#enter(first + Math.floor((pages * nth) / (COUNTED_PAGES + 1)))) continue;
      // each page is read by itself
      this.#dateRowid = -1;
      while (this.#numbers.at < this.#end && this.#next()) counted++;
    }
    return Math.ceil((Math.max(counted, 1) / COUNTED_PAGES) * pages);
  }

  /**
   * Goes to the first posting whose date rowid is not below this one, and returns its date rowid; null at the end of the list.
   *
   * @param dateRowid not below that of the call before
   */
  seek(dateRowid: number): number | null {
    if (this.#dateRowid >= dateRowid) return this.#dateRowid;
    this.#skipPages(dateRowid);
    while (this.#dateRowid < dateRowid) if (!this.#next()) return null;
    return this.#dateRowid;
  }

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

  #next(): boolean {
    if (this.#numbers.at >= this.#end && !this.#nextPage()) return false;
    const number = this.#numbers.next();
    const dateRowid = this.#isFirst ? number : this.#dateRowid + number;
    const size = this.#numbers.next();
    // an odd size marks a deletion, in an index without tombstones
    const isExpected = size > 0 && size % 2 === 0 && this.#numbers.at <= this.#end;
    if (!isExpected || dateRowid <= this.#dateRowid) throw new UnexpectedPage();
    this.#dateRowid = dateRowid;
    this.#isFirst = false;
    this.#placesAt = this.#numbers.at;
    this.#placesLength = size >>> 1;
    this.#numbers.at += this.#placesLength;
    return true;
  }

  /** Goes to the next page with a part of the list; false at its end. */
  #nextPage(): boolean {
    let at = this.#pageAt + 1;
    while (!this.#isEnd && at <= this.#last && !this.#enter(at)) at++;
    return this.#numbers.at < this.#end;
  }

  /** Goes to the last page whose first date rowid is not above this one: exponential search, then binary search. */
  #skipPages(dateRowid: number): void {
    if (this.#isEnd || (this.#after !== null && dateRowid < this.#after)) return;
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
    if (this.#pageAt < this.#last) this.#after = this.#firstOn(this.#pageAt + 1);
  }

  /** The first date rowid on a page, or on the last one before it that has one. Infinite if the list ends before. */
  #firstOn(at: number): number {
    for (let before = at; before > this.#pageAt; before--) {
      const page = this.#pageOf(before);
      const from = page.readUInt16BE(0);
      if (from > 0) return new NumberReader(page, from).next();
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
    this.#numbers = new NumberReader(page, from);
    [this.#end, this.#isEnd, this.#isFirst] = [end, hasTokens, true];
    this.#after = null;
    return true;
  }

  #pageOf(at: number): Buffer {
    if (at === this.#readAt) return this.#read;
    const page = this.#readPage(at);
    if (page.length < HEADER) throw new UnexpectedPage();
    [this.#read, this.#readAt] = [page, at];
    return page;
  }
}

/** Where the contents of a page before its first token end. */
function contentsOf(page: Buffer): { readonly end: number; readonly hasTokens: boolean } {
  const end = page.readUInt16BE(2);
  if (end < HEADER) throw new UnexpectedPage();
  if (end >= page.length) return { end, hasTokens: false };
  return { end: new NumberReader(page, end).next(), hasTokens: true };
}

/** The part of a list on the page where it starts; `isEnd`: the list ends there. */
function listOn(
  page: Buffer,
  token: Buffer,
): { readonly from: number; readonly to: number; readonly isEnd: boolean } | null {
  for (const { bytes, from, next } of tokensOn(page)) {
    const order = Buffer.compare(bytes, token);
    if (order > 0) return null;
    if (order === 0) return { from, to: next ?? page.readUInt16BE(2), isEnd: next !== null };
  }
  return null;
}

/**
 * The tokens that start on a page, each with the place of its list, and the place of the next token.
 *
 * A page ends with the places where its tokens start: numbers, each the distance from the one before. At such a place are the bytes
 * that a token shares with the token before (not for the first), the number of its other bytes, and these.
 */
export function* tokensOn(
  page: Buffer,
): Generator<{ readonly bytes: Buffer; readonly from: number; readonly next: number | null }> {
  if (page.length < HEADER) throw new UnexpectedPage();
  const places = new NumberReader(page, page.readUInt16BE(2));
  const reader = new NumberReader(page, 0);
  let bytes = NO_PAGE;
  let start = places.at < page.length ? places.next() : null;
  for (let isFirst = true; start !== null; isFirst = false) {
    reader.at = start;
    const shared = isFirst ? 0 : reader.next();
    const length = reader.next();
    const from = reader.at + length;
    bytes = Buffer.concat([bytes.subarray(0, shared), page.subarray(reader.at, from)]);
    const next: number | null = places.at < page.length ? start + places.next() : null;
    yield { bytes, from, next };
    start = next;
  }
}

/** Reads numbers of which each byte holds seven bits, highest first; all but the last have the eighth bit set. */
class NumberReader {
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
