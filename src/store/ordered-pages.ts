/**
 * Pages in the order of a column. Two ways: the matches are sorted, or the cases are gone through in the column's order and
 * each asked whether it is a match, which is less where most are.
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../domain/listing.ts";
import type { CaseMatch } from "./case-match.ts";
import { type Clauses, clausesOf, statementOf } from "./case-statement.ts";
import type { Walked } from "./date-walk.ts";
import { type KeysetOrder, segmentsOf } from "./keyset.ts";
import { readRows } from "./prepared.ts";

/** To ask the index for one case costs as much as to sort so many matches. */
const SORTED_OF_ASKED = 25;
/** Fewer matches are sorted in less time than it takes to count all cases. */
const FEW = 20_000;

const ALL: Clauses = { from: "court_case AS c", where: [], parameters: {} };
const AMONG_IDS = "json_each(:asked) AS asked CROSS JOIN court_case AS c ON c.id = asked.value";
const AMONG_RANKS = "json_each(:ranks) AS matched CROSS JOIN court_case AS c ON c.rank = matched.value";

export interface OrderedPage {
  readonly order: KeysetOrder;
  /** The key `[value, id]` or `[id]` to go on from; null from the start (or the end). */
  readonly key: SortKey | null;
  readonly direction: "forwards" | "backwards";
  readonly limit: number;
}

/** What is known of a question's matches. */
export interface Counted extends Walked {
  readonly count: number;
  /** How many cases there are. */
  cases(): number;
}

/** Keys in reading direction. */
export function orderedKeys(db: Database, counted: Counted, page: OrderedPage): SortKey[] {
  const { match, ranks } = counted;
  const asked = askedAtMost(counted, page.limit);
  const found = asked === 0 ? null : askedKeys(db, match, page, asked);
  if (found !== null) return found;
  if (ranks === null) return sortedKeys(db, clausesOf(match), page);
  return sortedKeys(db, { from: AMONG_RANKS, where: [], parameters: { ranks: JSON.stringify(ranks) } }, page);
}

/** How many cases may be asked for before sorting is less; 0 where it is less from the start. */
export function askedAtMost({ match, count, cases }: Counted, limit: number): number {
  const isAll = match.words === null && match.names === null;
  if (isAll || match.ids !== null || match.needsBoth || match.hasPrefix || count < FEW) return 0;
  const most = Math.floor(count / SORTED_OF_ASKED);
  return (limit * cases()) / count <= most / 2 ? most : 0;
}

/** Null when so many cases were asked for in vain. */
export function askedKeys(db: Database, match: CaseMatch, page: OrderedPage, most: number): SortKey[] | null {
  const { where, parameters } = clausesOf(match, "rows");
  const sql = statementOf("c.id", { from: AMONG_IDS, where, parameters }, [], "");
  const keys: SortKey[] = [];
  let { key } = page;
  for (let asked = 0; asked < most; asked += page.limit) {
    const lot = sortedKeys(db, ALL, { ...page, key });
    const ids = JSON.stringify(lot.map((one) => one.at(-1)));
    const matches = new Set(readRows(db, sql, { ...parameters, asked: ids }).map(([id]) => id));
    keys.push(...lot.filter((one) => matches.has(one.at(-1) ?? null)));
    if (keys.length >= page.limit || lot.length < page.limit) return keys.slice(0, page.limit);
    key = lot.at(-1) ?? null;
  }
  return null;
}

function sortedKeys(
  db: Database,
  clauses: Clauses,
  { order, key, direction, limit }: OrderedPage,
): SortKey[] {
  const place = key === null ? null : { value: key.at(0) ?? null, id: Number(key.at(-1)) };
  const columns = order.column === "c.id" ? "c.id" : `${order.column}, c.id`;
  const keys: SortKey[] = [];
  for (const segment of segmentsOf(order, place, direction)) {
    if (keys.length >= limit) break;
    const sql = statementOf(columns, clauses, segment.where, `ORDER BY ${segment.orderBy} LIMIT :limit`);
    const parameters = { ...clauses.parameters, ...segment.parameters, limit: limit - keys.length };
    keys.push(...readRows(db, sql, parameters));
  }
  return keys;
}
