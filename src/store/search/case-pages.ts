/** Pages of cases in every order, as sort keys. */
import type { CaseQuery, Ordering, Page, Position, SortKey } from "../../domain/query.ts";
import type { Parameters } from "../database/statement-cache.ts";
import { findInBlocks } from "../dates/facet-blocks.ts";
import { randomKeys } from "../values/random-order.ts";
import { quoted } from "../words/compile-search.ts";
import type { TestedCorpus } from "../words/place-test.ts";
import { extraColumn, isAnalysisNumber } from "../write/extras.ts";
import { EVERY_CASE } from "../write/index-row.ts";
import { datedKeys } from "./date-walk.ts";
import { idByDateRowid, matchedDateRowids } from "./matched-date-rowids.ts";
import { type CountedMatches, computedKeys, orderedKeys } from "./ordered-pages.ts";
import { relevanceKeys, type Scores } from "./relevance-pages.ts";
import { clausesOfMatches, leadOf, statementOf } from "./statement.ts";

/** The keys of a page in its order, and whether more follow in the reading direction. */
interface KeyPage {
  readonly keys: readonly SortKey[];
  readonly hasMore: boolean;
}

/** The orders that are neither computed nor read from `analysis`. */
const COLUMNS: Readonly<Record<"name_abbreviation" | "id" | "last_updated", string>> = {
  name_abbreviation: "c.name_abbreviation",
  id: "c.id",
  last_updated: "c.updated_instant",
};

/**
 * Reads the page of a query. For the parts of a key see `SortKey`.
 *
 * @param scores null except for the order by relevance
 */
export function readKeys(
  corpus: TestedCorpus,
  counted: CountedMatches,
  query: CaseQuery,
  scores: Scores | null,
): KeyPage {
  const { ordering, position, pageSize } = query;
  const { descending } = ordering;
  const limit = pageSize + 1;
  const keys =
    scores === null
      ? keysFrom(corpus, counted, ordering, position, limit)
      : relevanceKeys(corpus, scores, { descending, position, limit });
  const { page, hasMore } = pageOf(keys, query);
  return { keys: page, hasMore };
}

/** Returns the items of a page in its order. @param items in reading direction, one more than the page has if more follow */
export function pageOf<T>(
  items: readonly T[],
  { position, pageSize }: Pick<CaseQuery, "position" | "pageSize">,
): { readonly page: T[]; readonly hasMore: boolean } {
  const page = items.slice(0, pageSize);
  if (position?.direction === "before") page.reverse();
  return { page, hasMore: items.length > pageSize };
}

/** Keys in reading direction: backwards if the page ends before the position. */
function keysFrom(
  corpus: TestedCorpus,
  counted: CountedMatches,
  ordering: Ordering,
  position: Position | null,
  limit: number,
): SortKey[] {
  const { db } = corpus;
  const direction = position?.direction === "before" ? "backwards" : "forwards";
  const { by, descending } = ordering;
  const page = { key: position?.key ?? null, direction, limit } as const;
  switch (by) {
    case "relevance":
      throw new Error("a page by relevance needs scores");
    case "decision_date": {
      const walk = { descending: descending !== (direction === "backwards"), position, sizeHint: limit };
      return [...datedKeys(corpus, counted, walk).take(limit)];
    }
    case "random":
      return randomKeys(matchedIds(corpus, counted), { ...page, seed: ordering.seed ?? 0 });
    case "name_abbreviation":
    case "id":
    case "last_updated":
      return orderedKeys(db, counted, { ...page, order: { column: COLUMNS[by], descending } });
    default: {
      const column = extraColumn(by);
      return isAnalysisNumber(by)
        ? orderedKeys(db, counted, { ...page, order: { column, descending } })
        : computedKeys(db, counted, column, { ...page, descending });
    }
  }
}

/** Of this many matches, or fewer, the rows are read: that takes as long as reading all facet blocks, some 10 ms. */
const FEW_CASES = 1_024;

/** The ids of all matches, in no order. */
export function* matchedIds(
  { db }: TestedCorpus,
  { plan, dateRowids, count }: CountedMatches,
): Generator<ArrayLike<number>> {
  const listed = { ...plan, words: plan.words ?? quoted(EVERY_CASE) };
  const isSearched = dateRowids === null && leadOf(listed) === "words";
  if (count <= FEW_CASES || (dateRowids === null && !isSearched)) {
    const { parameters, ...clauses } = clausesOfMatches(plan, dateRowids);
    const sql = statementOf("c.id", { ...clauses, parameters }, [], "");
    for (const id of db.prepare<Parameters, number>(sql).pluck().iterate(parameters)) yield [id];
    return;
  }
  for (const chunk of isSearched ? matchedDateRowids(db, listed) : [dateRowids ?? []]) {
    const { values, missing } = findInBlocks(db, "case", chunk);
    yield* values;
    yield [...idByDateRowid(db, missing).values()];
  }
}

/**
 * The positions before and after a page of cases. By relevance they contain the ids seen, because scores may change between two pages.
 *
 * @param state state of the corpus that the scores are valid for; null except for the order by relevance
 */
export function positionsAround(
  page: KeyPage,
  query: Pick<CaseQuery, "ordering" | "position">,
  state: string | null,
): Pick<Page<unknown>, "next" | "previous"> {
  const [first, last] = [page.keys[0], page.keys.at(-1)];
  const backwards = query.position?.direction === "before";
  const { before, upTo } = seenAround(page, query);
  // pages of two states have no common order: from then on only the ids seen say which cases remain
  const common = query.position === null || query.position.state === state ? state : null;
  const { seed } = query.ordering;
  const pages = { ...(common === null ? {} : { state: common }), ...(seed === undefined ? {} : { seed }) };
  return {
    next: backwards || page.hasMore ? positionAt("after", last, pages, upTo) : null,
    previous:
      query.position !== null && (!backwards || page.hasMore)
        ? positionAt("before", first, pages, before)
        : null,
  };
}

/** By relevance, the ids of all cases before the page, and of all cases up to its end; null if they are not known. */
function seenAround(
  { keys }: KeyPage,
  { ordering, position }: Pick<CaseQuery, "ordering" | "position">,
): { before: readonly number[] | null; upTo: readonly number[] | null } {
  const known = position === null ? [] : (position.seen ?? null);
  if (ordering.by !== "relevance" || known === null) return { before: null, upTo: null };
  const shown = new Set(keys.map((key) => Number(key.at(-1))));
  // for a page that ends before the position, the ids seen include the page
  if (position?.direction === "before") return { before: known.filter((id) => !shown.has(id)), upTo: known };
  return { before: known, upTo: [...known, ...shown] };
}

function positionAt(
  direction: Position["direction"],
  key: SortKey | undefined,
  pages: Pick<Position, "state" | "seed">,
  seen: readonly number[] | null,
): Position | null {
  if (key === undefined) return null;
  return {
    direction,
    key,
    ...pages,
    ...(seen === null ? {} : { seen }),
  };
}
