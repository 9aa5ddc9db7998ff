/**
 * The tokens of the index of words that begin with a prefix, read from the tables in which FTS5 stores the index.
 *
 * FTS5 answers a prefix query by merging the lists of all these tokens before it returns the first match. A search for the same
 * tokens as alternatives returns its first matches at once: with 6.9 million cases, 92 tokens took 5 ms instead of 36, and 54
 * tokens with long lists 3 ms instead of 2,146.
 *
 * FTS5 stores each segment of an index as numbered pages (`case_words_data`) and lists those on which a token starts, by their
 * first token (`case_words_idx`). Source: "The segment" in ext/fts5/fts5_index.c of SQLite; the format has a version of its own.
 */
import type { Database } from "better-sqlite3";
import { wordsOf } from "../../text/analyzer.ts";
import { leavesOf, mapLeaves, type SearchNode } from "../../text/search-tree.ts";
import { stateOf } from "../database/corpus-state.ts";
import { SnapshotCache } from "../database/snapshot-cache.ts";
import { hasKnownFormat, MAIN_INDEX } from "../fts5-pages/index-segments.ts";
import { type ListLength, listLengthsOf, sumUpTo } from "./list-lengths.ts";
import { NumberReader } from "./posting-pages.ts";

/**
 * Returns the tokens that begin with a folded text; null if there are too many.
 *
 * @param needed `if quicker`: empty if the lists are short, because FTS5 merges them at once
 */
export type FindTokens = (prefix: string, needed: "if quicker" | "always") => readonly string[] | null;

/** Pages of 4 KB that are read for one prefix: some 30 ms if they are in memory. */
const MAX_PAGES = 1_000;
/** Tokens that are searched as alternatives: FTS5 looks each of them up in every segment. */
const MAX_TOKENS = 1_000;
/** Postings that FTS5 merges in a few ms: 9,779 took 2.2 ms. */
const FEW_POSTINGS = 20_000;
/** UTF-8 contains no such byte, so it is greater than any continuation of a prefix. */
const AFTER = 0xff;

/** The segments of the index, as the first part of a statement. */
export const SEGMENTS = `
  WITH RECURSIVE segment (id) AS (
    SELECT min(segid) FROM case_words_idx
     UNION ALL
    SELECT (SELECT min(segid) FROM case_words_idx WHERE segid > segment.id)
      FROM segment
     WHERE segment.id IS NOT NULL
  )
`;
/** A merge that is under way has removed the first pages of its segments, so a listed page may be missing. */
const PAGES = `${SEGMENTS}
  SELECT page.block
    FROM segment
   CROSS JOIN case_words_idx AS listed
   CROSS JOIN case_words_data AS page
   WHERE listed.segid = segment.id
     AND listed.term >= coalesce((SELECT max(term) FROM case_words_idx WHERE segid = segment.id AND term <= :from), :from)
     AND listed.term < :end
     AND page.id = (listed.segid << 37) + (listed.pgno >> 1)
   LIMIT ${MAX_PAGES + 1}
`;

/** Reads the tokens for the prefixes of requests; keeps those of the last ones. */
export function openPrefixTokens(db: Database): FindTokens {
  const found = new SnapshotCache<readonly string[] | null>(32);
  return (prefix, needed) =>
    found.get(stateOf(db), `${needed} ${prefix}`, () => {
      const tokens = listTokens(db, prefix);
      const isMerged = needed === "if quicker" && tokens !== null && areFew(tokens, listLengthsOf(db));
      return isMerged ? [] : tokens;
    });
}

function areFew(tokens: readonly string[], lengthOf: ListLength): boolean {
  return sumUpTo(FEW_POSTINGS, tokens, lengthOf) <= FEW_POSTINGS;
}

/** The tokens that begin with a folded text; null if they are too many, or if SQLite stores the index in another format. */
export function listTokens(db: Database, prefix: string): readonly string[] | null {
  if (!hasKnownFormat(db)) return null;
  const from = Buffer.from(MAIN_INDEX + prefix);
  const end = Buffer.concat([from, Buffer.of(AFTER)]);
  const pages = db.prepare<{ from: Buffer; end: Buffer }, Buffer>(PAGES).pluck().all({ from, end });
  if (pages.length > MAX_PAGES) return null;
  const tokens = new Set(pages.flatMap((page) => tokensOn(page, from)));
  return tokens.size > MAX_TOKENS ? null : [...tokens].sort();
}

/** Adds the tokens of each prefix that are searched instead of it. */
export function withTokens(node: SearchNode, find: FindTokens): SearchNode {
  return mapLeaves(node, {
    term: (term, place) => {
      if (term.kind !== "prefix") return term;
      const start = wordsOf(term.text).at(-1);
      const tokens = start === undefined ? [] : find(start, place === "in a pair" ? "always" : "if quicker");
      return tokens === null ? term : { ...term, tokens };
    },
  });
}

/** The prefixes in a search, excluded ones too. */
export function prefixesOf(node: SearchNode): Extract<SearchNode, { readonly kind: "prefix" }>[] {
  const terms = leavesOf(node, "all").flatMap((leaf) =>
    leaf.kind === "pair" ? [leaf.left, leaf.right] : [leaf],
  );
  return terms.filter((term) => term.kind === "prefix");
}

/**
 * The tokens on a page that begin with a text.
 *
 * A page ends with the places where its tokens start: numbers of variable length, each the distance from the one before. At such a
 * place are the bytes that a token shares with the token before (not for the first), the number of its other bytes, and these.
 */
function tokensOn(page: Buffer, from: Buffer): string[] {
  const tokens: string[] = [];
  const places = new NumberReader(page, page.readUInt16BE(2));
  const reader = new NumberReader(page, 0);
  let token = Buffer.alloc(0);
  for (let start = 0; places.at < page.length; ) {
    const isFirst = start === 0;
    start += places.next();
    reader.at = start;
    const shared = isFirst ? 0 : reader.next();
    const length = reader.next();
    token = Buffer.concat([token.subarray(0, shared), page.subarray(reader.at, reader.at + length)]);
    if (token.subarray(0, from.length).equals(from)) tokens.push(token.toString("utf8", MAIN_INDEX.length));
  }
  return tokens;
}
