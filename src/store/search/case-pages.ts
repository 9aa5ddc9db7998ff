/** Pages of cases in every order, as sort keys. */
import type { Database } from "better-sqlite3";
import type { CaseOrder, CaseQuery, Ordering, Position, SortKey } from "../../domain/query.ts";
import { computedValue } from "../values/computed-values.ts";
import { extraColumn } from "../values/extra-values.ts";
import { isAnalysisNumber } from "../write/extra-fields.ts";
import { walkedKeys } from "./date-pages.ts";
import { DateWalk } from "./date-walk.ts";
import type { Scores } from "./match-cache.ts";
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
  const value = computedValue(ordering);
  if (value !== null) return computedKeys(db, counted, value, { ...page, descending });
  const column = isAnalysisNumber(by) ? extraColumn(by) : COLUMNS[by];
  // relevance needs scores
  return column === undefined ? [] : orderedKeys(db, counted, { ...page, order: { column, descending } });
}
