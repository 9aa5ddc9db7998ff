/**
 * Reads from FTS5's tables what FTS5's functions return slowly or not at all: the date rowids of all cases with a token (FTS5 returns a row
 * for each, which takes eight times as long), the places of a token in some cases (fts5vocab returns a row for each place), and the tokens
 * that begin with a text.
 *
 * All functions return null where SQLite stores the index in another version of the format, or a page is not as expected: the caller then
 * uses FTS5. A segment is stored as numbered pages (`case_words_data`); `case_words_idx` lists those on which a token starts, by their first
 * token. Source: "The segment" in ext/fts5/fts5_index.c of SQLite.
 */
import type { Database } from "better-sqlite3";
import { openForReading } from "../database/open-database.ts";
import { readRows, readValue, readValues } from "../database/statement-cache.ts";
import { lowerBound } from "../dates/date-rowid.ts";
import { COLUMN_PLACES, type IndexSegment, MAIN_INDEX, readNumbers, segmentsOf } from "./index-segments.ts";
import { type PlaceBytes, PostingList, tokensOn, UnexpectedPage } from "./posting-list.ts";

/** For each segment: the page on which a token can start, and the next listed page. */
const PLACES = `
  SELECT (SELECT pgno >> 1
            FROM case_words_idx
           WHERE segid = segment.value AND term <= CAST(:token AS BLOB)
           ORDER BY term DESC
           LIMIT 1),
         (SELECT pgno >> 1
            FROM case_words_idx
           WHERE segid = segment.value AND term > CAST(:token AS BLOB)
           ORDER BY term
           LIMIT 1)
    FROM json_each(:segments) AS segment
   ORDER BY segment.key
`;
const PAGE = `
  SELECT block
    FROM case_words_data
   WHERE id = (CAST(? AS INTEGER) << 37) + CAST(? AS INTEGER)
`;

/** The date rowids of all cases with a token, ascending. */
export function dateRowidsOf(db: Database, token: string): Float64Array | null {
  return unlessUnexpected(() => {
    const lists = listsOf(db, token);
    return lists && unionOf(lists.map(({ list, segment }) => validDateRowids(list, segment)));
  });
}

/** About how many cases have a token; exact for a short list. */
export function lengthOf(db: Database, token: string): number | null {
  return unlessUnexpected(
    () => listsOf(db, token)?.reduce((sum, { list }) => sum + list.estimate(), 0) ?? null,
  );
}

/** The places of each of some tokens in some cases. @param dateRowids of the cases, ascending */
export function placesOf(
  db: Database,
  tokens: readonly string[],
  dateRowids: readonly number[],
): ReadonlyMap<string, TokenPlaces> | null {
  return unlessUnexpected(() => {
    const places = new Map<string, TokenPlaces>();
    for (const token of tokens) {
      const lists = listsOf(db, token);
      if (lists === null) return null;
      places.set(token, new TokenPlaces(lists, dateRowids));
    }
    return places;
  });
}

function unlessUnexpected<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnexpectedPage) return null;
    throw error;
  }
}

interface SegmentList {
  readonly segment: IndexSegment;
  readonly list: PostingList;
}

function listsOf(db: Database, token: string): SegmentList[] | null {
  const segments = segmentsOf(db);
  if (segments === null) return null;
  const stored = MAIN_INDEX + token;
  const ids = JSON.stringify(segments.map(({ id }) => id));
  const page = db.prepare<[number, number], Buffer>(PAGE).pluck();
  return readRows(db, PLACES, { token: stored, segments: ids }).flatMap(([start, next], at) => {
    const segment = segments[at];
    if (segment === undefined) return [];
    // a merge under way has deleted the pages before the first one
    const first = Math.max(Number(start ?? 1), segment.firstPage);
    const last = next == null ? segment.lastPage : Math.max(Number(next), first);
    const readPage = (number: number): Buffer => page.get(segment.id, number) ?? Buffer.alloc(0);
    return [{ segment, list: new PostingList(readPage, first, last, Buffer.from(stored)) }];
  });
}

/** The date rowids of a list, without the cases whose postings the segment no longer has. */
function validDateRowids(list: PostingList, { removed }: IndexSegment): Float64Array {
  const dateRowids = list.readAll();
  return removed.pageCount === 0 ? dateRowids : dateRowids.filter((dateRowid) => !removed.has(dateRowid));
}

/** The union of ascending lists: always merges the two shortest. */
function unionOf(lists: readonly Float64Array[]): Float64Array {
  const left = lists.toSorted((a, b) => b.length - a.length);
  for (;;) {
    const [first, second] = [left.pop(), left.pop()];
    if (first === undefined || second === undefined) return first ?? new Float64Array(0);
    const union = mergePair(first, second);
    left.splice(left.findLastIndex(({ length }) => length >= union.length) + 1, 0, union);
  }
}

