/**
 * Pages by relevance: the scored matches first, best first, ties by date, then id; then the other matches by date. Both directions.
 *
 * Within one state of the corpus scores do not change, so a key is a position at any depth. Any write changes all scores. From
 * then on a walk depends on the ids seen: the next page has the best of the unseen cases, the previous page the worst of the
 * seen ones. If the cursor has no ids because they were too many, the walk continues at the current position of its last case.
 */
import type { Database } from "better-sqlite3";
import type { Position, SortKey } from "../../domain/query.ts";
import { readRows, readValues } from "../database/statement-cache.ts";
import { passing, type TestedCorpus } from "../words/place-test.ts";
import { datedKeys } from "./date-walk.ts";
import { idByDateRowid, type MatchSource } from "./matched-date-rowids.ts";
import type { Plan } from "./plan.ts";
import type { ScoredMatch } from "./scored-match.ts";
import { clausesOf, statementOf } from "./statement.ts";

/** The scores of a plan, and the state of the corpus that they are valid for. */
export interface Scores {
  /** Best score first, then by day. */
  readonly scored: readonly ScoredMatch[];
  /** All matches, of which those without a score follow by date; null: all are scored. */
  readonly rest: MatchSource | null;
  readonly state: string;
}

interface RelevancePage {
  /** Worst score first. Matches without a score come last in both cases. */
  readonly descending: boolean;
  readonly position: Position | null;
  readonly limit: number;
}

const DATE_ROWIDS_OF_IDS =
  "SELECT date_rowid FROM court_case WHERE id IN (SELECT value FROM json_each(:amongIds))";

/** Keys `[score, day, id]` in reading direction. The score is null if the match is not scored. */
export function relevanceKeys(corpus: TestedCorpus, scores: Scores, page: RelevancePage): SortKey[] {
  const { position } = page;
  if (position === null || position.state === scores.state) return keysFrom(corpus, scores, page);
  const { seen, direction } = position;
  if (seen === undefined)
    return keysFrom(corpus, scores, { ...page, position: currentPosition(corpus.db, scores, position) });
  return direction === "after"
    ? unseenKeys(corpus, scores, page, seen)
    : seenKeys(corpus, scores, page, seen);
}

function keysFrom(
  corpus: TestedCorpus,
  scores: Scores,
  { descending, position, limit }: RelevancePage,
): SortKey[] {
  const { db } = corpus;
  const { scored } = scores;
  const isInRest = position !== null && position.key[0] === null;
  const key = isInRest ? null : (position?.key ?? null);
  if (position?.direction === "before") {
    const keys = isInRest ? restKeys(corpus, scores, position, limit).take(limit).toArray() : [];
    if (keys.length === limit) return keys;
    const left = limit - keys.length;
    return [...keys, ...scoredKeys(db, scored, { descending, key, direction: "backwards", limit: left })];
  }
  const keys = isInRest ? [] : scoredKeys(db, scored, { descending, key, direction: "forwards", limit });
  if (keys.length === limit) return keys;
  const rest = restKeys(corpus, scores, isInRest ? position : null, limit - keys.length);
  return [...keys, ...rest.take(limit - keys.length)];
}

function unseenKeys(
  corpus: TestedCorpus,
  scores: Scores,
  { descending, limit }: RelevancePage,
  seen: readonly number[],
): SortKey[] {
  const seenRowids = new Set(dateRowidsOfIds(corpus.db, seen));
  const unseen = scores.scored.filter(({ dateRowid }) => !seenRowids.has(dateRowid));
  const keys = scoredKeys(corpus.db, unseen, { descending, key: null, direction: "forwards", limit });
  if (keys.length === limit) return keys;
  const known = new Set(seen);
  const rest = restKeys(corpus, scores, null, limit + seen.length).filter(
    (key) => !known.has(Number(key.at(-1))),
  );
  return [...keys, ...rest.take(limit - keys.length)];
}

/** The last of the cases seen, in reverse order. */
function seenKeys(
  corpus: TestedCorpus,
  { scored, rest }: Scores,
  { descending, limit }: RelevancePage,
  seen: readonly number[],
): SortKey[] {
  const seenRowids = new Set(dateRowidsOfIds(corpus.db, seen));
  const seenMatches = scored.filter(({ dateRowid }) => seenRowids.has(dateRowid));
  const page = { descending, key: null, direction: "forwards", limit: seen.length } as const;
  const keys = scoredKeys(corpus.db, seenMatches, page);
  const ids = new Set(keys.map((key) => key.at(-1)));
  const dated =
    rest === null ? [] : datedAmong(corpus, rest.plan, seen).filter((key) => !ids.has(key.at(-1) ?? null));
  return [...keys, ...dated.map(unscored)].reverse().slice(0, limit);
}

