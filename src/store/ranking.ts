/**
 * Which matches are scored. All, up to a bound. Beyond it those that stand out, because a search for a common word is
 * after the cases that bear it in their names: what is found in names and citations, with the head matter where both
 * are few. Where even the names are too many, those of the newest cases.
 */
import type { Database } from "better-sqlite3";
import { dayOf } from "../domain/decision-date.ts";
import type { CaseMatch } from "./case-match.ts";
import { type Parameters, statementOf } from "./case-statement.ts";
import type { Walk } from "./date-pages.ts";
import { type DatedId, DateWalk } from "./date-walk.ts";
import { BLOCKS_FROM } from "./rank.ts";
import { rankedSource } from "./ranked-source.ts";

/**
 * Matches that are scored by default. Each costs about a microsecond; with counting, a page over the commonest words of
 * 300,000 cases stays within 150 ms.
 */
export const RANKED_MATCHES = 30_000;
/** Names that fill this part of the bound are enough: to count the heads too costs as much as to rank the names. */
const ENOUGH = 1 / 4;

/** No decision date is later. */
const LAST_DAY = dayOf(9999, 12, 31) ?? 0;

/** What is scored, and what comes after that by date; null when all is scored. */
export interface Ranking {
  readonly scored: CaseMatch;
  readonly rest: Rest | null;
}

/** The matches that are not scored: the dated ones of each part, one part after the other, and the undated ones. */
export interface Rest {
  /** These and the scored ones. */
  readonly all: CaseMatch;
  readonly dated: readonly CaseMatch[];
  readonly undated: CaseMatch;
}

/**
 * Decides by the matches alone, so that every page of one state of the corpus has the same ranking.
 *
 * @param count of the matches
 * @param bound matches that may be scored
 */
export function rankingOf(db: Database, match: CaseMatch, count: number, bound: number): Ranking {
  const { inNames, inHeads } = match;
  // a search among few ids has no more matches than these
  if (count <= bound || inNames === null || inHeads === null || match.ids !== null) {
    return { scored: match, rest: null };
  }
  const named = countUpTo(db, { ...match, words: inNames }, bound);
  if (named > bound) return cut(match, inNames, dayOfNewest(db, { ...match, words: inNames }, bound));
  if (named >= bound * ENOUGH) return bounded(match, inNames);
  const isFew = countUpTo(db, { ...match, words: inHeads }, bound) <= bound;
  return bounded(match, isFew ? inHeads : inNames);
}

/** The rest in date order. */
export function restWalk(db: Database, rest: Rest, descending: boolean, wanted: number): Walk {
  const parts = descending ? rest.dated.toReversed() : rest.dated;
  return {
    *dated(from): Generator<readonly DatedId[]> {
      for (const part of parts) yield* new DateWalk(db, part, descending, wanted).dated(from);
    },
    undated: () => new DateWalk(db, rest.undated, descending, wanted).undated(),
  };
}

function bounded(match: CaseMatch, words: string): Ranking {
  const others = { ...match, words: allBut(match, words) };
  return { scored: { ...match, words }, rest: { all: match, dated: [others], undated: others } };
}

/**
 * Scores the days after one: a range of days is what a walk by date can leave out. So no case without a date is scored.
 *
 * @param lastDay the last day that is not scored; null: none is, because most matches stand in the blocks of full days
 */
function cut(match: CaseMatch, words: string, lastDay: number | null): Ranking {
  const last = lastDay ?? match.decidedTo ?? LAST_DAY;
  const newer = { ...match, decidedFrom: last + 1 };
  const older = { ...match, decidedTo: last };
  return {
    scored: { ...newer, words },
    rest: { all: match, dated: [older, { ...newer, words: allBut(match, words) }], undated: match },
  };
}

/** Counts no further than one over the bound. */
function countUpTo(db: Database, match: CaseMatch, bound: number): number {
  const source = rankedSource(match);
  const found = statementOf("case_words.rowid", source, [], "LIMIT :bound + 1");
  const sql = `SELECT count(*) FROM (${found})`;
  return (
    db
      .prepare<Parameters, number>(sql)
      .pluck()
      .get({ ...source.parameters, bound }) ?? 0
  );
}

/** The day of the match that so many newer ones follow; cases in blocks are not counted. */
function dayOfNewest(db: Database, match: CaseMatch, newer: number): number | null {
  const source = rankedSource(match);
  const rank = statementOf(
    "case_words.rowid",
    source,
    [`case_words.rowid < ${BLOCKS_FROM}`],
    "ORDER BY case_words.rowid DESC LIMIT 1 OFFSET :newer",
  );
  const sql = `SELECT day FROM court_case WHERE rank = (${rank})`;
  return (
    db
      .prepare<Parameters, number>(sql)
      .pluck()
      .get({ ...source.parameters, newer }) ?? null
  );
}

function allBut({ words }: CaseMatch, scored: string): string {
  return `(${words}) NOT (${scored})`;
}
