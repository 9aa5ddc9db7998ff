/**
 * What is found out of the matches of questions, kept as long as the corpus stays as it is: so that the pages of a walk,
 * and the count, the page and the facets of one answer, ask the indexes once.
 */
import type { Database } from "better-sqlite3";
import { stateOf } from "../database/corpus-state.ts";
import { SnapshotCache } from "../database/snapshot-cache.ts";
import { allDateRowids } from "../dates/matched-date-rowids.ts";
import { type CaseMatch, matchOf } from "./case-match.ts";
import { countMatches } from "./count-matches.ts";
import type { CountedMatches } from "./ordered-pages.ts";
import { type ScoredMatches, scoreMatches } from "./scored-matches.ts";
import { planScoring, type ScoringPlan } from "./scoring-plan.ts";

const EVERY_CASE_MATCHES = matchOf({}, () => []);

/** What an order by relevance goes by: which matches are scored, their scores, and the state that gives the scores. */
export interface Scores {
  readonly plan: ScoringPlan;
  readonly scored: ScoredMatches;
  readonly state: string;
}

export class MatchCache {
  readonly #db: Database;
  readonly #maxScoredMatches: number;
  readonly #counts = new SnapshotCache<number>(64);
  // 8 MB each at most
  readonly #dateRowids = new SnapshotCache<readonly number[] | null>(2);
  // half a MB each with the usual bound
  readonly #scores = new SnapshotCache<Scores>(8);

  /** @param rankedMatches matches that may be scored */
  constructor(db: Database, maxScoredMatches: number) {
    this.#db = db;
    this.#maxScoredMatches = maxScoredMatches;
  }

  /**
   * The count and, where they are kept, the ranks of all matches.
   *
   * @param order who goes by relevance reads the matches once more, with their scores: to count them is less than to hold them
   */
  of(match: CaseMatch, order: "relevance" | "other"): CountedMatches {
    const isCounted = order === "relevance" && match.names === null && !match.hasShortPrefix;
    const dateRowids = isCounted ? null : this.dateRowids(match);
    const cases = (): number => this.#count(EVERY_CASE_MATCHES);
    return { match, count: dateRowids?.length ?? this.#count(match), dateRowids, cases };
  }

  /**
   * All matches of a question that is costly to ask anew, ascending: a prefix, or what a name contains. Null for another one, or for
   * too many.
   */
  dateRowids(match: CaseMatch): readonly number[] | null {
    if (match.ids !== null || (!match.hasPrefix && match.names === null)) return null;
    return this.#dateRowids.get(this.#state(), keyOf(match), () => allDateRowids(this.#db, match));
  }

  scores({ match, count, dateRowids }: CountedMatches): Scores {
    const state = this.#state();
    return this.#scores.get(state, keyOf(match), () => {
      const plan = planScoring(this.#db, { match, count, dateRowids }, this.#maxScoredMatches);
      return { state, plan, scored: scoreMatches(this.#db, plan.scored) };
    });
  }

  #count(match: CaseMatch): number {
    return this.#counts.get(this.#state(), keyOf(match), () => countMatches(this.#db, match));
  }

  #state(): string {
    return stateOf(this.#db);
  }
}

function keyOf(match: CaseMatch): string {
  return JSON.stringify(match);
}
