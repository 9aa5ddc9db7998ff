/**
 * Keyset pagination by one column and the id: nulls last, ties by ascending id in both directions. No case is skipped or
 * repeated, even if many cases share a value or have none.
 */
import type { Parameters } from "../database/statement-cache.ts";

/** The part of an order that one statement reads: the cases with a value, or those without. */
export interface KeysetPart {
  readonly where: readonly string[];
  readonly orderBy: string;
  readonly parameters: Parameters;
}

export interface KeysetOrder {
  /** The column of the order; `c.id` for the order by id only. */
  readonly column: string;
  readonly descending: boolean;
}

/** The columns of an order that every case has. */
const NEVER_NULL: ReadonlySet<string> = new Set(["c.id", "c.name_abbreviation"]);

/** The value and id of a case. */
export interface CursorKey {
  readonly value: string | number | null;
  readonly id: number;
}

/**
 * The parts of an order after a case, to be read one after the other until the page is full.
 *
 * @param after the last case that was read; null to begin at the start (backwards: at the end)
 * @param direction `backwards` reads the same order from its end
 */
export function keysetPartsOf(
  order: KeysetOrder,
  after: CursorKey | null,
  direction: "forwards" | "backwards",
): KeysetPart[] {
  const backwards = direction === "backwards";
  const withValue = valuePart(order, after, backwards);
  if (NEVER_NULL.has(order.column)) return [withValue];
  const withoutValue = nullPart(order, after, backwards);
  const isInNulls = after !== null && after.value === null;
  if (backwards) return after !== null && !isInNulls ? [withValue] : [withoutValue, withValue];
  return isInNulls ? [withoutValue] : [withValue, withoutValue];
}

/**
 * The same order as one part, for a statement that sorts its matches and so reads them once. Without the
 * plus sign SQLite would search the index of the order for each match, and scan all cases without a value each time.
 */
export function sortedPart(
  order: KeysetOrder,
  after: CursorKey | null,
  direction: "forwards" | "backwards",
): KeysetPart {
  const backwards = direction === "backwards";
  if (order.column === "c.id") return valuePart(order, after, backwards);
  const unindexed = { ...order, column: `+${order.column}` };
  const parts = keysetPartsOf(unindexed, after, direction);
  const { orderBy } = valuePart(unindexed, null, backwards);
  return {
    where: [`(${parts.map(({ where }) => `(${where.join(" AND ")})`).join(" OR ")})`],
    orderBy: `${unindexed.column} IS NULL ${backwards ? "DESC" : "ASC"}, ${orderBy}`,
    parameters: parametersOf(parts),
  };
}

/** The parameters of all parts; parts use different names. */
export function parametersOf(parts: readonly KeysetPart[]): Parameters {
  return Object.fromEntries(parts.flatMap(({ parameters }) => Object.entries(parameters)));
}

function valuePart(
  { column, descending }: KeysetOrder,
  after: CursorKey | null,
  backwards: boolean,
): KeysetPart {
  const down = descending !== backwards;
  const orderBy = `${column} ${down ? "DESC" : "ASC"}, c.id ${backwards ? "DESC" : "ASC"}`;
  if (after === null || after.value === null) {
    return { where: [`${column} IS NOT NULL`], orderBy, parameters: {} };
  }
  const [beyond, upTo, beyondId] = [down ? "<" : ">", down ? "<=" : ">=", backwards ? "<" : ">"];
  return {
    where: [
      `${column} ${upTo} :afterValue`,
      `(${column} ${beyond} :afterValue OR c.id ${beyondId} :afterId)`,
    ],
    orderBy,
    parameters: { afterValue: after.value, afterId: after.id },
  };
}

function nullPart({ column }: KeysetOrder, after: CursorKey | null, backwards: boolean): KeysetPart {
  const orderBy = `c.id ${backwards ? "DESC" : "ASC"}`;
  if (after === null || after.value !== null) {
    return { where: [`${column} IS NULL`], orderBy, parameters: {} };
  }
  return {
    where: [`${column} IS NULL`, `c.id ${backwards ? "<" : ">"} :afterId`],
    orderBy,
    parameters: { afterId: after.id },
  };
}
