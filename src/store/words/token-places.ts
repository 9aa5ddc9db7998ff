/**
 * Reads the places of a token in some cases from the pages on which FTS5 stores the index of words. FTS5's own functions return no places
 * from an index without content, except with fts5vocab, which makes a row of each.
 *
 * The format: posting-pages.ts.
 */
import type { Database } from "better-sqlite3";
import { lowerBound } from "../dates/count-date-rowids.ts";
import { type FoundList, PAGE } from "./posting-lists.ts";
import { type PlaceBytes, Postings } from "./token-postings.ts";

/** The places of a token in some cases, in their order. */
export class TokenPlaces {
  /** Copies of the lists of places: a list keeps no page in memory. */
  #lists = new Uint8Array(1 << 12);
  #length = 0;
  /** Where the list of each case begins, and where it ends; both are 0 without the token. */
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;

  constructor(cases: number) {
    this.#from = new Uint32Array(cases);
    this.#to = new Uint32Array(cases);
  }

  set(nth: number, { bytes, from, to }: PlaceBytes): void {
    const end = this.#length + to - from;
    if (end > this.#lists.length) {
      const longer = new Uint8Array(2 * end);
      longer.set(this.#lists);
      this.#lists = longer;
    }
    this.#from[nth] = this.#length;
    // most lists have some ten bytes
    for (let at = from; at < to; at++) this.#lists[this.#length++] = bytes[at] ?? 0;
    this.#to[nth] = end;
  }

  /**
   * Decodes the places in a case: in all columns, ascending. They are stored as numbers, each the distance from the place before, plus 2;
   * a 1 and the number of a column precede its places.
   *
   * @param places gets them
   */
  read(nth: number, places: number[]): void {
    places.length = 0;
    const lists = this.#lists;
    const to = this.#to[nth] ?? 0;
    let [place, value, isColumn] = [0, 0, false];
    for (let at = this.#from[nth] ?? 0; at < to; at++) {
      const byte = lists[at] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte >= 128) continue;
      if (isColumn) {
        place = value * COLUMN_PLACES;
        isColumn = false;
      } else if (value === 1) isColumn = true;
      else {
        place += value - 2;
        places.push(place);
      }
      value = 0;
    }
  }
}

/** Added to the places of a column, for each column before it. A text has fewer words: a line of a bulk file has at most 64 MB. */
export const COLUMN_PLACES = 2 ** 26;

/**
 * Finds the places of a token in some cases.
 *
 * @param dateRowids of the cases, ascending
 * @throws UnexpectedPage if the index is not stored as expected
 */
export function placesIn(
  db: Database,
  { token, pageRanges }: FoundList,
  dateRowids: readonly number[],
): TokenPlaces {
  const found = new TokenPlaces(dateRowids.length);
  const page = db.prepare<[number, number], Buffer>(PAGE).pluck();
  for (const { segment, first, last } of pageRanges) {
    const readPage = (at: number): Buffer => page.get(segment.id, at) ?? NO_PAGE;
    const postings = new Postings(readPage, first, last, Buffer.from(token));
    for (let at = 0; at < dateRowids.length; ) {
      const next = postings.seek(dateRowids[at] ?? 0);
      if (next === null) break;
      at = lowerBound(dateRowids, next, at);
      if (dateRowids[at] !== next) continue;
      // a removed case may have been written again, to another segment
      if (!isAmong(segment.removed, next)) found.set(at, postings.places);
      at++;
    }
  }
  return found;
}

const NO_PAGE = Buffer.alloc(0);

/** Whether an ascending list has a number. */
export function isAmong(ascending: ArrayLike<number>, number: number): boolean {
  return ascending.length > 0 && ascending[lowerBound(ascending, number)] === number;
}
