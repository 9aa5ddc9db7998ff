/**
 * Pages of an order by one column and the id: nulls last, ties by ascending id in both directions, nothing skipped
 * and nothing twice however many share a value or have none.
 */

/** One statement's worth of an order: the cases with a value, or those without. */
export interface Segment {
  readonly where: readonly string[];
  readonly orderBy: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

export interface KeysetOrder {
  /** The column that is sorted by; `c.id` for the order by id alone. */
  readonly column: string;
  readonly descending: boolean;
}

/** Value and id of a case. */
export interface CursorKey {
  readonly value: string | number | null;
  readonly id: number;
}

/**
 * The segments of an order after a place, to be read one after the other until a page is full; `backwards` gives the
 * same order from its end.
 *
 * @param place the case to go on from; null from the start (or the end)
 */
export function segmentsOf(
  order: KeysetOrder,
  after: CursorKey | null,
  direction: "forwards" | "backwards",
): Segment[] {
  const backwards = direction === "backwards";
  const withValue = valueSegment(order, after, backwards);
  if (order.column === "c.id") return [withValue];
  const withoutValue = nullSegment(order, after, backwards);
  const isInNulls = after !== null && after.value === null;
  if (backwards) return after !== null && !isInNulls ? [withValue] : [withoutValue, withValue];
  return isInNulls ? [withoutValue] : [withValue, withoutValue];
}

/**
 * The same as one segment, for matches that something else leads to and that are sorted: they are read once. The plus keeps
 * SQLite from looking for each match in the order's own index: where most cases have no value, that is to go through
 * them all once for each.
 */
export function sortedSegment(
  order: KeysetOrder,
  after: CursorKey | null,
  direction: "forwards" | "backwards",
): Segment {
  const backwards = direction === "backwards";
  if (order.column === "c.id") return valueSegment(order, after, backwards);
  const unindexed = { ...order, column: `+${order.column}` };
  const segments = segmentsOf(unindexed, after, direction);
  const { orderBy } = valueSegment(unindexed, null, backwards);
  return {
    where: [`(${segments.map(({ where }) => `(${where.join(" AND ")})`).join(" OR ")})`],
    orderBy: `${unindexed.column} IS NULL ${backwards ? "DESC" : "ASC"}, ${orderBy}`,
    parameters: Object.assign({}, ...segments.map(({ parameters }) => parameters)),
  };
}

function valueSegment(
  { column, descending }: KeysetOrder,
  after: CursorKey | null,
  backwards: boolean,
): Segment {
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

function nullSegment({ column }: KeysetOrder, after: CursorKey | null, backwards: boolean): Segment {
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