/** Keys of the matches that are not scored, in date order. */
function restKeys(
  corpus: TestedCorpus,
  { rest, scored }: Scores,
  position: Position | null,
  sizeHint: number,
): IteratorObject<SortKey> {
  if (rest === null) return Iterator.from([]);
  const except = new Set(scored.map(({ dateRowid }) => dateRowid));
  const dated = position === null ? null : { direction: position.direction, key: position.key.slice(1) };
  const descending = position?.direction === "before";
  return datedKeys(corpus, rest, { descending, position: dated, sizeHint, except }).map(unscored);
}

function unscored(dated: SortKey): SortKey {
  return [null, ...dated];
}

/** The position with the current score of its case, if the case is scored. */
function currentPosition(db: Database, { scored }: Scores, position: Position): Position {
  const [score, ...ties] = position.key;
  if (score === null) return position;
  const [dateRowid] = dateRowidsOfIds(db, [Number(ties.at(-1))]);
  const current = scored.find((match) => match.dateRowid === dateRowid)?.score;
  return { ...position, key: [current ?? score ?? null, ...ties] };
}

interface ScoredPage {
  readonly descending: boolean;
  /** `[score, day, id]` of the last case that was read; null from the start (or the end). */
  readonly key: SortKey | null;
  readonly direction: "forwards" | "backwards";
  readonly limit: number;
}

/** Keys `[score, day, id]` in reading direction. Ids are looked up only as far as the page needs them. */
function scoredKeys(
  db: Database,
  scored: readonly ScoredMatch[],
  { descending, key, direction, limit }: ScoredPage,
): SortKey[] {
  // multiplied by these factors, every order is ascending
  const tieSign = direction === "backwards" ? -1 : 1;
  const scoreSign = descending ? -tieSign : tieSign;
  const byDay = (a: Omit<ScoredMatch, "dateRowid">, b: Omit<ScoredMatch, "dateRowid">): number =>
    scoreSign * (a.score - b.score) || tieSign * (a.day - b.day);
  const [score = 0, day = 0, id = 0] = key?.map(Number) ?? [];
  const isAfter = (match: ScoredMatch): boolean => key === null || byDay(match, { score, day }) >= 0;
  const left = scored.filter(isAfter).sort(byDay);
  // matches with the score and day of the key come first; their ids decide whether they are on the page
  const ties = key === null ? 0 : left.filter((match) => byDay(match, { score, day }) === 0).length;
  const last = left[Math.min(ties + limit, left.length) - 1];
  const near = last === undefined ? [] : left.filter((match) => byDay(match, last) <= 0);
  const ids = idByDateRowid(
    db,
    near.map(({ dateRowid }) => dateRowid),
  );
  return near
    .map((match) => ({ ...match, id: ids.get(match.dateRowid) ?? Number.NaN }))
    .filter((match) => !Number.isNaN(match.id))
    .filter((match) => key === null || byDay(match, { score, day }) > 0 || tieSign * (match.id - id) > 0)
    .sort((a, b) => byDay(a, b) || tieSign * (a.id - b.id))
    .slice(0, limit)
    .map((match) => [match.score, match.day, match.id]);
}

/** The cases with these ids that match, as `[day, id]` in date order. A null day means no date. */
function datedAmong(corpus: TestedCorpus, plan: Plan, ids: readonly number[]): SortKey[] {
  const { db } = corpus;
  const allowed = plan.ids === null ? null : new Set(plan.ids);
  const known = allowed === null ? ids : ids.filter((id) => allowed.has(id));
  const dateRowids = dateRowidsOfIds(db, known);
  const tested = plan.tests === null ? dateRowids : [...passing(corpus, plan.tests, dateRowids)];
  const source = clausesOf({ ...plan, ids: [...idByDateRowid(db, tested).values()] }, "index");
  const sql = `
    SELECT day, id
      FROM court_case
     WHERE date_rowid IN (${statementOf("case_words.rowid", source, [], "")})
     ORDER BY day NULLS LAST, id`;
  return readRows(db, sql, source.parameters);
}

function dateRowidsOfIds(db: Database, ids: readonly number[]): number[] {
  return readValues(db, DATE_ROWIDS_OF_IDS, { amongIds: JSON.stringify(ids) });
}
