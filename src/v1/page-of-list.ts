/** Pages of a list in memory. */
import type { Page, Position, SortKey } from "../domain/query.ts";

/** The page of a sorted list around a position. */
export function pageOf<T>(
  records: readonly T[],
  keyOf: (record: T) => SortKey,
  position: Position | null,
  pageSize: number,
): Page<T> {
  const sorted = records.toSorted((a, b) => compareKeys(keyOf(a), keyOf(b)));
  const start = startOf(sorted, keyOf, position, pageSize);
  const end = position?.direction === "before" ? endBefore(sorted, keyOf, position) : start + pageSize;
  const items = sorted.slice(start, end);
  const [first, last] = [items[0], items.at(-1)];
  return {
    items,
    count: sorted.length,
    next: last !== undefined && end < sorted.length ? { direction: "after", key: keyOf(last) } : null,
    previous: first !== undefined && start > 0 ? { direction: "before", key: keyOf(first) } : null,
  };
}

function startOf<T>(
  sorted: readonly T[],
  keyOf: (record: T) => SortKey,
  position: Position | null,
  pageSize: number,
): number {
  if (position === null) return 0;
  if (position.direction === "before") return Math.max(0, endBefore(sorted, keyOf, position) - pageSize);
  const start = sorted.findIndex((record) => compareKeys(keyOf(record), position.key) > 0);
  return start < 0 ? sorted.length : start;
}

function endBefore<T>(sorted: readonly T[], keyOf: (record: T) => SortKey, position: Position): number {
  const end = sorted.findIndex((record) => compareKeys(keyOf(record), position.key) >= 0);
  return end < 0 ? sorted.length : end;
}

function compareKeys(a: SortKey, b: SortKey): number {
  for (const [at, left] of a.entries()) {
    const right = b[at] ?? null;
    if (left === right) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    return left < right ? -1 : 1;
  }
  return 0;
}
