/**
 * Compares the words of names with the index of their trigrams, which FTS5's own check does not do.
 *
 * One pass over the index computes a checksum of the trigrams of each word. Searching for each word would read the lists of its
 * trigrams, which grow with the number of words: 14 s for 70,000 words instead of 0.5.
 */
import type { Database } from "better-sqlite3";
import { lowerBound } from "../dates/count-date-rowids.ts";
import { type Finding, problem } from "./check-problem.ts";
import { addSum, hasSum, TokenSum } from "./token-sum.ts";
import { VOCABULARIES } from "./vocabulary.ts";

interface IndexedWord {
  readonly word: string;
  readonly isIndexed: number;
}

const COUNT = "SELECT count(*) FROM name_word";
const IDS = "SELECT id FROM name_word ORDER BY id";
const WORDS = `
  SELECT w.word, d.id IS NOT NULL AS isIndexed
    FROM name_word AS w
    LEFT JOIN name_trigrams_docsize AS d ON d.id = w.id
   ORDER BY w.id
`;
const TRIGRAM = 3;
/** Rows of fts5vocab read between two yields: a tenth of a second. */
const ROWS_PER_YIELD = 200_000;

/** @param db with the tables of vocabulary.ts */
export function* checkNameWords(db: Database): Generator<Finding> {
  const sums = yield* sumsOfIndex(db);
  let nth = 0;
  for (const { word, isIndexed } of db.prepare<[], IndexedWord>(WORDS).iterate()) {
    yield null;
    if (hasSum(sums, nth++, sumOf(trigramsOf(word))) && isIndexed === 1) continue;
    yield problem("index rows", `the word "${word}" of a name is not in name_trigrams`);
  }
}

/** The two halves of the sum of each word's trigrams, in the order of their ids. */
function* sumsOfIndex(db: Database): Generator<Finding, Int32Array> {
  const ids = new Float64Array(db.prepare<[], number>(COUNT).pluck().get() ?? 0);
  let at = 0;
  for (const id of db.prepare<[], number>(IDS).pluck().iterate()) ids[at++] = id;
  const sums = new Int32Array(2 * ids.length);
  const sql = `SELECT term, doc FROM ${VOCABULARIES.name_trigrams}`;
  let [read, last, sum] = [0, "", sumOf([])];
  for (const [trigram, id] of db.prepare<[], [string, number]>(sql).raw().iterate()) {
    if (++read % ROWS_PER_YIELD === 0) yield null;
    if (trigram !== last) [last, at, sum] = [trigram, 0, sumOf([trigram])];
    // the words that have a trigram ascend
    at = lowerBound(ids, id, at);
    if (ids[at] === id) addSum(sums, at, sum);
  }
  return sums;
}

function sumOf(trigrams: Iterable<string>): TokenSum {
  const sum = new TokenSum();
  for (const trigram of trigrams) {
    const bytes = Buffer.from(trigram);
    sum.setToken(bytes, 0, bytes.length);
    sum.add(0, 0);
  }
  return sum;
}

/** Each once, as the index has them. */
function trigramsOf(word: string): Set<string> {
  const characters = [...word];
  return new Set(
    characters.slice(TRIGRAM - 1).map((_, from) => characters.slice(from, from + TRIGRAM).join("")),
  );
}
