/**
 * The posting lists of many tokens together, which have few pages: those of the cases of one volume are next to each other in the index.
 */
import type { Database } from "better-sqlite3";
import { unionOf } from "../dates/date-rowid-lists.ts";
import { type IndexSegment, MAIN_INDEX, segmentsOf } from "../fts5-pages/index-segments.ts";
import { PAGE, withoutRemoved } from "./posting-lists.ts";
import { decodeLists, startsTokens } from "./posting-pages.ts";

/** The first page after a token on which a token starts, and the first one that does. */
const NEXT = `
  SELECT pgno >> 1, term
    FROM case_words_idx
   WHERE segid = ? AND term > ?
   ORDER BY term
   LIMIT 1
`;
/** FTS5 finds this many tokens of a segment in the time in which a page is found and read here. */
const TOKENS_OF_PAGE = 8;

/**
 * The date rowids of the cases with at least one of many tokens, ascending. Null if the tokens are so far apart in the index that FTS5
 * finds them sooner, or if the index is stored in another way than expected.
 *
 * Tokens next to each other, such as those of the cases of one volume, are on the same page, which is read once.
 *
 * @param tokensOfPage of how many tokens a page must be read, at least
 */
export function postingsOfAny(
  db: Database,
  tokens: readonly string[],
  tokensOfPage: number = TOKENS_OF_PAGE,
): Float64Array | null {
  const segments = segmentsOf(db);
  if (segments === null) return null;
  const sorted = tokens.map((token) => Buffer.from(MAIN_INDEX + token)).sort(Buffer.compare);
  const lists: Float64Array[] = [];
  // the longest segments come last, and have the tokens on most pages
  for (const segment of segments.toReversed()) {
    const found = readTogether(db, segment, sorted, tokensOfPage);
    if (found === null) return null;
    lists.push(withoutRemoved(found, segment));
  }
  return unionOf(lists);
}

/** The date rowids of the cases with a token in a segment. */
function readTogether(
  db: Database,
  segment: IndexSegment,
  tokens: readonly Buffer[],
  tokensOfPage: number,
): Float64Array | null {
  const next = db.prepare<[number, Buffer], [page: number, term: Buffer]>(NEXT).raw();
  const page = db.prepare<[number, number], Buffer>(PAGE).pluck();
  const readPage = (at: number): Buffer => page.get(segment.id, at) ?? NO_PAGE;
  const dateRowids = new Set<number>();
  let pages = 0;
  for (let at = 0; at < tokens.length; pages++) {
    const token = tokens[at] ?? NO_PAGE;
    // a quarter is read before the first tokens decide
    if (pages * tokensOfPage > at + tokens.length / 4) return null;
    const [after, term] = next.get(segment.id, token) ?? [segment.lastPage + 1, null];
    const start = at;
    do at++;
    while (at < tokens.length && (term === null || Buffer.compare(tokens[at] ?? term, term) < 0));
    const lists = decodeLists(pagesBefore(after, segment, readPage), tokens.slice(start, at));
    if (lists === null) return null;
    for (const list of lists) for (const dateRowid of list) dateRowids.add(dateRowid);
  }
  return Float64Array.from(dateRowids).sort();
}

/** The last page before another one on which a token starts, and those after it. */
function* pagesBefore(
  page: number,
  { firstPage, lastPage }: IndexSegment,
  readPage: (page: number) => Buffer,
): Generator<Buffer> {
  let first = Math.max(page - 1, firstPage);
  let block = readPage(first);
  // the pages between have only a part of the list of its last token
  while (first > firstPage && !startsTokens(block)) block = readPage(--first);
  yield block;
  for (let at = first + 1; at <= lastPage; at++) yield readPage(at);
}

const NO_PAGE = Buffer.alloc(0);
