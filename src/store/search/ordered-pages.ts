/**
 * Pages in the order of a column. There are two methods: sort the matches, or walk all cases in the order of the column and check
 * each case. A walk costs less if many cases match; how many depends on what a check reads (`SORTED_PER_CHECK`).
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../../domain/query.ts";
import { type Parameters, readRows } from "../database/statement-cache.ts";
import { type DateRowids, lowerBound } from "../dates/count-date-rowids.ts";
import { LONG_LIST } from "../words/list-lengths.ts";
import { type CaseMatch, hasNone } from "./case-match.ts";
import {
  type Clauses,
  clausesOf,
  clausesOfMatches,
  isKnown,
  leadOf,
  rowClausesOf,
  statementOf,
} from "./case-statement.ts";
import {
  type CursorKey,
  type KeysetOrder,
  type KeysetPart,
  keysetPartsOf,
  parametersOf,
  sortedPart,
} from "./keyset.ts";
import { allDateRowids, type MatchSource } from "./matched-date-rowids.ts";

/**
 * Checking one case costs as much as sorting this many matches: `words`, in the index of words; `row`, in its row; `walked`, in the
 * index that is walked; `list`, in the list of all matches.
 */
const SORTED_PER_CHECK = { words: 25, row: 1, walked: 1 / 8, list: 1 / 8 } as const;
type Check = keyof typeof SORTED_PER_CHECK;
/** Sorting fewer matches takes less time than counting all cases. */
const FEW = { words: 20_000, row: 5_000, walked: 5_000, list: 5_000 } as const;
/** A walk stops after this many times the cases that evenly spread matches need: the matches may all be at the end. */
const UNEVEN = 8;

/** The indexes of orders that have the columns of the usual filters (database/late-index.ts). */
const WIDE: ReadonlyMap<string, string> = new Map([
  ["c.name_abbreviation", "court_case_name"],
  ["c.word_count", "court_case_length"],
  ["c.pagerank_percentile", "court_case_pagerank"],
]);
const HAS_INDEX = "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = :name";
/** Those columns, after that of the order. */
const FILTERS = "c.id, c.date_rowid, c.day, c.jurisdiction_id, c.court_id, c.reporter_id";
const ALL: Clauses = { from: "court_case AS c", where: [], parameters: {} };

export interface OrderedPage {
  readonly order: KeysetOrder;
  /** The key `[value, id]` or `[id]` of the last case that was read; null from the start (or the end). */
  readonly key: SortKey | null;
  readonly direction: "forwards" | "backwards";
  readonly limit: number;
}

/** A match with its count. */
export interface CountedMatches extends MatchSource {
  /** Infinite if they were not counted. */
  readonly count: number;
  readonly isExact: boolean;
  /** Number of cases in the corpus. */
  cases(): number;
}

/** Keys in reading direction. */
export function orderedKeys(db: Database, counted: CountedMatches, page: OrderedPage): SortKey[] {
  const { match } = counted;
  const check = checkOf(db, counted, page.order);
  const most = maxCasesToCheck(counted, page, check);
  const isListed = check === "list" && most > 0;
  const dateRowids = counted.dateRowids ?? (isListed ? allDateRowids(db, match) : null);
  const list = isListed ? dateRowids : null;
  const walk = (): SortKey[] | null =>
    list === null ? keysByWalk(db, match, page, most) : keysInList(db, list, page, most);
  const found = most === 0 ? null : walk();
  if (found !== null) return found;
  const part = sortedPart(page.order, cursorKeyOf(page.key), page.direction);
  if (dateRowids !== null || leadOf(match) === "words" || isKnown(match))
    return keysOfPart(db, clausesOfMatches(match, dateRowids), part, page);
  const isDated = match.decidedFrom !== null || match.decidedTo !== null;
  if (isDated) return keysOfPart(db, clausesOf(match, "dates"), part, page);
  return keysByPart(db, clausesOf(match), page);
}

/** Keys `[value, id]` in the order of an expression on the case row `c` that no index has, in reading direction. Reads all matches. */
export function computedKeys(
  db: Database,
  { match, dateRowids }: MatchSource,
  expression: string,
  page: Omit<OrderedPage, "order"> & { readonly descending: boolean },
): SortKey[] {
  const matches = clausesOfMatches(match, dateRowids);
  // with a limit SQLite computes the value of a match once
  const values = statementOf(`${expression} AS value, c.id AS id`, matches, [], "LIMIT -1");
  const order = { column: "c.value", descending: page.descending };
  const part = sortedPart(order, cursorKeyOf(page.key), page.direction);
  const clauses = { from: `(${values}) AS c`, where: [], parameters: matches.parameters };
  return keysOfPart(db, clauses, part, { ...page, order });
}

/** The most cases that a walk may check before sorting would cost less; 0 if sorting costs less from the start. */
export function maxCasesToCheck(
  { match, count, isExact, cases }: Omit<CountedMatches, "dateRowids">,
  { order, limit }: Pick<OrderedPage, "order" | "limit">,
  check: Check,
): number {
  if (match.ids !== null || (check === "words" && match.hasPrefix) || isOrderedByFilter(match, order))
    return 0;
  if (count < FEW[check]) return 0;
  const most = Math.floor(count / SORTED_PER_CHECK[check]);
  // cases that contain a page of matches if matches are spread evenly
  const even = (limit * cases()) / (isExact ? count : LONG_LIST);
  if (!isExact) return Math.ceil(even * UNEVEN);
  return even <= most / 2 ? Math.min(most, Math.ceil(even * UNEVEN)) : 0;
}

