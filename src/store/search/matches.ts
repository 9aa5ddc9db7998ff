/**
 * The matches of filters: their plan, count, date rowids and scores, each kept for one state of the corpus. So the pages of a walk, and the
 * count, the page and the facets of one response, read the indexes once.
 */
import { CaselawError } from "../../domain/errors.ts";
import type { CaseFilter, CaseOrder, Counting } from "../../domain/query.ts";
import { stateOf } from "../database/corpus-state.ts";
import { SnapshotCache } from "../database/statement-cache.ts";
import type { DateRowids } from "../dates/date-rowid.ts";
import { costOf, LONG_LIST, listLengthsOf } from "../words/list-lengths.ts";
import type { CaseTests, TestedCorpus } from "../words/place-test.ts";
import { isUpdated } from "./conditions.ts";
import { countMatches, storedCountsOf } from "./count-matches.ts";
import { allDateRowids, idsUpTo, knownDateRowids } from "./matched-date-rowids.ts";
import type { CountedMatches } from "./ordered-pages.ts";
import { isEmpty, isKnown, type Lookups, type Plan, planOf } from "./plan.ts";
import type { Scores } from "./relevance-pages.ts";
import { MAX_SCORED_MATCHES, planScoring, scoreMatches } from "./scoring.ts";

/** How much a search may read. */
export interface MatchLimits {
  /** Matches that are scored for an order by relevance; further matches follow by date. */
  readonly rankedMatches?: number | undefined;
  /** Cases whose texts are read for a quick answer. */
  readonly readTexts?: number | undefined;
}

/** A question for matches: an order of which one page is needed, or all matches. */
export interface Question {
  readonly filter: CaseFilter;
  readonly counting: Counting;
  readonly needed: CaseOrder | "all";
}

/** Postings that a quick count may read: some 30 ms. */
const MAX_QUICK_COST = 3 * LONG_LIST;
/** Candidates whose texts are read before a page is returned: some 2 s. A text of 8 KB takes a millisecond. */
const MAX_TEXTS_READ = 2_000;
/** This many times as many candidates are tested if no text is read: 10,000 take some 30 ms. */
const CANDIDATES_PER_TEXT = 5;

export class Matches {
  readonly #corpus: TestedCorpus;
  readonly #lookups: Lookups;
  readonly #rankedMatches: number;
  readonly #readTexts: number;
  // some MB each, if they have the cases that cite the matches of a filter
  readonly #plans = new SnapshotCache<Plan>(8);
  readonly #counts = new SnapshotCache<number>(64);
  // some 8 MB each, 55 MB for a word in each of seven million cases
  readonly #dateRowids = new SnapshotCache<DateRowids | null>(2);
  // some MB each with the default bound
  readonly #scores = new SnapshotCache<Scores>(8);
  readonly #tested = new SnapshotCache<readonly number[] | null>(16);

  constructor(
    corpus: TestedCorpus,
    lookups: Lookups,
    { rankedMatches = MAX_SCORED_MATCHES, readTexts = MAX_TEXTS_READ }: MatchLimits = {},
  ) {
    this.#corpus = corpus;
    this.#lookups = lookups;
    this.#rankedMatches = rankedMatches;
    this.#readTexts = readTexts;
  }

  /** @throws CaselawError `invalid` if too many cases would have to be read */
  plan(filter: CaseFilter): Plan {
    return this.#plans.get(this.#state(), JSON.stringify(filter), () => planOf(filter, this.#lookups));
  }

