/** Pages of cases in every order, as sort keys. */
import type { Database } from "better-sqlite3";
import type { CaseOrder, CaseQuery, Ordering, Position, SortKey } from "../../domain/listing.ts";
import { walkedKeys } from "../dates/date-pages.ts";
import { DateWalk } from "../dates/date-walk.ts";
import { leadOf } from "./case-statement.ts";
import type { Scores } from "./match-cache.ts";
import { type CountedMatches, orderedKeys } from "./ordered-pages.ts";
import { relevanceKeys } from "./relevance-pages.ts";

/** Keys in the order of the page, and whether more follow in the direction that was read. */
export interface KeyPage {
  readonly keys: readonly SortKey[];
  readonly hasMore: boolean;
}

type ColumnOrder = Exclude<CaseOrder, "relevance">;

const COLUMNS: Readonly<Record<ColumnOrder, string>> = {
  decision_date: "c.day",
  name_abbreviation: "c.name_abbreviation",
  id: "c.id",
  last_updated: "c.updated_instant",
};

/**
 * The page of a query; keys as `SortKey` tells.
 *
 * @param scores null for every order but relevance
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

/** In reading direction: from the end when the page ends before the position. */
function keysFrom(
  db: Database,
  counted: CountedMatches,
  { by, descending }: Ordering,
  position: Position | null,
  limit: number,
): SortKey[] {
  const direction = position?.direction === "before" ? "backwards" : "forwards";
  // without scores there is no relevance
  if (by === "relevance") return [];
  if (by === "decision_date" && leadOf(counted.match) !== "rows") {
    const walk = new DateWalk(db, counted, descending !== (direction === "backwards"), limit);
    return [...walkedKeys(walk, position).take(limit)];
  }
  const order = { column: COLUMNS[by], descending };
  return orderedKeys(db, counted, { order, key: position?.key ?? null, direction, limit });
}
