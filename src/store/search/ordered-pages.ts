/**
 * Pages in the order of a column and the id: nulls last, ties by ascending id in both directions.
 *
 * There are two methods: sort the matches, or walk all cases in the order of the column and check each. A walk costs less if many cases
 * match; how many depends on what a check reads (`SORTED_PER_CHECK`).
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../../domain/query.ts";
import { type Parameters, readRows, readValue } from "../database/statement-cache.ts";
import { type DateRowids, lowerBound } from "../dates/date-rowid.ts";
import { LONG_LIST } from "../words/list-lengths.ts";
import { isUpdated } from "./conditions.ts";
import type { MatchSource } from "./matched-date-rowids.ts";
import { isEmpty, isKnown, type Plan } from "./plan.ts";
import { type Clauses, clausesOf, clausesOfMatches, leadOf, rowClausesOf, statementOf } from "./statement.ts";

/** Checking one case costs as much as sorting this many matches. */
const SORTED_PER_CHECK = { inWords: 25, inRow: 1, inOrder: 1 / 8 } as const;
/** `inWords`: in the index of words; `inRow`: in the row; `inOrder`: in the index that is walked, or in a list. */
type Check = keyof typeof SORTED_PER_CHECK;
/** Sorting fewer matches takes less time than counting all cases. */
const FEW = { inWords: 20_000, inRow: 5_000, inOrder: 5_000 } as const;
/** A walk stops after this many times the cases that evenly spread matches need: the matches may all be at the end. */
const UNEVEN = 8;

/** The columns whose index has those of the usual filters (database/schema.ts). */
const WIDE: ReadonlySet<string> = new Set(["c.name_abbreviation", "c.word_count", "c.pagerank_percentile"]);
const FILTERS = "c.id, c.date_rowid, c.day, c.jurisdiction_id, c.court_id, c.reporter_id";
/** The columns that every case has. */
const NEVER_NULL: ReadonlySet<string> = new Set(["c.id", "c.name_abbreviation"]);
const ALL: Clauses = { from: "court_case AS c", where: [], parameters: {} };

interface KeysetOrder {
  /** The column of the order; `c.id` for the order by id only. */
  readonly column: string;
  readonly descending: boolean;
}

interface OrderedPage {
  readonly order: KeysetOrder;
  /** The key `[value, id]` or `[id]` of the last case that was read; null from the start (or the end). */
  readonly key: SortKey | null;
  readonly direction: "forwards" | "backwards";
  readonly limit: number;
}

export interface CountedMatches extends MatchSource {
  /** Infinite if they were not counted. */
  readonly count: number;
  cases(): number;
}

export function orderedKeys(db: Database, counted: CountedMatches, page: OrderedPage): SortKey[] {
  const { plan, dateRowids } = counted;
  const most = maxCasesToCheck(counted, page);
  const walked = (): SortKey[] | null =>
    dateRowids === null || plan.columns !== null
      ? keysByWalk(db, plan, page, most)
      : keysInList(db, dateRowids, page, most);
  const keys = most === 0 ? null : walked();
  if (keys !== null) return keys;
  const sorted = sortedPart(page);
  if (dateRowids !== null || leadOf(plan) === "words" || isKnown(plan))
    return keysOfPart(db, clausesOfMatches(plan, dateRowids), sorted, page);
  const isDated = plan.decidedFrom !== null || plan.decidedTo !== null;
  return isDated
    ? keysOfPart(db, clausesOf(plan, "dates"), sorted, page)
    : keysByPart(db, clausesOf(plan), page);
}

/** Keys `[value, id]` in the order of an expression on the case row `c` that no index has, in reading direction. Reads all matches. */
export function computedKeys(
  db: Database,
  { plan, dateRowids }: MatchSource,
  expression: string,
  page: Omit<OrderedPage, "order"> & { readonly descending: boolean },
): SortKey[] {
  const matches = clausesOfMatches(plan, dateRowids);
  // with a limit SQLite computes the value of a match once
  const values = statementOf(`${expression} AS value, c.id AS id`, matches, [], "LIMIT -1");
  const ordered = { ...page, order: { column: "c.value", descending: page.descending } };
  const clauses = { from: `(${values}) AS c`, where: [], parameters: matches.parameters };
  return keysOfPart(db, clauses, sortedPart(ordered), ordered);
}

/** The most cases that a walk may check before sorting would cost less; 0 if sorting costs less from the start. */
function maxCasesToCheck(
  { plan, dateRowids, count, cases }: CountedMatches,
  { order, limit }: Pick<OrderedPage, "order" | "limit">,
): number {
  const check = checkOf(plan, dateRowids, order);
  if (plan.ids !== null || (check === "inWords" && plan.hasPrefix) || isOrderedByFilter(plan, order))
    return 0;
  if (count < FEW[check]) return 0;
  const most = Math.floor(count / SORTED_PER_CHECK[check]);
  // cases that contain a page of matches if matches are spread evenly
  const isCounted = Number.isFinite(count);
  const even = (limit * cases()) / (isCounted ? count : LONG_LIST);
  if (!isCounted) return Math.ceil(even * UNEVEN);
  return even <= most / 2 ? Math.min(most, Math.ceil(even * UNEVEN)) : 0;
}

function checkOf(plan: Plan, dateRowids: DateRowids | null, { column }: KeysetOrder): Check {
  if (plan.columns === null && dateRowids === null) return "inWords";
  return WIDE.has(column) && !isUpdated(plan) ? "inOrder" : "inRow";
}

