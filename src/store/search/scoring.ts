/**
 * Decides which matches are scored, and scores them: with BM25, or the sum of points. Names weigh more than head matter, which weighs more
 * than opinions. Scoring reads only the index, once for all pages of one state of the corpus.
 *
 * Up to a bound, all matches are scored, by the words whose lists are short. Beyond the bound, the matches in names are scored, because who
 * searches for a common word usually wants the cases with that name. With few matches in names, those in court and head matter are scored
 * too; with too many, only the newest. If all words have long lists in names too, or if a search with a prefix has only long lists, nothing
 * is scored.
 */
import type { Database } from "better-sqlite3";
import { dayOf } from "../../domain/decision-date.ts";
import type { SearchNode } from "../../text/search-tree.ts";
import { readRows, readValue, readValues } from "../database/statement-cache.ts";
import { dateRowidsOfDays, dayOfDateRowid } from "../dates/date-rowid.ts";
import { LEVELS } from "../dates/date-rowid-levels.ts";
import { compileScored, WEIGHTS } from "../words/compile-search.ts";
import { costOfNode, type ListLength, listLengthsOf } from "../words/list-lengths.ts";
import type { Points } from "../words/open-search.ts";
import { nameToken } from "../write/index-row.ts";
import type { CountedMatches } from "./ordered-pages.ts";
import type { Plan } from "./plan.ts";
import type { ScoredMatch } from "./scored-match.ts";
import { clausesOf, rangeStatement, statementOf } from "./statement.ts";

/**
 * Default bound. A score costs about a microsecond; including the count, a page for the most frequent words of 300,000 cases
 * takes less than 150 ms.
 */
export const MAX_SCORED_MATCHES = 30_000;
/** Matches in names that fill this share of the bound suffice: counting the matches in head matter costs as much as scoring them. */
const ENOUGH = 1 / 4;
const LAST_DAY = dayOf(9999, 12, 31) ?? 0;
/** The day of a case without a date: later than every day. */
export const AFTER_ALL_DAYS = 2 ** 40;

export const SCORE = `bm25(case_words, ${Object.values(WEIGHTS).join(", ")})`;

interface Scored {
  readonly plan: Plan;
  /** The expression for BM25, which every match matches. */
  readonly words: string | null;
}

export interface ScoringPlan {
  /** Null: no match is scored. */
  readonly scored: Scored | null;
  /** Whether there are other matches too. */
  readonly isBounded: boolean;
}

/**
 * Depends on the matches only, so that every page of one state of the corpus has the same plan.
 *
 * @param bound how many matches may be scored
 */
export function planScoring(db: Database, { plan, count }: CountedMatches, bound: number): ScoringPlan {
  const none = { scored: null, isBounded: true };
  const { search } = plan;
  // too many cases would have to be tested
  if (plan.tests !== null || search === null) return none;
  const { node, inNames, inHeads, points } = search;
  const lengthOf = listLengthsOf(db);
  const lengthOfName = (token: string): number => lengthOf(nameToken(token));
  // a plan with known ids has at most that many results
  const fits = plan.ids !== null || count <= bound;
  // without a prefix, this needs fewer lists than the words of the text
  if (!fits && !plan.hasPrefix && !isShort(node, lengthOfName)) return none;
  const text = compileScored(node, "all", (leaf) => isShort(leaf, lengthOf));
  if (fits && (text.isComplete || points !== null))
    return { scored: { plan, words: text.words }, isBounded: false };
  // each statement of a score would search all words of the prefix again
  if (plan.isMerged || (plan.hasPrefix && text.words === null)) return none;
  if (!isShort(node, lengthOfName)) return none;
  const { words, isComplete } =
    text.words === null ? compileScored(node, "named", (leaf) => isShort(leaf, lengthOfName)) : text;
  if (words === null) return none;
  // only what matches these words can be scored
  const scorable = (part: string): string => (isComplete ? part : `(${part}) AND ${words}`);
  const bounded = (part: Plan): ScoringPlan => ({ scored: { plan: part, words }, isBounded: true });
  const named = { ...plan, words: scorable(inNames) };
  const namedMost = mostOf(named.words, bound);
  const namedCount = countUpTo(db, named, namedMost + 1);
  // a walk by date can skip a range of days, so no case without a date is scored then
  if (namedCount > namedMost)
    return bounded({ ...named, decidedFrom: lastUnscoredDay(db, named, namedCount) + 1 });
  if (namedCount >= namedMost * ENOUGH || text.words === null) return bounded(named);
  const heads = { ...plan, words: scorable(inHeads) };
  const headsMost = mostOf(heads.words, bound);
  const areFew = countUpTo(db, heads, headsMost + 1) <= headsMost;
  return bounded(areFew ? heads : named);
}

