/**
 * Pages by relevance: the scored matches first, best first, then the other matches by date. Both directions.
 *
 * Within one state of the corpus scores do not change, so a key is a position at any depth. Any write changes all scores. From
 * then on a walk depends on the ids seen: the next page has the best of the unseen cases, the previous page the worst of the
 * seen ones. If the cursor has no ids because they were too many, the walk continues at the current position of its last case.
 */
import type { Database } from "better-sqlite3";
import type { Position, SortKey } from "../../domain/query.ts";

import { walkedKeys } from "./date-pages.ts";
import type { Scores } from "./match-cache.ts";
import { datedAmong, scoredKeys, scoreOf } from "./relevance.ts";
import { type Rest, restWalk } from "./scoring-plan.ts";

export interface RelevancePage {
  /** Worst score first. Matches without a score come last in both cases. */
  readonly descending: boolean;
  readonly position: Position | null;
  readonly limit: number;
}

/** Keys `[score, day, id]` in reading direction. The score is null if the match is not scored. */
export function relevanceKeys(db: Database, scores: Scores, page: RelevancePage): SortKey[] {
  const { position } = page;
  if (position === null || position.state === scores.state) return keysFrom(db, scores, page);
  const { seen, direction } = position;
  if (seen === undefined)
    return keysFrom(db, scores, { ...page, position: currentPosition(db, scores, position) });
  return direction === "after" ? unseenKeys(db, scores, page, seen) : seenKeys(db, scores, page, seen);
}

function keysFrom(
  db: Database,
  { scored, plan: { rest } }: Scores,
  { descending, position, limit }: RelevancePage,
): SortKey[] {
  const isInRest = position !== null && position.key[0] === null;
  const key = isInRest ? null : (position?.key ?? null);
  if (position?.direction === "before") {
    const keys = isInRest && rest !== null ? restKeys(db, rest, position, limit).take(limit).toArray() : [];
    if (keys.length === limit) return keys;
    const left = limit - keys.length;
    return [...keys, ...scoredKeys(db, scored, { descending, key, direction: "backwards", limit: left })];
  }
  const keys = isInRest ? [] : scoredKeys(db, scored, { descending, key, direction: "forwards", limit });
  if (keys.length === limit || rest === null) return keys;
  const others = restKeys(db, rest, isInRest ? position : null, limit - keys.length);
  return [...keys, ...others.take(limit - keys.length)];
}

function unseenKeys(
  db: Database,
  { scored, plan: { rest } }: Scores,
  { descending, limit }: RelevancePage,
  seen: readonly number[],
): SortKey[] {
  const among = { ids: seen, are: "excluded" } as const;
  const keys = scoredKeys(db, scored, { descending, key: null, direction: "forwards", among, limit });
  if (keys.length === limit || rest === null) return keys;
  const known = new Set(seen);
  const others = restKeys(db, rest, null, limit + seen.length).filter(
    (key) => !known.has(Number(key.at(-1))),
  );
  return [...keys, ...others.take(limit - keys.length)];
}

/** The last of the cases seen, in reverse order. */
function seenKeys(
  db: Database,
  { scored, plan: { rest } }: Scores,
  { descending, limit }: RelevancePage,
  seen: readonly number[],
): SortKey[] {
  const among = { ids: seen, are: "included" } as const;
  const scoredOnes = scoredKeys(db, scored, {
    descending,
    key: null,
    direction: "forwards",
    among,
    limit: seen.length,
  });
  const scoredIds = new Set(scoredOnes.map((key) => key.at(-1)));
  const others =
    rest === null ? [] : datedAmong(db, rest.all, seen).filter((key) => !scoredIds.has(key.at(-1) ?? null));
  return [...scoredOnes, ...others.map(unscored)].reverse().slice(0, limit);
}

/** Keys of the matches that are not scored. */
function restKeys(
  db: Database,
  rest: Rest,
  position: Position | null,
  wanted: number,
): IteratorObject<SortKey> {
  const walk = restWalk(db, rest, position?.direction === "before", wanted);
  const datedPosition =
    position === null ? null : { direction: position.direction, key: position.key.slice(1) };
  return walkedKeys(walk, datedPosition).map(unscored);
}

function unscored(dated: SortKey): SortKey {
  return [null, ...dated];
}

/** The position with the current score of its case, if the case is scored. */
function currentPosition(db: Database, { scored }: Scores, position: Position): Position {
  const [score, ...ties] = position.key;
  if (score === null) return position;
  return { ...position, key: [scoreOf(db, scored, Number(ties.at(-1))) ?? score ?? null, ...ties] };
}
