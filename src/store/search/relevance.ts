/**
 * Orders the scored matches by relevance; ties by date, then id.
 *
 * The scores and days of all matches are known without reading rows. Ids are looked up only as far as the page needs them, so
 * many cases with one score cost no more than few.
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../../domain/query.ts";
import { readRows } from "../database/statement-cache.ts";
import { dayOfDateRowid } from "../dates/date-rowid.ts";
import type { KeepMatches } from "../words/case-test.ts";
import type { CaseMatch } from "./case-match.ts";
import { statementOf } from "./case-statement.ts";
import { idByDateRowid, idsOfDateRowids } from "./matched-date-rowids.ts";
import type { ScoredMatches } from "./scored-matches.ts";
import { scoringSource } from "./scoring-source.ts";

/** The day of a case without a date: later than every day. */
const AFTER_ALL_DAYS = 2 ** 40;
const DATE_ROWIDS_OF_IDS =
  "SELECT date_rowid FROM court_case WHERE id IN (SELECT value FROM json_each(:amongIds))";

export interface ScoredPage {
  /** Worst score first. */
  readonly descending: boolean;
  /** `[score, day, id]` of the last case that was read; null from the start (or the end). */
  readonly key: SortKey | null;
  readonly direction: "forwards" | "backwards";
  /** Restricts the page to these ids, or to all other ids. */
  readonly among?: { readonly ids: readonly number[]; readonly are: "included" | "excluded" };
  readonly limit: number;
}

/** A scored match whose id was not looked up yet. */
interface ScoredRowid {
  readonly dateRowid: number;
  readonly score: number;
  readonly day: number;
}

/** Keys `[score, day, id]` in reading direction. */
export function scoredKeys(db: Database, all: ScoredMatches, page: ScoredPage): SortKey[] {
  const backwards = page.direction === "backwards";
  // multiplied by these factors, every order is ascending
  const [scoreSign, tieSign] = [page.descending === backwards ? 1 : -1, backwards ? -1 : 1];
  const byDay = (a: ScoredRowid, b: ScoredRowid): number =>
    scoreSign * (a.score - b.score) || tieSign * (a.day - b.day);
  const after = scoredKeyOf(page.key);
  const reached = reachedBy(amongThese(db, all, page), { after, scoreSign, limit: page.limit })
    .filter((one) => after === null || byDay(one, after) >= 0)
    .sort(byDay);
  // matches with the score and day of the key come first; their ids decide whether they are on the page
  const ties = after === null ? 0 : reached.filter((one) => byDay(one, after) === 0).length;
  const last = reached[ties + page.limit - 1];
  const near = last === undefined ? reached : reached.filter((one) => byDay(one, last) <= 0);
  return withIds(db, near)
    .filter((one) => after === null || byDay(one, after) > 0 || tieSign * (one.id - after.id) > 0)
    .sort((a, b) => byDay(a, b) || tieSign * (a.id - b.id))
    .slice(0, page.limit)
    .map(({ score, day, id }) => [score, day, id]);
}

/** The current score of a case; null if it is not a scored match. */
export function scoreOf(db: Database, { dateRowids, scores }: ScoredMatches, id: number): number | null {
  const [dateRowid] = dateRowidsOfIds(db, [id]);
  return dateRowid === undefined ? null : (scores[dateRowids.indexOf(dateRowid)] ?? null);
}

/** Those of these cases that match, as `[day, id]` in date order. A null day means no date. */
export function datedAmong(db: Database, match: CaseMatch, ids: readonly number[]): SortKey[] {
  const allowed = match.ids === null ? null : new Set(match.ids);
  const known = allowed === null ? ids : ids.filter((id) => allowed.has(id));
  const source = scoringSource({
    ...match,
    ids: match.test === null ? known : idsThat(db, match.test.keep, known),
  });
  const found = statementOf("case_words.rowid", source, [], "");
  const sql = `
    SELECT day, id
      FROM court_case
     WHERE date_rowid IN (${found})
     ORDER BY day NULLS LAST, id`;
  return readRows(db, sql, source.parameters);
}

function scoredKeyOf(key: SortKey | null): (ScoredRowid & { readonly id: number }) | null {
  if (key === null) return null;
  const [score, day, id] = key.map(Number);
  return { dateRowid: 0, score: score ?? 0, day: day ?? 0, id: id ?? 0 };
}

/** The matches after a key, down to the score of the last case that can be on the page. */
function reachedBy(
  { dateRowids, scores, sorted }: ScoredMatches,
  page: { readonly after: ScoredRowid | null; readonly scoreSign: number; readonly limit: number },
): ScoredRowid[] {
  const { after, scoreSign, limit } = page;
  const isBeyond = (score: number, other: number): boolean => scoreSign * (score - other) > 0;
  const passed = after === null ? 0 : sorted.filter((score) => !isBeyond(score, after.score)).length;
  const edge = sorted.at(scoreSign > 0 ? passed + limit - 1 : -(passed + limit));
  const reached: ScoredRowid[] = [];
  // the iterators of typed arrays cost four times as much
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (edge !== undefined && isBeyond(score, edge)) continue;
    if (after !== null && isBeyond(after.score, score)) continue;
    const dateRowid = dateRowids[at] ?? 0;
    reached.push({ dateRowid, score, day: dayOfDateRowid(dateRowid) ?? AFTER_ALL_DAYS });
  }
  return reached;
}

function amongThese(db: Database, all: ScoredMatches, { among }: Pick<ScoredPage, "among">): ScoredMatches {
  if (among === undefined) return all;
  const these = new Set(dateRowidsOfIds(db, among.ids));
  const isIn = (_value: number, at: number): boolean =>
    these.has(all.dateRowids[at] ?? 0) === (among.are === "included");
  const scores = all.scores.filter(isIn);
  return { dateRowids: all.dateRowids.filter(isIn), scores, sorted: scores.toSorted() };
}

function dateRowidsOfIds(db: Database, ids: readonly number[]): number[] {
  return readRows(db, DATE_ROWIDS_OF_IDS, { amongIds: JSON.stringify(ids) }).map(([dateRowid]) =>
    Number(dateRowid),
  );
}

/** Those of these ids whose cases are kept. */
function idsThat(db: Database, keep: KeepMatches, ids: readonly number[]): number[] {
  const kept = keep(dateRowidsOfIds(db, ids));
  return idsOfDateRowids(db, [...kept]);
}

function withIds(db: Database, scored: readonly ScoredRowid[]): (ScoredRowid & { readonly id: number })[] {
  const ids = idByDateRowid(
    db,
    scored.map(({ dateRowid }) => dateRowid),
  );
  return scored.flatMap((one) => {
    const id = ids.get(one.dateRowid);
    return id === undefined ? [] : [{ ...one, id }];
  });
}
