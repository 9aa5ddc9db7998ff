/**
 * Searches for callers who may not search the texts of closed cases: head matter, opinions, corrections, and what is derived
 * from them. The metadata of closed cases is searched as usual.
 *
 * A closed case has no token of an open jurisdiction. So each expression has two parts, one for open and one for closed cases.
 * The index does not contain which jurisdictions are open; each query reads the list.
 */
import type { SearchNode } from "../../text/search-tree.ts";
import {
  compileEach,
  compileSearch,
  type ScoredColumns,
  type SearchedColumns,
  WEIGHTS,
} from "./compile-search.ts";

export interface OpenTexts {
  /** The expression for the cases of open jurisdictions. */
  readonly cases: string;
  /** The date rowids of closed cases that match an expression on `cited` by what their text cites. */
  citingInText(cited: string): readonly number[];
}

/** The points that a match of the expression adds to the score of a case. */
export interface Points {
  readonly words: string;
  readonly points: number;
}

const POINTS: readonly {
  readonly columns: ScoredColumns;
  readonly points: number;
  readonly of: "text" | "metadata";
}[] = [
  { columns: "name", points: WEIGHTS.names, of: "metadata" },
  { columns: "cite", points: WEIGHTS.cites, of: "metadata" },
  { columns: "court", points: WEIGHTS.court, of: "metadata" },
  { columns: "head matter", points: WEIGHTS.head_matter, of: "text" },
  { columns: "opinions", points: WEIGHTS.opinions, of: "text" },
];
/** Words and phrases of a search that are scored. Each needs five statements. */
const MAX_SCORED = 6;

/** As `compileSearch`, but closed cases match by metadata only, and excluded words in their texts have no effect. */
export function compileOpenSearch(
  search: SearchNode,
  columns: SearchedColumns,
  { cases }: OpenTexts,
): string | null {
  const inOpen = compileSearch(search, columns);
  const inClosed = compileSearch(search, columns === "named" ? "named" : "metadata", "metadata");
  if (inOpen === null || inClosed === null) return null;
  return `((${inOpen} AND ${cases}) OR (${inClosed} NOT ${cases}))`;
}

/**
 * The parts of a score: points for each word or phrase in each part of a case. BM25 depends on how many cases contain a word
 * or a phrase, closed ones included; with phrases, a caller could reconstruct closed texts from it.
 */
export function openPoints(search: SearchNode, { cases }: OpenTexts): Points[] {
  return POINTS.flatMap(({ columns, points, of }) =>
    compileEach(search, columns)
      .slice(0, MAX_SCORED)
      .map((words) => ({ points, words: of === "text" ? `(${words} AND ${cases})` : words })),
  );
}
