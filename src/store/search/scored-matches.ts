/**
 * Scores matches: BM25, or the sum of points. Names weigh more than head matter, which weighs more than opinions. Scoring reads
 * only the index, once for all pages of one state of the corpus.
 */
import type { Database } from "better-sqlite3";
import { readRows } from "../database/statement-cache.ts";
import type { Points } from "../words/open-texts.ts";
import type { CaseMatch } from "./case-match.ts";
import { statementOf } from "./case-statement.ts";
import type { Scored } from "./scoring-plan.ts";
import { scoringSource } from "./scoring-source.ts";

/** Weights by column: opinions, head_matter, names, cites, court, authors, corrections, filters, cited, named. */
export const SCORE = "bm25(case_words, 1.0, 3.0, 10.0, 5.0, 2.0, 1.0, 1.0, 0.0, 0.0, 10.0)";

/** Three lists of the same length. */
export interface ScoredMatches {
  readonly dateRowids: Float64Array;
  /** By index in `dateRowids`. The lowest score is the best. */
  readonly scores: Float64Array;
  /** All scores, best first. */
  readonly sorted: Float64Array;
}

/** @param scored null: no match is scored */
export function scoreMatches(db: Database, scored: Scored | null): ScoredMatches {
  if (scored === null) return { dateRowids: NONE, scores: NONE, sorted: NONE };
  const { match } = scored;
  return match.points === null ? scoreByFrequency(db, scored) : scoreByPoints(db, match, match.points);
}

/** BM25 reads the complete list of each word, so an expression without the filters and the common words is scored. */
function scoreByFrequency(db: Database, { match, words }: Scored): ScoredMatches {
  const source = scoringSource(match);
  const sql =
    words === match.words
      ? statementOf(`case_words.rowid, ${SCORE}`, source, [], "")
      : `SELECT rowid, ${SCORE}
           FROM case_words
          WHERE case_words MATCH :scored
            AND +rowid IN (${statementOf("case_words.rowid", source, [], "")})`;
  const rows = readRows(db, sql, { ...source.parameters, scored: words });
  const [dateRowids, scores] = [new Float64Array(rows.length), new Float64Array(rows.length)];
  for (const [at, [dateRowid, score]] of rows.entries()) {
    dateRowids[at] = Number(dateRowid);
    scores[at] = Number(score);
  }
  return { dateRowids, scores, sorted: scores.toSorted() };
}

function scoreByPoints(db: Database, match: CaseMatch, parts: readonly Points[]): ScoredMatches {
  const dateRowids = Float64Array.from(dateRowidsOf(db, match));
  const scores = new Float64Array(dateRowids.length);
  const indexes = new Map([...dateRowids].map((dateRowid, index) => [dateRowid, index]));
  for (const { words, points } of parts) {
    for (const dateRowid of dateRowidsOf(db, { ...match, words: `(${match.words}) AND ${words}` })) {
      const index = indexes.get(dateRowid);
      if (index !== undefined) scores[index] = (scores[index] ?? 0) - points;
    }
  }
  return { dateRowids, scores, sorted: scores.toSorted() };
}

function dateRowidsOf(db: Database, match: CaseMatch): number[] {
  const source = scoringSource(match);
  return readRows(db, statementOf("case_words.rowid", source, [], ""), source.parameters).map(Number);
}

const NONE = new Float64Array(0);
