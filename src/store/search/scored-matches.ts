/**
 * Matches with their scores: BM25, or the sum of a match's points; names above head matter above opinions. They come out
 * of the index alone, once for all pages of one state of the corpus.
 */
import type { Database } from "better-sqlite3";
import type { CaseMatch } from "./case-match.ts";
import { statementOf } from "./case-statement.ts";
import type { Points } from "./open-texts.ts";
import { rankedSource } from "./ranked-source.ts";
import { readRows } from "./statement-cache.ts";

/** Weights by column: opinions, head_matter, names, cites, court, authors, corrections, filters, cited. */
const SCORE = "bm25(case_words, 1.0, 3.0, 10.0, 5.0, 2.0, 1.0, 1.0, 0.0, 0.0)";

/** Lists of the same length, in no order that matters. */
export interface ScoredMatches {
  readonly ranks: Float64Array;
  /** By place in `ranks`; the lowest is the best. */
  readonly scores: Float64Array;
  /** All scores, the best first. */
  readonly sorted: Float64Array;
}

/** @param match null: none is scored */
export function scoreMatches(db: Database, match: CaseMatch | null): ScoredMatches {
  if (match === null) return { ranks: NONE, scores: NONE, sorted: NONE };
  return match.points === null ? scoreByFrequency(db, match) : scoreByPoints(db, match, match.points);
}

function scoreByFrequency(db: Database, match: CaseMatch): ScoredMatches {
  const source = rankedSource(match);
  const sql = statementOf(`case_words.rowid, ${SCORE}`, source, [], "");
  const rows = readRows(db, sql, source.parameters);
  const [ranks, scores] = [new Float64Array(rows.length), new Float64Array(rows.length)];
  for (const [at, [rank, score]] of rows.entries()) {
    ranks[at] = Number(rank);
    scores[at] = Number(score);
  }
  return { ranks, scores, sorted: scores.toSorted() };
}

function scoreByPoints(db: Database, match: CaseMatch, parts: readonly Points[]): ScoredMatches {
  const ranks = Float64Array.from(ranksOf(db, match));
  const scores = new Float64Array(ranks.length);
  const places = new Map([...ranks].map((rank, place) => [rank, place]));
  for (const { words, points } of parts) {
    for (const rank of ranksOf(db, { ...match, words: `(${match.words}) AND ${words}` })) {
      const place = places.get(rank);
      if (place !== undefined) scores[place] = (scores[place] ?? 0) - points;
    }
  }
  return { ranks, scores, sorted: scores.toSorted() };
}

function ranksOf(db: Database, match: CaseMatch): number[] {
  const source = rankedSource(match);
  return readRows(db, statementOf("case_words.rowid", source, [], ""), source.parameters).map(Number);
}

const NONE = new Float64Array(0);
