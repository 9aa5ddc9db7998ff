/** Pages of cases in every order, as sort keys; and their exact count. */
import type { Database } from "better-sqlite3";
import type { CaseOrder, CaseQuery, Ordering, Position, SortKey } from "../domain/listing.ts";
import type { CaseMatch } from "./case-match.ts";
import { clausesOf, leadOf, type Parameters, RANK_COLUMN, statementOf } from "./case-statement.ts";
import { type DatedId, DateWalk } from "./date-walk.ts";
import { segmentsOf } from "./keyset.ts";
import { BLOCKS_FROM, NO_DAY, type RankRange, ranksOfDay } from "./rank.ts";
import { BLOCK_RANKS } from "./rank-sizes.ts";
import { rankedKeys } from "./relevance.ts";

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

/** The page of a query; keys as `SortKey` tells. */
export function readKeys(db: Database, match: CaseMatch, query: CaseQuery): KeyPage {
  const { ordering, position, pageSize } = query;
  const keys = keysFrom(db, match, ordering, position, pageSize + 1);
  const page = keys.slice(0, pageSize);
  if (position?.direction === "before") page.reverse();
  return { keys: page, hasMore: keys.length > pageSize };
}

/** Exact number of matches. */
export function countMatches(db: Database, match: CaseMatch): number {
  const lead = leadOf(match);
  const isInIndex =
    lead !== "rows" && !match.needsBoth && match.updatedFrom === null && match.updatedTo === null;
  if (isInIndex) return countInIndex(db, match, lead);
  const clauses = clausesOf(match);
  const sql = statementOf("count(*)", clauses, [], "");
  return db.prepare<Parameters, number>(sql).pluck().get(clauses.parameters) ?? 0;
}

/** In reading direction: from the end when the page ends before the position. */
function keysFrom(
  db: Database,
  match: CaseMatch,
  { by, descending }: Ordering,
  position: Position | null,
  limit: number,
): SortKey[] {
  const direction = position?.direction === "before" ? "backwards" : "forwards";
  if (by === "relevance")
    return rankedKeys(db, match, {
      descending,
      key: position?.key ?? null,
      seen: position?.seen ?? null,
      direction,
      limit,
    });
  if (by === "decision_date" && leadOf(match) !== "rows") {
    return [...walkedKeys(db, match, descending, position, limit)];
  }
  const key = position?.key;
  const place = key === undefined ? null : { value: key.at(0) ?? null, id: Number(key.at(-1)) };
  const clauses = clausesOf(match);
  const keys: SortKey[] = [];
  for (const segment of segmentsOf({ column: COLUMNS[by], descending }, place, direction)) {
    if (keys.length >= limit) break;
    const columns = by === "id" ? "c.id" : `${COLUMNS[by]}, c.id`;
    const sql = statementOf(columns, clauses, segment.where, `ORDER BY ${segment.orderBy} LIMIT :limit`);
    const parameters = { ...clauses.parameters, ...segment.parameters, limit: limit - keys.length };
    keys.push(...db.prepare<Parameters, SortKey>(sql).raw().all(parameters));
  }
  return keys;
}

/** Date order out of an index, without sorting. */
function* walkedKeys(
  db: Database,
  match: CaseMatch,
  descending: boolean,
  position: Position | null,
  limit: number,
): Generator<SortKey> {
  const backwards = position?.direction === "before";
  let left = limit;
  for (const group of groupsFrom(new DateWalk(db, match, descending !== backwards), position)) {
    for (const { day, id } of backwards ? group.toReversed() : group) {
      if (left-- <= 0) return;
      yield [day, id];
    }
    if (left <= 0) return;
  }
}

function* groupsFrom(walk: DateWalk, position: Position | null): Generator<readonly DatedId[]> {
  const backwards = position?.direction === "before";
  const day =
    position === null ? undefined : Number.isFinite(position.key[0]) ? Number(position.key[0]) : null;
  const id = Number(position?.key.at(-1));
  const beyond = (group: readonly DatedId[]): readonly DatedId[] =>
    group.filter((one) => one.day !== day || (backwards ? one.id < id : one.id > id));
  if (backwards && day === null) yield beyond(walk.undated());
  if (backwards || day !== null) {
    for (const group of walk.dated(day ?? undefined)) yield beyond(group);
  }
  if (!backwards) yield beyond(walk.undated());
}

function countInIndex(db: Database, match: CaseMatch, lead: "words" | "names"): number {
  const { decidedFrom, decidedTo } = match;
  const clauses = clausesOf({ ...match, decidedFrom: null, decidedTo: null }, lead);
  const table = lead === "words" ? "case_words" : "case_names";
  const rank = RANK_COLUMN[lead];
  const count = (range: RankRange | null): number => {
    const bounds = range === null ? [] : [`${rank} >= :from`, `${rank} < :to`];
    const sql = statementOf("count(*)", { ...clauses, from: table }, bounds, "");
    return (
      db
        .prepare<Parameters, number>(sql)
        .pluck()
        .get({ ...clauses.parameters, ...range }) ?? 0
    );
  };
  if (decidedFrom === null && decidedTo === null) return count(null);
  const days = {
    from: decidedFrom === null ? 0 : ranksOfDay(decidedFrom).from,
    to: decidedTo === null ? BLOCKS_FROM : ranksOfDay(decidedTo).to,
  };
  if (days.from >= days.to) return 0;
  const blocks = db
    .prepare<{ first: number; last: number }, number>(BLOCKS_BETWEEN)
    .pluck()
    .all({ first: decidedFrom ?? -NO_DAY, last: decidedTo ?? NO_DAY - 1 });
  return blocks.reduce((sum, from) => sum + count({ from, to: from + BLOCK_RANKS }), count(days));
}

const BLOCKS_BETWEEN = `
  SELECT from_rank
    FROM rank_block
   WHERE day BETWEEN :first AND :last
`;
