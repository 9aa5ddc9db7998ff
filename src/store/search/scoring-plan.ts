/**
 * Which matches are scored. All, up to a bound. Beyond it those that stand out, because a search for a common word is
 * after the cases that bear it in their names: what is found in names and citations, with the head matter where both
 * are few. Where even the names are too many, those of the newest cases. With a prefix of one or two letters in the
 * search, none.
 */
import type { Database } from "better-sqlite3";
import { dayOf } from "../../domain/decision-date.ts";
import type { Walk } from "../dates/date-pages.ts";
import { dayOfDateRowid, FIRST_BLOCK_ROWID } from "../dates/date-rowid.ts";
import { type DatedId, DateWalk, type MatchSource } from "../dates/date-walk.ts";
import type { CaseMatch } from "./case-match.ts";
import { integer, statementOf } from "./case-statement.ts";
import { scoringSource } from "./scoring-source.ts";
import { readRows } from "./statement-cache.ts";

/**
 * Matches that are scored by default. Each costs about a microsecond; with counting, a page over the commonest words of
 * 300,000 cases stays within 150 ms.
 */
export const MAX_SCORED_MATCHES = 30_000;
/** Names that fill this part of the bound are enough: to count the heads too costs as much as to rank the names. */
const ENOUGH = 1 / 4;

/** No decision date is later. */
const LAST_DAY = dayOf(9999, 12, 31) ?? 0;

/** What is known of a question's matches. */
interface Known extends MatchSource {
  readonly count: number;
}

/** What is scored, and what comes after that by date; null when all is scored. */
export interface ScoringPlan {
  /** Null: none. */
  readonly scored: CaseMatch | null;
  readonly rest: Rest | null;
}

/** The matches that are not scored: the dated ones of each part, one part after the other, and the undated ones. */
export interface Rest {
  /** These and the scored ones. */
  readonly all: CaseMatch;
  /** The ranks of all, ascending, where they are known; else null. */
  readonly dateRowids: readonly number[] | null;
  readonly dated: readonly CaseMatch[];
  readonly undated: CaseMatch;
}

/**
 * Decides by the matches alone, so that every page of one state of the corpus has the same ranking.
 *
 * @param bound matches that may be scored
 */
export function planScoring(db: Database, { match, count, dateRowids }: Known, bound: number): ScoringPlan {
  const { inNames, inHeads } = match;
  // a search among few ids has no more matches than these
  if (count <= bound || inNames === null || inHeads === null || match.ids !== null) {
    return { scored: match, rest: null };
  }
  // to score names by it costs as much as to find the matches, which is all that a question may cost
  if (match.hasShortPrefix)
    return { scored: null, rest: { all: match, dateRowids, dated: [match], undated: match } };
  const namedMost = mostOf(inNames, bound);
  const named = newestOf(db, { ...match, words: inNames }, namedMost + 1);
  if (named.count > namedMost) return cut(match, inNames, dayToCut(db, { ...match, words: inNames }, named));
  if (named.count >= namedMost * ENOUGH) return bounded(match, inNames);
  const headsMost = mostOf(inHeads, bound);
  const inFewHeads = newestOf(db, { ...match, words: inHeads }, headsMost + 1).count <= headsMost;
  return bounded(match, inFewHeads ? inHeads : inNames);
}

/** The rest in date order. */
export function restWalk(db: Database, rest: Rest, descending: boolean, wanted: number): Walk {
  const parts = descending ? rest.dated.toReversed() : rest.dated;
  const walk = (match: CaseMatch): DateWalk =>
    new DateWalk(db, { match, dateRowids: match === rest.all ? rest.dateRowids : null }, descending, wanted);
  return {
    *dated(from): Generator<readonly DatedId[]> {
      for (const part of parts) yield* walk(part).dated(from);
    },
    undated: () => walk(rest.undated).undated(),
  };
}

function bounded(match: CaseMatch, words: string): ScoringPlan {
  const others = { ...match, words: allBut(match, words) };
  return {
    scored: { ...match, words },
    rest: { all: match, dateRowids: null, dated: [others], undated: others },
  };
}

/**
 * Scores the days after one: a range of days is what a walk by date can leave out. So no case without a date is scored.
 *
 * @param lastDay the last day that is not scored; null: none is, because most matches stand in the blocks of full days
 */
function cut(match: CaseMatch, words: string, lastDay: number | null): ScoringPlan {
  const last = lastDay ?? match.decidedTo ?? LAST_DAY;
  const newer = { ...match, decidedFrom: last + 1 };
  const older = { ...match, decidedTo: last };
  return {
    scored: { ...newer, words },
    rest: {
      all: match,
      dateRowids: null,
      dated: [older, { ...newer, words: allBut(match, words) }],
      undated: match,
    },
  };
}

/** How many matches may be scored where not all are: each costs more with each phrase, and each phrase is read once more. */
function mostOf(words: string, bound: number): number {
  const phrases = (words.match(/"/g)?.length ?? 0) / 2;
  return Math.floor((bound * 2) / Math.max(phrases, 2));
}

/** Matches of the highest ranks: those in blocks, then the newest. */
interface Newest {
  /** No more than were asked for. */
  readonly count: number;
  /** 0 where there is none. */
  readonly highest: number;
  readonly lowest: number;
}

function newestOf(db: Database, match: CaseMatch, limit: number, below: number | null = null): Newest {
  const source = scoringSource(match);
  const bound = below === null ? [] : [`case_words.rowid < ${integer(":below")}`];
  const tail = "ORDER BY case_words.rowid DESC LIMIT :limit";
  const newest = statementOf("case_words.rowid AS dateRowid", source, bound, tail);
  const sql = `SELECT count(*), max(dateRowid), min(dateRowid) FROM (${newest})`;
  const parameters = { ...source.parameters, limit, ...(below === null ? {} : { below }) };
  const [counted] = readRows(db, sql, parameters);
  const [count = 0, highest = 0, lowest = 0] = counted?.map(Number) ?? [];
  return { count, highest, lowest };
}

/** The day of the match that so many newer ones follow as `named` has but one; cases in blocks are not counted. */
function dayToCut(db: Database, match: CaseMatch, named: Newest): number | null {
  const newest =
    named.highest < FIRST_BLOCK_ROWID ? named : newestOf(db, match, named.count, FIRST_BLOCK_ROWID);
  return newest.count < named.count ? null : dayOfDateRowid(newest.lowest);
}

function allBut({ words }: CaseMatch, scored: string): string {
  return `(${words}) NOT (${scored})`;
}
