/**
 * Caches counts, date rowids and scores of matches for one state of the corpus. So the pages of a walk, and the count, the page
 * and the facets of one response, read the indexes once.
 */
import type { Database } from "better-sqlite3";
import { CaselawError } from "../../domain/errors.ts";
import type { CaseOrder, Counting } from "../../domain/query.ts";
import { stateOf } from "../database/corpus-state.ts";
import { SnapshotCache } from "../database/snapshot-cache.ts";
import type { DateRowids } from "../dates/count-date-rowids.ts";
import { costOf, LONG_LIST, listLengthsOf } from "../words/list-lengths.ts";
import { type CaseMatch, EVERY_CASE_MATCHES, hasNone } from "./case-match.ts";
import { isKnown } from "./case-statement.ts";
import { countMatches } from "./count-matches.ts";
import { allDateRowids, knownDateRowids, listedDateRowids } from "./matched-date-rowids.ts";
import type { CountedMatches } from "./ordered-pages.ts";
import { type ScoredMatches, scoreMatches } from "./scored-matches.ts";
import { MAX_SCORED_MATCHES, planScoring, type ScoringPlan } from "./scoring-plan.ts";
import { storedCountsOf } from "./stored-counts.ts";
import { idsThatPass, knownMatch, MAX_TEXTS_READ, mostTested, walkedMatch } from "./tested-matches.ts";

/** The scores of a match, the plan by which they were made, and the state of the corpus that they are valid for. */
export interface Scores {
  readonly plan: ScoringPlan;
  readonly scored: ScoredMatches;
  readonly state: string;
}

/** How much a search may read. */
export interface MatchLimits {
  /** Matches that are scored for an order by relevance; with more matches, the other ones follow by date. */
  readonly rankedMatches?: number | undefined;
  /** Cases whose texts are read for a quick answer. */
  readonly readTexts?: number | undefined;
}

/** Postings that a quick count may read: some 30 ms. */
const MAX_QUICK_COST = 3 * LONG_LIST;

export class MatchCache {
  readonly #db: Database;
  readonly #rankedMatches: number;
  readonly #readTexts: number;
  readonly #counts = new SnapshotCache<number>(64);
  // at most some 8 MB each
  readonly #dateRowids = new SnapshotCache<DateRowids | null>(2);
  readonly #known = new SnapshotCache<DateRowids>(2);
  // half a MB each with the default bound
  readonly #scores = new SnapshotCache<Scores>(8);
  readonly #tested = new SnapshotCache<readonly number[] | null>(16);

  constructor(
    db: Database,
    { rankedMatches = MAX_SCORED_MATCHES, readTexts = MAX_TEXTS_READ }: MatchLimits = {},
  ) {
    this.#db = db;
    this.#rankedMatches = rankedMatches;
    this.#readTexts = readTexts;
  }