/** Where a walk checks a case. A corpus lacks the wide indexes during its first import, and between a migration and the next run. */
export function checkOf(
  db: Database,
  { match, count, dateRowids }: Omit<CountedMatches, "cases">,
  order: KeysetOrder,
): Check {
  const name = WIDE.get(order.column);
  const isWide = name !== undefined && !isUpdated(match) && readRows(db, HAS_INDEX, { name }).length > 0;
  if (match.inRows !== null) return isWide ? "walked" : "row";
  const isList = dateRowids !== null || (hasNone(match.onRow) && count <= LONG_LIST);
  return isWide && isList ? "list" : "words";
}

/** Whether the index of the order already yields matches only: the match has no conditions, or only bounds of the order. */
function isOrderedByFilter({ inRows, ...match }: CaseMatch, { column }: KeysetOrder): boolean {
  const isDated = match.decidedFrom !== null || match.decidedTo !== null;
  if (isUpdated(match) && column === "c.updated_instant") return true;
  return inRows?.length === 0 && !isDated && !isUpdated(match);
}

function isUpdated({ updatedFrom, updatedTo }: Pick<CaseMatch, "updatedFrom" | "updatedTo">): boolean {
  return updatedFrom !== null || updatedTo !== null;
}

/** Reads a page by checking cases in order; null if the page is not full after `most` cases. */
export function keysByWalk(
  db: Database,
  match: CaseMatch,
  page: OrderedPage,
  most: number,
): SortKey[] | null {
  const { page: read, walked, parameters } = walkStatements(match, page);
  const keys = readRows(db, read, { ...parameters, most, limit: page.limit });
  if (keys.length === page.limit) return keys;
  const [count] = readRows(db, walked, { ...parameters, most });
  return Number(count?.[0]) < most ? keys : null;
}

/** Reads a page by looking up cases, in order, in the ascending list of all matches; null as `keysByWalk`. */
export function keysInList(
  db: Database,
  dateRowids: DateRowids,
  page: OrderedPage,
  most: number,
): SortKey[] | null {
  const { walk, parameters } = walkOf(page, `${page.order.column}, c.id, c.date_rowid`);
  const keys: SortKey[] = [];
  let walked = 0;
  const statement = db.prepare<Parameters, [value: SortKey[0], id: number, dateRowid: number]>(walk).raw();
  for (const [value, id, dateRowid] of statement.iterate({ ...parameters, most })) {
    walked++;
    if (dateRowids[lowerBound(dateRowids, dateRowid, 0)] !== dateRowid) continue;
    if (keys.push([value, id]) === page.limit) return keys;
  }
  return walked < most ? keys : null;
}

/**
 * `page` walks the cases in the index of the order until the page is full; `walked` counts the cases that it could walk. The
 * parameters are `most` and `limit`.
 */
export function walkStatements(
  match: CaseMatch,
  page: Omit<OrderedPage, "limit">,
): { page: string; walked: string; parameters: Parameters } {
  const { order } = page;
  const { where, parameters } =
    match.inRows === null ? clausesOf(match, "rows") : rowClausesOf(match, match.inRows);
  const isCovered = WIDE.has(order.column) && hasNone(match.onRow) && !isUpdated(match);
  const { walk, parameters: bounds } = walkOf(page, isCovered ? `${order.column}, ${FILTERS}` : "c.id");
  const from = isCovered
    ? `(${walk}) AS c`
    : `(${walk}) AS walked CROSS JOIN court_case AS c ON c.id = walked.id`;
  return {
    page: statementOf(columnsOf(order), { from, where, parameters }, [], "LIMIT :limit"),
    walked: `SELECT count(*) FROM (${walk})`,
    parameters: { ...parameters, ...bounds },
  };
}

/** A statement that reads all cases in the order of a page, at most `most`. */
export function walkOf(
  { order, key, direction }: Omit<OrderedPage, "limit">,
  columns: string,
): { walk: string; parameters: Parameters } {
  const parts = keysetPartsOf(order, cursorKeyOf(key), direction);
  const walks = parts.map((part) => statementOf(columns, ALL, part.where, `${orderOf(part)} LIMIT :most`));
  const walk = walks.reduce(
    (all, one) => `SELECT * FROM (${all}) UNION ALL SELECT * FROM (${one}) LIMIT :most`,
  );
  return { walk, parameters: parametersOf(parts) };
}

/** Reads part after part in the index of the order. */
function keysByPart(db: Database, clauses: Clauses, page: OrderedPage): SortKey[] {
  const keys: SortKey[] = [];
  for (const part of keysetPartsOf(page.order, cursorKeyOf(page.key), page.direction)) {
    if (keys.length >= page.limit) break;
    keys.push(...keysOfPart(db, clauses, part, { ...page, limit: page.limit - keys.length }));
  }
  return keys;
}

function keysOfPart(
  db: Database,
  clauses: Clauses,
  part: KeysetPart,
  { order, limit }: OrderedPage,
): SortKey[] {
  const sql = statementOf(columnsOf(order), clauses, part.where, `${orderOf(part)} LIMIT :limit`);
  return readRows(db, sql, { ...clauses.parameters, ...part.parameters, limit });
}

function columnsOf({ column }: KeysetOrder): string {
  return column === "c.id" ? column : `${column}, c.id`;
}

function orderOf({ orderBy }: KeysetPart): string {
  return `ORDER BY ${orderBy}`;
}

function cursorKeyOf(key: SortKey | null): CursorKey | null {
  return key === null ? null : { value: key.at(0) ?? null, id: Number(key.at(-1)) };
}
