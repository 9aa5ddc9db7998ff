/**
 * Prefixes that many cases match, like `co*`. They have more words than can be searched as alternatives, and FTS5 would merge the lists
 * of all of them before it returns the first match: 15 s with 6.9 million cases. So pages by date read case after case, and look for
 * the prefix in the texts.
 */
import type { Database } from "better-sqlite3";
import { fold, wordsOf } from "../../text/analyzer.ts";
import type { SearchNode } from "../../text/search-tree.ts";
import { stateOf } from "../database/corpus-state.ts";
import { SnapshotCache } from "../database/snapshot-cache.ts";
import { readRows } from "../database/statement-cache.ts";
import { prefixesOf, SEGMENTS } from "./prefix-tokens.ts";
import type { ColumnsOf } from "./text-test.ts";

/** Returns whether so many cases match a folded prefix that reading cases soon finds some. */
export type IsCommon = (prefix: string) => boolean;

/** The prefixes of a search that all matches must have in their texts, and its other parts. */
export interface SplitSearch {
  readonly prefixes: readonly string[];
  /** Null if there are no others. */
  readonly others: SearchNode | null;
}

/** Cases for each page of lists: a page holds some 400 postings, so some cases in a hundred match at least. */
const CASES_A_PAGE = 1_000;

/** The end of a text within a word. */
const IN_WORD = /[\p{L}\p{N}]$/u;

const CASES = "SELECT total(cases) FROM case_count WHERE court_id = '*' AND reporter_id = '*'";
/** The pages from the first with a token of the prefix to the first behind them, in each segment (prefix-tokens.ts). */
const PAGES = `${SEGMENTS}
  SELECT total(
           (SELECT pgno >> 1 FROM case_words_idx WHERE segid = segment.id AND term >= CAST('0' || :end AS BLOB) ORDER BY term LIMIT 1)
         - (SELECT pgno >> 1 FROM case_words_idx WHERE segid = segment.id AND term >= CAST('0' || :prefix AS BLOB) ORDER BY term LIMIT 1)
         )
    FROM segment
   WHERE segment.id IS NOT NULL
`;

export function openCommonPrefixes(db: Database): IsCommon {
  const known = new SnapshotCache<boolean>(32);
  return (prefix) =>
    known.get(stateOf(db), prefix, () => {
      const [pages] = readRows(db, PAGES, { prefix, end: `${prefix}\u{10ffff}` })[0] ?? [];
      const [cases] = readRows(db, CASES, {})[0] ?? [];
      return Number(pages) * CASES_A_PAGE > Number(cases);
    });
}

/** Splits a search whose prefixes without listed tokens are all required and common; null for other searches. */
export function splitSearch(node: SearchNode, isCommon: IsCommon): SplitSearch | null {
  const parts = node.kind === "all" ? node.nodes : [node];
  const isRead = (part: SearchNode): boolean =>
    part.kind === "prefix" && part.tokens === undefined && wordsOf(part.text).length === 1;
  const prefixes = parts.filter(isRead).flatMap((part) => (part.kind === "prefix" ? wordsOf(part.text) : []));
  const others = parts.filter((part) => !isRead(part));
  const isMerged = others.flatMap(prefixesOf).some(({ tokens }) => tokens === undefined);
  if (prefixes.length === 0 || isMerged || !prefixes.every(isCommon)) return null;
  return { prefixes, others: others.length === 0 ? null : { kind: "all", nodes: others } };
}

/** Returns the date rowids of the cases that contain words with all these beginnings. */
export function withPrefixes(
  columnsOf: ColumnsOf,
  prefixes: readonly string[],
  dateRowids: readonly number[],
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { dateRowid, metadata, authors, texts } of columnsOf(dateRowids)) {
    const folded = [...metadata, authors, ...texts].flat().map(fold);
    if (prefixes.every((prefix) => folded.some((text) => hasWordFrom(text, prefix)))) found.add(dateRowid);
  }
  return found;
}

/** Whether a word of a folded text begins so. */
function hasWordFrom(text: string, prefix: string): boolean {
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1))
    if (!IN_WORD.test(text.slice(Math.max(at - 2, 0), at))) return true;
  return false;
}