function isShort(node: SearchNode, lengthOf: ListLength): boolean {
  return Number.isFinite(costOfNode(node, lengthOf) ?? 0);
}

/** The bound for an expression: the cost of a score grows with the number of phrases. */
function mostOf(words: string, bound: number): number {
  const phrases = (words.match(/"/g)?.length ?? 0) / 2;
  return Math.floor((bound * 2) / Math.max(phrases, 2));
}

export function countUpTo(db: Database, plan: Plan, limit: number): number {
  const source = clausesOf(plan, "index");
  const matches = statementOf("1", source, [], "LIMIT :limit");
  return readValue(db, `SELECT count(*) FROM (${matches})`, { ...source.parameters, limit }) ?? 0;
}

/** The newest day of which not all matches can be scored: that of the nth newest match; the last day of the plan if fewer have a date. */
function lastUnscoredDay(db: Database, plan: Plan, nth: number): number {
  const { sql, parameters } = rangeStatement(plan, "descending");
  const days = LEVELS.flatMap((level) => {
    const range = dateRowidsOfDays(level, plan.decidedFrom, plan.decidedTo);
    return readValues<number>(db, sql, { ...parameters, ...range, limit: nth }).map(dayOfDateRowid);
  });
  return days.map(Number).sort((a, b) => b - a)[nth - 1] ?? plan.decidedTo ?? LAST_DAY;
}

/** Best score first, then by day. @param scored null: no match is scored */
export function scoreMatches(db: Database, scored: Scored | null): readonly ScoredMatch[] {
  if (scored === null) return [];
  const points = scored.plan.search?.points ?? null;
  const rows = points === null ? scoreByFrequency(db, scored) : scoreByPoints(db, scored.plan, points);
  return rows
    .map(([dateRowid, score]) => ({ dateRowid, score, day: dayOfDateRowid(dateRowid) ?? AFTER_ALL_DAYS }))
    .sort((a, b) => a.score - b.score || a.day - b.day);
}

type ScoredRowid = readonly [dateRowid: number, score: number];

/** BM25 reads the complete list of each word, so an expression without the filters and the common words is scored. */
function scoreByFrequency(db: Database, { plan, words }: Scored): ScoredRowid[] {
  const source = clausesOf(plan, "index");
  const sql =
    words === plan.words
      ? statementOf(`case_words.rowid, ${SCORE}`, source, [], "")
      : `SELECT rowid, ${SCORE}
           FROM case_words
          WHERE case_words MATCH :scored
            AND +rowid IN (${statementOf("case_words.rowid", source, [], "")})`;
  return readRows(db, sql, { ...source.parameters, scored: words }).map((row) => [
    Number(row[0]),
    Number(row[1]),
  ]);
}

function scoreByPoints(db: Database, plan: Plan, parts: readonly Points[]): ScoredRowid[] {
  const scores = new Map(dateRowidsOf(db, plan).map((dateRowid) => [dateRowid, 0]));
  for (const { words, points } of parts) {
    for (const dateRowid of dateRowidsOf(db, { ...plan, words: `(${plan.words}) AND ${words}` })) {
      const score = scores.get(dateRowid);
      if (score !== undefined) scores.set(dateRowid, score - points);
    }
  }
  return [...scores];
}

function dateRowidsOf(db: Database, plan: Plan): number[] {
  const source = clausesOf(plan, "index");
  return readValues(db, statementOf("case_words.rowid", source, [], ""), source.parameters);
}
