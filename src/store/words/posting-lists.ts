/**
 * Posting lists, read from the tables in which FTS5 stores the index of words: the date rowids of all cases with a token.
 *
 * FTS5 returns a row for each case, at 0.2 µs; reading its pages takes a tenth of that. Where something is not as expected, such as
 * another version of the format, the list is null, and FTS5 has to be asked.
 */
import type { Database } from "better-sqlite3";
import { stateOf } from "../database/corpus-state.ts";
import { SnapshotCache } from "../database/snapshot-cache.ts";
import { readRows } from "../database/statement-cache.ts";
import { chosenFrom, freeList, unionOf } from "../dates/date-rowid-lists.ts";
import { type IndexSegment, MAIN_INDEX, segmentsOf } from "../fts5-pages/index-segments.ts";
import { canContinue, decodeLists } from "./posting-pages.ts";

/** Pages of 4 KB that are read for one list: some 20 ms, and a million postings at most. Of two lists half as many, and so on. */
const MAX_PAGES = 1_200;

/** The page on which a token can start, and the one on which the first token after the next page starts. */
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
export const PAGE = `
  SELECT block
    FROM case_words_data
   WHERE id = (CAST(? AS INTEGER) << 37) + CAST(? AS INTEGER)
`;
const PAGES = `
  SELECT block
    FROM case_words_data
   WHERE id BETWEEN (CAST(:segment AS INTEGER) << 37) + CAST(:first AS INTEGER)
                AND (CAST(:segment AS INTEGER) << 37) + CAST(:last AS INTEGER)
   ORDER BY id
`;

/** The pages on which a segment can have the list of a token. */
interface PageRange {
  readonly segment: IndexSegment;
  readonly first: number;
  readonly last: number;
}

/** A list that was not read yet. */
export interface FoundList {
  readonly token: string;
  readonly pageRanges: readonly PageRange[];
}

const kept = new WeakMap<Database, SnapshotCache<Float64Array | null>>();

/**
 * The date rowids of each of these tokens, ascending. Null if the lists are too long together, or if the index is stored in another
 * way than expected. Keeps the lists that were read last, for one state of the corpus.
 */
export function postingListsOf(db: Database, tokens: readonly string[]): readonly Float64Array[] | null {
  const lists = kept.get(db) ?? new SnapshotCache(2);
  kept.set(db, lists);
  const segments = segmentsOf(db);
  if (segments === null) return null;
  let found = tokens.map((token) => findList(db, token, segments));
  if (areTooLong(found)) found = found.map((list) => withoutOthers(db, list));
  if (areTooLong(found)) return null;
  const state = stateOf(db);
  const read = found.map((list) => lists.get(state, list.token, () => readList(db, list)));
  return read.every((list) => list !== null) ? read : null;
}

/** The length of the list of a token, if it was read; else null. */
export function knownLength(db: Database, token: string): number | null {
  return kept.get(db)?.known(stateOf(db), MAIN_INDEX + token)?.length ?? null;
}

/** The length of the list of a token; counts no further than a little above `most`. Null as `readPostings`. */
export function lengthUpTo(db: Database, token: string, most: number): number | null {
  const segments = segmentsOf(db);
  return segments === null ? null : (readList(db, findList(db, token, segments), most)?.length ?? null);
}

/** The date rowids of a token, however many; null if the index is stored in another way than expected. */
export function readPostings(
  db: Database,
  token: string,
  segments: readonly IndexSegment[],
): Float64Array | null {
  return readList(db, findList(db, token, segments));
}

/** The pages of each segment on which the list of a token can be. */
export function findList(db: Database, token: string, segments: readonly IndexSegment[]): FoundList {
  const stored = MAIN_INDEX + token;
  const ids = JSON.stringify(segments.map(({ id }) => id));
  const pageRanges = readRows(db, PLACES, { token: stored, segments: ids }).flatMap(([start, next], at) => {
    const segment = segments[at];
    if (segment === undefined) return [];
    // a merge under way has deleted the pages before the first one
    const first = Math.max(Number(start ?? 1), segment.firstPage);
    return [{ segment, first, last: next == null ? segment.lastPage : Math.max(Number(next), first) }];
  });
  return { token: stored, pageRanges };
}

function areTooLong(found: readonly FoundList[]): boolean {
  const ranges = found.flatMap((list) => list.pageRanges);
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0) * found.length > MAX_PAGES;
}

/** Leaves out pages that only continue the list of another token. They can be thousands, most often while a merge is unfinished. */
function withoutOthers(db: Database, { token, pageRanges }: FoundList): FoundList {
  const page = db.prepare<[number, number], Buffer>(PAGE).pluck();
  const stored = Buffer.from(token);
  const own = pageRanges.map((range) => {
    const first = page.get(range.segment.id, range.first);
    return first === undefined || canContinue(first, stored) ? range : { ...range, last: range.first };
  });
  return { token, pageRanges: own };
}

/** @param most a longer list is not read to its end */
function readList(
  db: Database,
  { token, pageRanges }: FoundList,
  most: number = Number.POSITIVE_INFINITY,
): Float64Array | null {
  const statement = db.prepare<Record<string, number>, Buffer>(PAGES).pluck();
  const tokens = [Buffer.from(token)];
  const lists: Float64Array[] = [];
  let left = most;
  for (const { segment, first, last } of pageRanges) {
    if (left < 0) break;
    const pages = statement.iterate({ segment: segment.id, first, last });
    const read = decodeLists(pages, tokens, left + segment.removed.length);
    if (read === null) return null;
    const list = withoutRemoved(read[0] ?? NONE, segment);
    left -= list.length;
    lists.push(list);
  }
  const all = unionOf(lists);
  for (const list of lists) if (list !== all) freeList(list);
  return all;
}

const NONE = new Float64Array(0);

/** Without the cases whose postings the segment no longer has. */
export function withoutRemoved(list: Float64Array, { removed }: IndexSegment): Float64Array {
  return removed.length === 0 ? list : chosenFrom(list, removed, "not in");
}
