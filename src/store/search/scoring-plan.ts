/**
 * Decides which matches are scored. Up to a bound, all of them, by the words whose lists are short.
 *
 * Beyond the bound, the matches in names are scored, because who searches for a common word usually wants the cases named so. If
 * these are few, matches in court and head matter are scored too; if they are too many, those of the newest cases only. If all
 * words have long lists in names too, or if a search with a prefix has only long lists, nothing is scored.
 */
import type { Database } from "better-sqlite3";
import { dayOf } from "../../domain/decision-date.ts";
import type { SearchNode } from "../../text/search-tree.ts";
import { readRows } from "../database/statement-cache.ts";
import type { DateRowids } from "../dates/count-date-rowids.ts";
import { dayOfDateRowid } from "../dates/date-rowid.ts";
import { LEVELS } from "../dates/date-rowid-levels.ts";
import type { DatedId } from "../dates/dated-days.ts";
import { compileScored } from "../words/compile-scored.ts";
import { costOfNode, type ListLength, listLengthsOf } from "../words/list-lengths.ts";
import { nameToken } from "../write/index-row.ts";
import type { CaseMatch } from "./case-match.ts";
import { isInRange, statementOf } from "./case-statement.ts";
import type { Walk } from "./date-pages.ts";
import { DateWalk } from "./date-walk.ts";
import type { CountedMatches } from "./ordered-pages.ts";
import { scoringSource } from "./scoring-source.ts";

/**
 * Default bound. A score costs about a microsecond; including the count, a page for the most frequent words of 300,000 cases
 * takes less than 150 ms.
 */
export const MAX_SCORED_MATCHES = 30_000;
/** Matches in names that fill this share of the bound suffice: counting the matches in head matter costs as much as scoring them. */
const ENOUGH = 1 / 4;

/** The last possible decision date. */
const LAST_DAY = dayOf(9999, 12, 31) ?? 0;

/** The matches that are scored. */
export interface Scored {
  readonly match: CaseMatch;
  /** The expression for BM25, which every match matches. */
  readonly words: string | null;
}

/** The matches that are scored, and the rest, which follows by date. */
export interface ScoringPlan {
  /** Null: no match is scored. */
  readonly scored: Scored | null;
  /** Null: all matches are scored. */
  readonly rest: Rest | null;
}

/** The matches that are not scored: those with a date, part after part, then those without. */
export interface Rest {
  /** All matches, the scored ones included. */
  readonly all: CaseMatch;
  /** The date rowids of all matches, ascending; null if they are not known. */
  readonly dateRowids: DateRowids | null;
  readonly dated: readonly CaseMatch[];
  readonly undated: CaseMatch;
}

/**
 * Depends on the matches only, so that every page of one state of the corpus has the same plan.
 *
 * @param bound how many matches may be scored
 */
export function planScoring(
  db: Database,
  { match, count, isExact, dateRowids }: CountedMatches,
  bound: number,
): ScoringPlan {
  const none = { scored: null, rest: { all: match, dateRowids, dated: [match], undated: match } };
  const { search, inNames, inHeads } = match;
  // too many cases would have to be tested
  if (match.test !== null) return none;
  if (search === null || inNames === null || inHeads === null) return none;
  const lengthOf = listLengthsOf(db);
  const lengthOfName = (token: string): number => lengthOf(nameToken(token));
  // a match with known ids has at most that many results
  const fits = match.ids !== null || (isExact && count <= bound);
  // without a prefix, this needs fewer lists than the words of the text
  if (!fits && !match.hasPrefix && !isShort(search, lengthOfName)) return none;
  const text = compileScored(search, "all", (leaf) => isShort(leaf, lengthOf));
  if (fits && (text.isComplete || match.points !== null))
    return { scored: { match, words: text.words }, rest: null };
  // each statement of a score would search all words of the prefix again
  if (match.isMerged || (match.hasPrefix && text.words === null)) return none;
  if (!isShort(search, lengthOfName)) return none;
  const { words, isComplete } =
    text.words === null ? compileScored(search, "named", (leaf) => isShort(leaf, lengthOfName)) : text;
  if (words === null) return none;
  // only what matches these words can be scored
  const scorable = (part: string): string => (isComplete ? part : `(${part}) AND ${words}`);
  const named = { ...match, words: scorable(inNames) };
  const namedMost = mostOf(named.words, bound);
  const namedCount = countUpTo(db, named, namedMost + 1);
  if (namedCount > namedMost) return cut(match, named.words, words, dayOfNewest(db, named, namedCount));
  if (namedCount >= namedMost * ENOUGH || text.words === null) return bounded(match, named.words, words);
  const heads = { ...match, words: scorable(inHeads) };
  const headsMost = mostOf(heads.words, bound);
  const areFew = countUpTo(db, heads, headsMost + 1) <= headsMost;
  return bounded(match, (areFew ? heads : named).words, words);
}

function isShort(node: SearchNode, lengthOf: ListLength): boolean {
  return Number.isFinite(costOfNode(node, lengthOf) ?? 0);
}

/** Walks the rest in date order. */
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

function bounded(match: CaseMatch, part: string, words: string | null): ScoringPlan {
  const others = { ...match, words: allBut(match, part) };
  return {
    scored: { match: { ...match, words: part }, words },
    rest: { all: match, dateRowids: null, dated: [others], undated: others },
  };
}

/**
 * Scores only cases after a day, because a walk by date can skip a range of days. So no case without a date is scored.
 *
 * @param lastDay the last day that is not scored; null: no day is scored, because most matches have no date
 */
function cut(match: CaseMatch, part: string, words: string | null, lastDay: number | null): ScoringPlan {
  const last = lastDay ?? match.decidedTo ?? LAST_DAY;
  const newer = { ...match, decidedFrom: last + 1 };
  const older = { ...match, decidedTo: last };
  return {
    scored: { match: { ...newer, words: part }, words },
    rest: {
      all: match,
      dateRowids: null,
      dated: [older, { ...newer, words: allBut(match, part) }],
      undated: match,
    },
  };
}

/** The bound for an expression: the cost of a score grows with the number of phrases. */
function mostOf(words: string, bound: number): number {
  const phrases = (words.match(/"/g)?.length ?? 0) / 2;
  return Math.floor((bound * 2) / Math.max(phrases, 2));
}

/** The number of matches, at most `limit`. */
export function countUpTo(db: Database, match: CaseMatch, limit: number): number {
  const source = scoringSource(match);
  const some = statementOf("1", source, [], "LIMIT :limit");
  const [counted] = readRows(db, `SELECT count(*) FROM (${some})`, { ...source.parameters, limit });
  return Number(counted?.[0] ?? 0);
}

/** The day of the nth newest match with a date; null if there are fewer. */
function dayOfNewest(db: Database, match: CaseMatch, nth: number): number | null {
  const source = scoringSource(match);
  const inLevel = isInRange("case_words.rowid");
  const newest = statementOf(
    "case_words.rowid",
    source,
    inLevel,
    "ORDER BY case_words.rowid DESC LIMIT :nth",
  );
  const days = LEVELS.flatMap(({ from, to }) =>
    readRows(db, newest, { ...source.parameters, from, to, nth }).map(([dateRowid]) =>
      Number(dayOfDateRowid(Number(dateRowid))),
    ),
  );
  return days.sort((a, b) => b - a)[nth - 1] ?? null;
}

function allBut({ words }: CaseMatch, scored: string): string {
  return `(${words}) NOT (${scored})`;
}
