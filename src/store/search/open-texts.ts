/**
 * Searches of callers for whom the texts of closed jurisdictions are not there: head matter, opinions, corrections, and
 * what is taken from them. What is known of a closed case otherwise is found as before.
 *
 * A closed case is one without a token of an open jurisdiction, so each expression has two parts, one for open cases and
 * one for closed ones. Which jurisdictions are open is asked with each question: nothing of it stands in the index.
 */
import { compileEach, compileSearch, type ScoredColumns, type SearchedColumns } from "./compile-search.ts";

export interface OpenTexts {
  /** The expression for the cases of open jurisdictions. */
  readonly cases: string;
  /** The date rowids of closed cases that match an expression on `cited` by what their text cites. */
  citingInText(cited: string): readonly number[];
}

/** What matches adds points to the score of a case. */
export interface Points {
  readonly words: string;
  readonly points: number;
}

/** In proportion as the weights of BM25 (scored-matches). */
const POINTS: readonly {
  readonly columns: ScoredColumns;
  readonly points: number;
  readonly of: "text" | "metadata";
}[] = [
  { columns: "name", points: 10, of: "metadata" },
  { columns: "cite", points: 5, of: "metadata" },
  { columns: "court", points: 2, of: "metadata" },
  { columns: "head matter", points: 3, of: "text" },
  { columns: "opinions", points: 1, of: "text" },
];
/** Words and phrases of a search that are scored: each is looked for five times. */
const MAX_SCORED = 6;

/** As `compileSearch`, with closed cases found by their metadata only; unwanted words of their texts exclude none. */
export function compileOpenSearch(
  text: string,
  columns: SearchedColumns,
  { cases }: OpenTexts,
): string | null {
  const inOpen = compileSearch(text, columns);
  const inClosed = compileSearch(text, columns === "names" ? "names" : "metadata", "metadata");
  if (inOpen === null || inClosed === null) return null;
  return `((${inOpen} AND ${cases}) OR (${inClosed} NOT ${cases}))`;
}

/**
 * What a score is the sum of: points for each word or phrase in each part of a case. BM25 would tell how many closed
 * texts have a word or a phrase, because it counts the cases that have it; with phrases, whole texts could be read so.
 */
export function openPoints(text: string, { cases }: OpenTexts): Points[] {
  return POINTS.flatMap(({ columns, points, of }) =>
    compileEach(text, columns)
      .slice(0, MAX_SCORED)
      .map((words) => ({ points, words: of === "text" ? `(${words} AND ${cases})` : words })),
  );
}
