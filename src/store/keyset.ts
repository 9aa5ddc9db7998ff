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

/**
 * The segments of an order after a place, to be read one after the other until a page is full; `backwards` gives the
 * same order from its end.
 *
 * @param place value and id of the case to go on from; null from the start (or the end)
 */
export function segmentsOf(
  order: KeysetOrder,
  place: { readonly value: string | number | null; readonly id: number } | null,
  direction: "forwards" | "backwards",
): Segment[] {
  const backwards = direction === "backwards";
  const withValue = valueSegment(order, place, backwards);
  if (order.column === "c.id") return [withValue];
  const withoutValue = nullSegment(order, place, backwards);
  const isInNulls = place !== null && place.value === null;
  if (backwards) return place !== null && !isInNulls ? [withValue] : [withoutValue, withValue];
  return isInNulls ? [withoutValue] : [withValue, withoutValue];
}

function valueSegment(
  { column, descending }: KeysetOrder,
  place: { readonly value: string | number | null; readonly id: number } | null,
  backwards: boolean,
): Segment {
  const down = descending !== backwards;
  const orderBy = `${column} ${down ? "DESC" : "ASC"}, c.id ${backwards ? "DESC" : "ASC"}`;
  if (place === null || place.value === null) {
    return { where: [`${column} IS NOT NULL`], orderBy, parameters: {} };
  }
  const [beyond, upTo, beyondId] = [down ? "<" : ">", down ? "<=" : ">=", backwards ? "<" : ">"];
  return {
    where: [
      `${column} ${upTo} :afterValue`,
      `(${column} ${beyond} :afterValue OR c.id ${beyondId} :afterId)`,
    ],
    orderBy,
    parameters: { afterValue: place.value, afterId: place.id },
  };
}

function nullSegment(
  { column }: KeysetOrder,
  place: { readonly value: string | number | null; readonly id: number } | null,
  backwards: boolean,
): Segment {
  const orderBy = `c.id ${backwards ? "DESC" : "ASC"}`;
  if (place === null || place.value !== null) {
    return { where: [`${column} IS NULL`], orderBy, parameters: {} };
  }
  return {
    where: [`${column} IS NULL`, `c.id ${backwards ? "<" : ">"} :afterId`],
    orderBy,
    parameters: { afterId: place.id },
  };
}
