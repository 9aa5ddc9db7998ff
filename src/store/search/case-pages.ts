/** Pages of cases in every order, as sort keys. */
import type { Database } from "better-sqlite3";
import type { CaseOrder, CaseQuery, Ordering, Position, SortKey } from "../../domain/query.ts";
import type { Parameters } from "../database/statement-cache.ts";
import { FEW_CASES, idsInBlocks } from "../dates/count-in-blocks.ts";
import { filteredIds, haveAllCases } from "../dates/filter-blocks.ts";
import { extraColumn } from "../values/extra-values.ts";
import { randomKeys } from "../values/random-order.ts";
import { isAnalysisNumber, isExtraField } from "../write/extra-fields.ts";
import type { CaseMatch, RowFilter } from "./case-match.ts";
import { clausesOfMatches, isKnown, statementOf } from "./case-statement.ts";
import { walkedKeys } from "./date-pages.ts";
import { DateWalk } from "./date-walk.ts";
import type { Scores } from "./match-cache.ts";
import {
  EVERY_CASE_RANGE,
  idsOfDateRowids,
  indexSourceOf,
  matchedDateRowids,
  rangesOf,
} from "./matched-date-rowids.ts";
import { type CountedMatches, computedKeys, orderedKeys } from "./ordered-pages.ts";
import { relevanceKeys } from "./relevance-pages.ts";

/** The keys of a page in its order, and whether more follow in the reading direction. */
export interface KeyPage {
  readonly keys: readonly SortKey[];
  readonly hasMore: boolean;
}

const COLUMNS: Readonly<Partial<Record<CaseOrder, string>>> = {
  decision_date: "c.day",
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
  db: Database,
  counted: CountedMatches,
  query: CaseQuery,
  scores: Scores | null,
): KeyPage {
  const { ordering, position, pageSize } = query;
  const { descending } = ordering;
  const limit = pageSize + 1;
  const keys =
    scores === null
      ? keysFrom(db, counted, ordering, position, limit)
      : relevanceKeys(db, scores, { descending, position, limit });
  const page = keys.slice(0, pageSize);
  if (position?.direction === "before") page.reverse();
  return { keys: page, hasMore: keys.length > pageSize };
}

/** Keys in reading direction: backwards if the page ends before the position. */
function keysFrom(
  db: Database,
  counted: CountedMatches,
  ordering: Ordering,
  position: Position | null,
  limit: number,
): SortKey[] {
  const direction = position?.direction === "before" ? "backwards" : "forwards";
  const { by, descending } = ordering;
  if (by === "decision_date") {
    const walk = new DateWalk(db, counted, descending !== (direction === "backwards"), limit);
    return [...walkedKeys(walk, position).take(limit)];
  }
  const page = { key: position?.key ?? null, direction, limit } as const;
  if (by === "random") return randomKeys(matchedIds(db, counted), { ...page, seed: ordering.seed ?? 0 });
  const column = isExtraField(by) ? extraColumn(by) : COLUMNS[by];
  // relevance needs scores
  if (column === undefined) return [];
  const hasColumn = !isExtraField(by) || isAnalysisNumber(by);
  return hasColumn
    ? orderedKeys(db, counted, { ...page, order: { column, descending } })
    : computedKeys(db, counted, column, { ...page, descending });
}

/**
 * The ids of all matches, in no order.
 *
 * @param few of this many matches, or fewer, the rows are read instead of facet blocks
 */
export function* matchedIds(
  db: Database,
  counted: CountedMatches,
  few: number = FEW_CASES,
): Generator<ArrayLike<number>> {
  const { match, dateRowids, count } = counted;
  const source = dateRowids === null ? indexSourceOf(match) : null;
  const filters = filtersOf(match);
  if (count > few && filters !== null && haveAllCases(db, counted.cases())) {
    yield* filteredIds(db, filters, rangesOf(match) ?? [EVERY_CASE_RANGE]);
  } else if (count <= few || (dateRowids === null && source === null)) {
    const { parameters, ...clauses } = clausesOfMatches(match, dateRowids);
    const sql = statementOf("c.id", { ...clauses, parameters }, [], "");
    for (const id of db.prepare<Parameters, number>(sql).pluck().iterate(parameters)) yield [id];
  } else {
    const chunks = source === null ? [dateRowids ?? []] : matchedDateRowids(db, match, source);
    for (const chunk of chunks) {
      const { ids, others } = idsInBlocks(db, chunk);
      yield* ids;
      yield idsOfDateRowids(db, others);
    }
  }
}

/** The filters of a match that has no other conditions except dates; else null. */
function filtersOf(match: CaseMatch): readonly RowFilter[] | null {
  return isKnown(match) || match.updatedFrom !== null || match.updatedTo !== null ? null : match.inRows;
}