  /**
   * Replaces a match that FTS5 does not decide by the list of its ids. In a quick answer, if there are too many candidates or FTS5 has
   * long lists to search for them, pages by date or relevance test one candidate after the other.
   *
   * @param needed an order of which one page is needed, or all matches
   * @throws CaselawError `invalid` if all matches have to be known and a quick answer cannot find them
   */
  resolved(match: CaseMatch, counting: Counting, needed: CaseOrder | "all"): CaseMatch {
    const { test } = match;
    if (test === null) return match;
    const isOnePage = needed === "relevance" || needed === "decision_date";
    if (isOnePage && counting !== "exact" && !isKnown(match) && this.#isCostly(match))
      return walkedMatch(match, test);
    const most = counting === "exact" ? Number.POSITIVE_INFINITY : mostTested(test, this.#readTexts);
    const ids = this.#tested.get(this.#state(), `${counting} ${keyOf(match)}`, () =>
      idsThatPass(this.#db, match, test, most),
    );
    if (ids !== null) return knownMatch(match, ids);
    if (isOnePage) return walkedMatch(match, test);
    throw tooManyTexts(most);
  }

  /**
   * The count of all matches and, if they are cached, their date rowids.
   *
   * @param by the order of the page that is needed
   */
  of(match: CaseMatch, counting: Counting, by: CaseOrder): CountedMatches {
    const dateRowids = this.dateRowids(match, by);
    const count = dateRowids?.length ?? this.#count(match, counting);
    const isExact = Number.isFinite(count);
    return { match, count, isExact, dateRowids, cases: () => this.#count(EVERY_CASE_MATCHES, "exact") };
  }

  /**
   * All matches, ascending, if the cases that can match are listed, or if they are costly to search again: with merged lists or a
   * condition on rows, and with long lists unless one page by date or relevance is needed, which needs few matches. Null for other
   * matches and for too many of them.
   */
  dateRowids(match: CaseMatch, needed: CaseOrder | "all"): DateRowids | null {
    if (match.testedWalk !== null) return null;
    if (isKnown(match))
      return this.#known.get(this.#state(), keyOf(match), () => knownDateRowids(this.#db, match));
    // the facet blocks have these without a list
    if (needed === "random" && match.inRows !== null) return null;
    const isCostly = match.isMerged || !hasNone(match.onRow);
    if (!isCostly && (needed === "relevance" || needed === "decision_date")) return null;
    return this.#dateRowids.get(this.#state(), keyOf(match), () => {
      if (isCostly) return allDateRowids(this.#db, match);
      return this.#areFewBetweenDates(match) ? null : listedDateRowids(this.#db, match);
    });
  }

  scores(counted: CountedMatches): Scores {
    const state = this.#state();
    // the plan depends on whether the matches were counted, so all pages of a walk must count in the same way
    return this.#scores.get(state, `${counted.isExact} ${keyOf(counted.match)}`, () => {
      const plan = planScoring(this.#db, counted, this.#rankedMatches);
      return { state, plan, scored: scoreMatches(this.#db, plan.scored) };
    });
  }

  /** Infinite if there are too many matches, or if too many cases must be checked to find them. */
  #count(match: CaseMatch, counting: Counting): number {
    return this.#counts.get(this.#state(), `${counting} ${keyOf(match)}`, () => {
      if (counting === "exact" || storedCountsOf(match) !== null) return countMatches(this.#db, match);
      return this.#countQuickly(match);
    });
  }

  #countQuickly(match: CaseMatch): number {
    const { updatedFrom, updatedTo } = match;
    if (match.test !== null) return Number.POSITIVE_INFINITY;
    if (isKnown(match) || updatedFrom !== null || updatedTo !== null) return countMatches(this.#db, match);
    // there are too many to be cached
    if (!hasNone(match.onRow) || match.isMerged) return Number.POSITIVE_INFINITY;
    return this.#isCostly(match) ? Number.POSITIVE_INFINITY : countMatches(this.#db, match);
  }

  /** Whether finding all matches takes too long for a quick answer. */
  #isCostly(match: CaseMatch): boolean {
    const cost = costOf(match, MAX_QUICK_COST, listLengthsOf(this.#db));
    return cost > MAX_QUICK_COST && !this.#areFewBetweenDates(match);
  }

  /** Whether FTS5 has few cases to read because of the bounds of the date, or because the corpus is small. */
  #areFewBetweenDates({ decidedFrom, decidedTo }: CaseMatch): boolean {
    return this.#count({ ...EVERY_CASE_MATCHES, decidedFrom, decidedTo }, "exact") <= LONG_LIST;
  }

  #state(): string {
    return stateOf(this.#db);
  }
}

function tooManyTexts(most: number): CaselawError {
  const reason =
    `More than ${most.toLocaleString("en")} cases would have to be read for this search. ` +
    "Add words or filters, order by decision_date, and leave out facets.";
  return new CaselawError("invalid", `Cannot search: ${reason}`, { parameters: { search: [reason] } });
}

function keyOf(match: CaseMatch): string {
  return JSON.stringify(match);
}
