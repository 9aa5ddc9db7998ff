/** How much of the best by BM25 over all matches the bounded ranking shows among its first ten and hundred. */

import Database from "better-sqlite3";
import { SCORE } from "../../src/store/search/scoring.ts";
import { compileSearch } from "../../src/store/words/compile-search.ts";
import { parseSearch } from "../../src/text/search-query.ts";
import type { V1 } from "../../src/v1/v1.ts";
import { digits, median, table } from "../measure/numbers.ts";
import { at, type Samples } from "../queries/samples.ts";

const BEST = `
  SELECT c.id
    FROM (SELECT rowid, ${SCORE} AS score
            FROM case_words
           WHERE case_words MATCH :words
           ORDER BY score
           LIMIT 100) AS best
    JOIN court_case AS c ON c.date_rowid = best.rowid
   ORDER BY best.score
`;

const QUESTIONS: readonly (readonly [name: string, ask: (of: Samples, nth: number) => string])[] = [
  ["a common word", (of, nth) => at(of.common, nth)],
  ["a word of one case in twenty", (of, nth) => at(of.usual, nth)],
  ["two such words", (of, nth) => `${at(of.usual, nth)} ${at(of.usual, nth + 7)}`],
  ["a rare word and a common one", (of, nth) => `${at(of.rare, nth)} ${at(of.common, nth)}`],
  ["a phrase of common words", (of, nth) => at(of.phrases, nth)],
  ["a name", (of, nth) => at(of.names, nth)],
];
const RUNS = 5;

/** @param corpus what is compared with the best by BM25 over all matches in the corpus file */
export function measureOverlap(path: string, samples: Samples, corpus: V1): string {
  const db = new Database(path, { readonly: true });
  const best = db.prepare<{ words: string }, number>(BEST).pluck();
  const rows = QUESTIONS.map(([name, ask]) => {
    const shares = Array.from({ length: RUNS }, (_, nth) => {
      const search = ask(samples, nth);
      const wanted = best.all({ words: compileSearch(parseSearch(search)) ?? "" });
      const shown = corpus.list("cases", { search }).results.map(({ id }) => id);
      return [10, 100].map((first) => overlapOf(wanted.slice(0, first), shown.slice(0, first)));
    });
    return [
      name,
      ...[0, 1].map((which) => digits(median(shares.map((share) => share[which] ?? Number.NaN)))),
    ];
  });
  db.close();
  return table(
    `Of the best by BM25 over all matches, medians of ${RUNS}`,
    ["search", "first 10", "first 100"],
    rows,
  );
}

function overlapOf(wanted: readonly number[], shown: readonly number[]): number {
  const found = wanted.filter((id) => shown.includes(id)).length;
  return wanted.length === 0 ? Number.NaN : found / wanted.length;
}
