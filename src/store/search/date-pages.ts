/** Pages in date order, read from an index without sorting: from a cursor key on, forwards or backwards. */
import type { Position, SortKey } from "../../domain/query.ts";
import type { DatedId } from "../dates/dated-days.ts";

/** Walks the matches in one direction of dates, in groups of one day. */
export interface Walk {
  /** The groups of cases with a date, from a day on or from the start; each sorted by id. */
  dated(from: number | undefined): Iterable<readonly DatedId[]>;
  /** The cases without a date, by id. */
  undated(): readonly DatedId[];
}

/** Yields keys `[day, id]` in reading direction, which is the direction of the walk. */
export function* walkedKeys(walk: Walk, position: Position | null): Generator<SortKey> {
  const backwards = position?.direction === "before";
  for (const group of groupsFrom(walk, position)) {
    for (const { day, id } of backwards ? group.toReversed() : group) yield [day, id];
  }
}

function* groupsFrom(walk: Walk, position: Position | null): Generator<readonly DatedId[]> {
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
