/**
 * What is found out of the matches of questions, kept as long as the corpus stays as it is: so that the pages of a walk,
 * and the count, the page and the facets of one answer, ask the indexes once.
 */
import type { Database } from "better-sqlite3";
import { stateOf } from "../database/corpus-state.ts";
import { SnapshotCache } from "../database/snapshot-cache.ts";
import { allRanks } from "../dates/matched-date-rowids.ts";
import { type CaseMatch, matchOf } from "./case-match.ts";
import { countMatches } from "./count-matches.ts";
import type { Counted } from "./ordered-pages.ts";
import { type Ranking, rankingOf } from "./ranking.ts";
import { type ScoredMatches, scoreMatches } from "./scored-matches.ts";

const EVERY_CASE_MATCHES = matchOf({}, () => []);

/** What an order by relevance goes by: which matches are scored, their scores, and the state that gives the scores. */
export interface Scores {
  readonly ranking: Ranking;
  readonly scored: ScoredMatches;
  readonly state: string;
}

export class MatchCache {
  readonly #db: Database;
  readonly #rankedMatches: number;
  readonly #counts = new SnapshotCache<number>(64);
  // 8 MB each at most
  readonly #ranks = new SnapshotCache<readonly number[] | null>(2);
  // half a MB each with the usual bound
  readonly #scores = new SnapshotCache<Scores>(8);

  /** @param rankedMatches matches that may be scored */
  constructor(db: Database, rankedMatches: number) {
    this.#db = db;
    this.#rankedMatches = rankedMatches;
  }

  /**
   * The count and, where they are kept, the ranks of all matches.
   *
   * @param order who goes by relevance reads the matches once more, with their scores: to count them is less than to hold them
   */
  of(match: CaseMatch, order: "relevance" | "other"): Counted {
    const isCounted = order === "relevance" && match.names === null && !match.hasShortPrefix;
    const ranks = isCounted ? null : this.ranks(match);
    const cases = (): number => this.#count(EVERY_CASE_MATCHES);
    return { match, count: ranks?.length ?? this.#count(match), ranks, cases };
  }

  /**
   * All matches of a question that is costly to ask anew, ascending: a prefix, or what a name contains. Null for another one, or for
   * too many.
   */
  ranks(match: CaseMatch): readonly number[] | null {
    if (match.ids !== null || (!match.hasPrefix && match.names === null)) return null;
    return this.#ranks.recall(this.#state(), questionOf(match), () => allRanks(this.#db, match));
  }

  scores({ match, count, ranks }: Counted): Scores {
    const state = this.#state();
    return this.#scores.recall(state, questionOf(match), () => {
      const ranking = rankingOf(this.#db, { match, count, ranks }, this.#rankedMatches);
      return { state, ranking, scored: scoreMatches(this.#db, ranking.scored) };
    });
  }

  #count(match: CaseMatch): number {
    return this.#counts.recall(this.#state(), questionOf(match), () => countMatches(this.#db, match));
  }

  #state(): string {
    return stateOf(this.#db);
  }
}

function questionOf(match: CaseMatch): string {
  return JSON.stringify(match);
}