/** Whether the index of the order already yields matches only: the plan has no conditions, or only bounds of the order. */
function isOrderedByFilter(plan: Plan, { column }: KeysetOrder): boolean {
  if (isUpdated(plan)) return column === "c.updated_instant";
  return plan.columns?.length === 0 && plan.decidedFrom === null && plan.decidedTo === null;
}

/** Reads a page by checking cases in order; null if the page is not full after `most` cases. */
export function keysByWalk(db: Database, plan: Plan, page: OrderedPage, most: number): SortKey[] | null {
  const { page: read, walked, parameters } = walkStatements(plan, page);
  const keys = readRows(db, read, { ...parameters, most, limit: page.limit });
  if (keys.length === page.limit) return keys;
  return (readValue<number>(db, walked, { ...parameters, most }) ?? 0) < most ? keys : null;
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
    if (keys.push(page.order.column === "c.id" ? [id] : [value, id]) === page.limit) return keys;
  }
  return walked < most ? keys : null;
}

/**
 * `page` walks the cases in the index of the order until the page is full; `walked` counts the cases that it could walk. The
 * parameters are `most` and `limit`.
 */
export function walkStatements(
  plan: Plan,
  page: Omit<OrderedPage, "limit">,
): { page: string; walked: string; parameters: Parameters } {
  const { order } = page;
  const { where, parameters } =
    plan.columns === null ? clausesOf(plan, "rows") : rowClausesOf(plan, plan.columns);
  const isCovered = WIDE.has(order.column) && isEmpty(plan.onRow) && !isUpdated(plan);
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
  page: Omit<OrderedPage, "limit">,
  columns: string,
): { walk: string; parameters: Parameters } {
  const parts = keysetParts(page);
  const walks = parts.map((part) =>
    statementOf(columns, ALL, part.where, `ORDER BY ${part.orderBy} LIMIT :most`),
  );
  const walk = walks.reduce(
    (union, part) => `SELECT * FROM (${union}) UNION ALL SELECT * FROM (${part}) LIMIT :most`,
  );
  return { walk, parameters: Object.assign({}, ...parts.map(({ parameters }) => parameters)) };
}

/** Reads part after part in the index of the order. */
function keysByPart(db: Database, clauses: Clauses, page: OrderedPage): SortKey[] {
  const keys: SortKey[] = [];
  for (const part of keysetParts(page)) {
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
  const sql = statementOf(columnsOf(order), clauses, part.where, `ORDER BY ${part.orderBy} LIMIT :limit`);
  return readRows(db, sql, { ...clauses.parameters, ...part.parameters, limit });
}

function columnsOf({ column }: KeysetOrder): string {
  return column === "c.id" ? column : `${column}, c.id`;
}

/** The part of an order that one statement reads: the cases with a value, or those without. Parts use different parameters. */
interface KeysetPart {
  readonly where: readonly string[];
  readonly orderBy: string;
  readonly parameters: Parameters;
}

/** The parts of an order after the key of a page, to be read one after the other until the page is full. */
export function keysetParts({ order, key, direction }: Omit<OrderedPage, "limit">): KeysetPart[] {
  const backwards = direction === "backwards";
  const withValue = valuePart(order, key, backwards);
  if (NEVER_NULL.has(order.column)) return [withValue];
  const withoutValue = nullPart(order, key, backwards);
  const isInNulls = key !== null && key[0] === null;
  if (backwards) return key !== null && !isInNulls ? [withValue] : [withoutValue, withValue];
  return isInNulls ? [withoutValue] : [withValue, withoutValue];
}

/**
 * The same order as one part, for a statement that sorts its matches and so reads them once. Without the
 * plus sign SQLite would search the index of the order for each match, and scan all cases without a value each time.
 */
export function sortedPart({ order, key, direction }: Omit<OrderedPage, "limit">): KeysetPart {
  const backwards = direction === "backwards";
  if (order.column === "c.id") return valuePart(order, key, backwards);
  const unindexed = { ...order, column: `+${order.column}` };
  const parts = keysetParts({ order: unindexed, key, direction });
  const { orderBy } = valuePart(unindexed, null, backwards);
  return {
    where: [`(${parts.map(({ where }) => `(${where.join(" AND ")})`).join(" OR ")})`],
    orderBy: `${unindexed.column} IS NULL ${backwards ? "DESC" : "ASC"}, ${orderBy}`,
    parameters: Object.assign({}, ...parts.map(({ parameters }) => parameters)),
  };
}

function valuePart({ column, descending }: KeysetOrder, key: SortKey | null, backwards: boolean): KeysetPart {
  const down = descending !== backwards;
  const orderBy = `${column} ${down ? "DESC" : "ASC"}, c.id ${backwards ? "DESC" : "ASC"}`;
  const value = key?.[0] ?? null;
  if (value === null) return { where: [`${column} IS NOT NULL`], orderBy, parameters: {} };
  const [beyond, upTo, beyondId] = [down ? "<" : ">", down ? "<=" : ">=", backwards ? "<" : ">"];
  return {
    where: [
      `${column} ${upTo} :afterValue`,
      `(${column} ${beyond} :afterValue OR c.id ${beyondId} :afterId)`,
    ],
    orderBy,
    parameters: { afterValue: value, afterId: Number(key?.at(-1)) },
  };
}

function nullPart({ column }: KeysetOrder, key: SortKey | null, backwards: boolean): KeysetPart {
  const orderBy = `c.id ${backwards ? "DESC" : "ASC"}`;
  if (key === null || key[0] !== null) return { where: [`${column} IS NULL`], orderBy, parameters: {} };
  return {
    where: [`${column} IS NULL`, `c.id ${backwards ? "<" : ">"} :afterId`],
    orderBy,
    parameters: { afterId: Number(key.at(-1)) },
  };
}