function mergePair(first: Float64Array, second: Float64Array): Float64Array {
  const union = new Float64Array(first.length + second.length);
  let [at, nth, length] = [0, 0, 0];
  while (at < first.length || nth < second.length) {
    const [a, b] = [first[at] ?? Number.POSITIVE_INFINITY, second[nth] ?? Number.POSITIVE_INFINITY];
    if (a <= b) at++;
    if (b <= a) nth++;
    union[length++] = Math.min(a, b);
  }
  return union.subarray(0, length);
}

/** The places of a token in some cases, in their order. */
export class TokenPlaces {
  /** A copy of the list of places of each case, which keeps no page in memory. */
  readonly #lists: (Uint8Array | undefined)[];

  constructor(lists: readonly SegmentList[], dateRowids: readonly number[]) {
    this.#lists = Array.from({ length: dateRowids.length });
    for (const { list, segment } of lists) {
      for (let at = 0; at < dateRowids.length; ) {
        const next = list.seek(dateRowids[at] ?? 0);
        if (next === null) break;
        at = lowerBound(dateRowids, next, at);
        if (dateRowids[at] !== next) continue;
        // a removed case may have been written again, to another segment
        if (!segment.removed.has(next)) this.#lists[at] = copyOf(list.places);
        at++;
      }
    }
  }

  /**
   * Decodes the places in a case: in all columns, ascending. They are stored as numbers, each the distance from the place before, plus 2;
   * a 1 and the number of a column precede its places.
   *
   * @param places is filled with them
   */
  read(nth: number, places: number[]): void {
    places.length = 0;
    let [place, value, isColumn] = [0, 0, false];
    const list = this.#lists[nth];
    for (let at = 0; list !== undefined && at < list.length; at++) {
      const byte = list[at] ?? 0;
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

function copyOf({ bytes, from, to }: PlaceBytes): Uint8Array {
  return Uint8Array.prototype.slice.call(bytes, from, to);
}

/** UTF-8 does not contain this byte, so it is greater than any continuation of a prefix. */
const AFTER = 0xff;

/** A merge that is under way has removed the first pages of its segments, so a listed page may be missing. */
const PAGES_WITH_TOKENS = `
  SELECT page.block
    FROM json_each(:segments) AS segment
   CROSS JOIN case_words_idx AS listed
   CROSS JOIN case_words_data AS page
   WHERE listed.segid = segment.value
     AND listed.term >= coalesce((SELECT max(term) FROM case_words_idx WHERE segid = segment.value AND term <= :from), :from)
     AND listed.term < :end
     AND page.id = (listed.segid << 37) + (listed.pgno >> 1)
   LIMIT :most + 1
`;
/** In each segment: from the first page with one of the tokens to the first page after the tokens. */
const COUNT_PAGES = `
  SELECT total(
           (SELECT pgno >> 1 FROM case_words_idx WHERE segid = segment.value AND term >= :end ORDER BY term LIMIT 1)
         - (SELECT pgno >> 1 FROM case_words_idx WHERE segid = segment.value AND term >= :from ORDER BY term LIMIT 1)
         )
    FROM json_each(:segments) AS segment
`;

/**
 * The tokens that begin with a text. A token whose cases have all been removed can be among them, because segments have its list until they
 * are merged.
 *
 * @param most pages that are read; with more pages the result is null
 */
export function tokensFrom(db: Database, prefix: string, most: number): readonly string[] | null {
  const bounds = boundsOf(db, prefix);
  if (bounds === null) return null;
  const pages = readValues<Buffer>(db, PAGES_WITH_TOKENS, { ...bounds, most });
  if (pages.length > most) return null;
  return unlessUnexpected(() => {
    const tokens = new Set<string>();
    for (const page of pages)
      for (const { bytes } of tokensOn(page))
        if (bytes.subarray(0, bounds.from.length).equals(bounds.from))
          tokens.add(bytes.toString("utf8", MAIN_INDEX.length));
    return [...tokens].sort();
  });
}

/** How many pages the lists of the tokens that begin with a text have, about; 0 if that is not known. */
export function pagesFrom(db: Database, prefix: string): number {
  const bounds = boundsOf(db, prefix);
  return bounds === null ? 0 : (readValue(db, COUNT_PAGES, bounds) ?? 0);
}

function boundsOf(db: Database, prefix: string): { segments: string; from: Buffer; end: Buffer } | null {
  const segments = segmentsOf(db);
  const from = Buffer.from(MAIN_INDEX + prefix);
  if (segments === null) return null;
  return {
    segments: JSON.stringify(segments.map(({ id }) => id)),
    from,
    end: Buffer.concat([from, Buffer.of(AFTER)]),
  };
}

/** FTS5's record of averages: the number of rows, then the tokens of each column. */
const AVERAGES = "SELECT block FROM case_words_data WHERE id = 1";

/** How many tokens a row has on average, as FTS5 counts them for BM25; 0 without cases. @throws CaselawError as `openForReading` */
export function averageTokens(corpusPath: string): number {
  const db = openForReading(corpusPath);
  const [rows = 0, ...columns] = readNumbers(readValue<Buffer>(db, AVERAGES) ?? Buffer.alloc(0));
  db.close();
  return rows === 0 ? 0 : columns.reduce((sum, tokens) => sum + tokens, 0) / rows;
}