  /**
   * The plan of a question. Where FTS5 does not decide what matches, the candidates are tested, and the plan has the ids of those that
   * pass. In a quick answer, if there are too many candidates or FTS5 has long lists to search for them, pages by date or relevance test one
   * candidate after the other.
   *
   * @throws CaselawError `invalid` if all matches have to be known and a quick answer cannot find them
   */
  resolved({ filter, counting, needed }: Question): Plan {
    const plan = this.plan(filter);
    const { tests } = plan;
    if (tests === null) return plan;
    const isOnePage = needed === "relevance" || needed === "decision_date";
    if (isOnePage && counting !== "exact" && !isKnown(plan) && this.#isCostly(plan))
      return walkedPlan(plan, tests);
    const most = counting === "exact" ? Number.POSITIVE_INFINITY : this.#mostTested(tests);
    const ids = this.#tested.get(this.#state(), `${counting} ${JSON.stringify(filter)}`, () =>
      idsUpTo(this.#corpus, plan, most),
    );
    if (ids !== null) return withIds(plan, ids);
    if (isOnePage) return walkedPlan(plan, tests);
    throw tooManyTexts(most);
  }

  /** The plan of a question with the count of all matches and, if they are kept, their date rowids. */
  counted(question: Question): CountedMatches {
    const plan = this.resolved(question);
    const dateRowids = this.dateRowids(question, plan);
    const count = dateRowids?.length ?? this.#count(question, plan);
    return { plan, count, dateRowids, cases: () => this.#casesBetween(null, null) };
  }

  /**
   * All matches, ascending, if the cases that can match are listed, if they are costly to search again (with merged lists or a
   * condition on rows), or if more is needed than a page by date or relevance, which needs few matches. Null for other matches and for
   * too many of them.
   */
  dateRowids({ filter, counting, needed }: Question, plan: Plan): DateRowids | null {
    if (plan.walk !== null) return null;
    const isCostly = plan.isMerged || !isEmpty(plan.onRow);
    const isOnePage = needed === "relevance" || needed === "decision_date";
    // columns are read from the index of the order
    if (!isKnown(plan) && !isCostly && (isOnePage || plan.columns !== null)) return null;
    return this.#dateRowids.get(this.#state(), `${counting} ${JSON.stringify(filter)}`, () =>
      isKnown(plan) ? knownDateRowids(this.#corpus.db, plan) : allDateRowids(this.#corpus.db, plan),
    );
  }

  scores({ filter, counting }: Question, counted: CountedMatches): Scores {
    const { db } = this.#corpus;
    const state = this.#state();
    const { best } = counted.plan;
    if (best !== null) {
      const passing = new Set(counted.dateRowids ?? []);
      return { state, scored: best.filter(({ dateRowid }) => passing.has(dateRowid)), rest: null };
    }
    // the plan depends on whether the matches were counted, so all pages of a walk must count in the same way
    return this.#scores.get(state, `${counting} ${counted.count} ${JSON.stringify(filter)}`, () => {
      const { scored, isBounded } = planScoring(db, counted, this.#rankedMatches);
      return { state, scored: scoreMatches(db, scored), rest: isBounded ? counted : null };
    });
  }

  /** Infinite if there are too many matches, or if too many cases must be checked to find them. */
  #count({ filter, counting }: Pick<Question, "filter" | "counting">, plan: Plan): number {
    return this.#counts.get(this.#state(), `${counting} ${JSON.stringify(filter)}`, () =>
      counting === "exact" || this.#isQuicklyCounted(plan)
        ? countMatches(this.#corpus.db, plan)
        : Number.POSITIVE_INFINITY,
    );
  }

  #isQuicklyCounted(plan: Plan): boolean {
    if (storedCountsOf(plan) !== null) return true;
    if (plan.tests !== null) return false;
    if (isKnown(plan) || isUpdated(plan)) return true;
    // the date rowids were too many to be kept
    return isEmpty(plan.onRow) && !plan.isMerged && !this.#isCostly(plan);
  }

  /** Whether finding all matches takes too long for a quick answer. */
  #isCostly(plan: Plan): boolean {
    const cost = costOf(plan, MAX_QUICK_COST, listLengthsOf(this.#corpus.db));
    // with narrow bounds of the date, or in a small corpus, FTS5 has few cases to read
    return cost > MAX_QUICK_COST && this.#casesBetween(plan.decidedFrom, plan.decidedTo) > LONG_LIST;
  }

  #casesBetween(decidedFrom: number | null, decidedTo: number | null): number {
    const filter = {
      ...(decidedFrom === null ? {} : { decidedFrom }),
      ...(decidedTo === null ? {} : { decidedTo }),
    };
    return this.#count({ filter, counting: "exact" }, this.plan(filter));
  }

  #mostTested({ test }: CaseTests): number {
    return test?.reads === "places" ? this.#readTexts * CANDIDATES_PER_TEXT : this.#readTexts;
  }

  #state(): string {
    return stateOf(this.#corpus.db);
  }
}

/** The same plan when its matches are known. */
function withIds(plan: Plan, ids: readonly number[]): Plan {
  return { ...plan, ids, areMatches: true, tests: null, walk: null, onRow: { contains: [], conditions: [] } };
}

/** The same plan if its candidates are too many: pages by date read them until they are full. */
export function walkedPlan(plan: Plan, tests: CaseTests): Plan {
  const { words, hasPrefix, walk } = plan;
  if (words === null) return plan;
  return { ...plan, walk: walk === null ? { words, hasPrefix, ...tests } : { ...walk, test: tests.test } };
}

function tooManyTexts(most: number): CaselawError {
  const reason =
    `More than ${most.toLocaleString("en")} cases would have to be read for this search. ` +
    "Add words or filters, order by decision_date, and leave out facets.";
  return new CaselawError("invalid", `Cannot search: ${reason}`, { parameters: { search: [reason] } });
}
