/**
 * The order by relevance of the matches that are scored; ties by date, then id.
 *
 * Scores and days are known of every match without a look at its row. Ids are looked up only as far down as the page goes,
 * so that many cases of one score cost no more than few.
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../../domain/listing.ts";
import { dateRowidDays } from "../dates/date-rowid-days.ts";
import { idsOfDateRowids } from "../dates/matched-date-rowids.ts";
import type { CaseMatch } from "./case-match.ts";
import { statementOf } from "./case-statement.ts";
import type { ScoredMatches } from "./scored-matches.ts";
import { scoringSource } from "./scoring-source.ts";
import { readRows } from "./statement-cache.ts";

/** Stands for "no date" in keys, above every day. */
const UNDATED = 2 ** 40;
const DATE_ROWIDS_OF_IDS = "SELECT rank FROM court_case WHERE id IN (SELECT value FROM json_each(:amongIds))";

export interface ScoredPage {
  /** The worst first. */
  readonly descending: boolean;
  /** `[score, day, id]` to go on from; null from the start (or the end). */
  readonly key: SortKey | null;
  readonly direction: "forwards" | "backwards";
  /** Which cases come into question: all, only these or all but these. */
  readonly among?: { readonly ids: readonly number[]; readonly are: "wanted" | "left out" };
  readonly limit: number;
}

/** A match before its id is known. */
interface ScoredRowid {
  readonly dateRowid: number;
  readonly score: number;
  readonly day: number;
}

/** Keys `[score, day, id]` in reading direction. */
export function scoredKeys(db: Database, all: ScoredMatches, page: ScoredPage): SortKey[] {
  const backwards = page.direction === "backwards";
  // with these signs every order is an ascending one
  const [scoreSign, tieSign] = [page.descending === backwards ? 1 : -1, backwards ? -1 : 1];
  const byDay = (a: ScoredRowid, b: ScoredRowid): number =>
    scoreSign * (a.score - b.score) || tieSign * (a.day - b.day);
  const after = scoredKeyOf(page.key);
  const reached = reachedBy(db, amongThese(db, all, page), { after, scoreSign, limit: page.limit })
    .filter((one) => after === null || byDay(one, after) >= 0)
    .sort(byDay);
  // those of the same score and day come first; their ids tell whether they are on the page
  const ties = after === null ? 0 : reached.filter((one) => byDay(one, after) === 0).length;
  const last = reached[ties + page.limit - 1];
  const near = last === undefined ? reached : reached.filter((one) => byDay(one, last) <= 0);
  return withIds(db, near)
    .filter((one) => after === null || byDay(one, after) > 0 || tieSign * (one.id - after.id) > 0)
    .sort((a, b) => byDay(a, b) || tieSign * (a.id - b.id))
    .slice(0, page.limit)
    .map(({ score, day, id }) => [score, day, id]);
}

/** The score that a case has now; null when it is not among the matches. */
export function scoreOf(db: Database, { dateRowids, scores }: ScoredMatches, id: number): number | null {
  const [dateRowid] = dateRowidsOfIds(db, [id]);
  return dateRowid === undefined ? null : (scores[dateRowids.indexOf(dateRowid)] ?? null);
}

/** The matches among some cases, as `[day, id]` in date order; a null day is none. */
export function datedAmong(db: Database, match: CaseMatch, ids: readonly number[]): SortKey[] {
  const source = scoringSource(match);
  // the plus keeps the index from being asked anew for each rank
  const found = statementOf("case_words.rowid", source, [`+case_words.rowid IN (${DATE_ROWIDS_OF_IDS})`], "");
  const sql = `
    SELECT day, id
      FROM court_case
     WHERE rank IN (${found})
     ORDER BY day NULLS LAST, id`;
  return readRows(db, sql, { ...source.parameters, amongIds: JSON.stringify(ids) });
}

function scoredKeyOf(key: SortKey | null): (ScoredRowid & { readonly id: number }) | null {
  if (key === null) return null;
  const [score, day, id] = key.map(Number);
  return { dateRowid: 0, score: score ?? 0, day: day ?? 0, id: id ?? 0 };
}

/** The matches from a place on, down to the score of the last case that can be on the page. */
function reachedBy(
  db: Database,
  { dateRowids, scores, sorted }: ScoredMatches,
  page: { readonly after: ScoredRowid | null; readonly scoreSign: number; readonly limit: number },
): ScoredRowid[] {
  const { after, scoreSign, limit } = page;
  const isBeyond = (score: number, other: number): boolean => scoreSign * (score - other) > 0;
  const passed = after === null ? 0 : sorted.filter((score) => !isBeyond(score, after.score)).length;
  const edge = sorted.at(scoreSign > 0 ? passed + limit - 1 : -(passed + limit));
  const dayOf = dateRowidDays(db);
  const reached: ScoredRowid[] = [];
  // the iterators of typed arrays cost four times as much
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (edge !== undefined && isBeyond(score, edge)) continue;
    if (after !== null && isBeyond(after.score, score)) continue;
    const dateRowid = dateRowids[at] ?? 0;
    reached.push({ dateRowid, score, day: dayOf(dateRowid) ?? UNDATED });
  }
  return reached;
}

function amongThese(db: Database, all: ScoredMatches, { among }: Pick<ScoredPage, "among">): ScoredMatches {
  if (among === undefined) return all;
  const these = new Set(dateRowidsOfIds(db, among.ids));
  const isIn = (_value: number, at: number): boolean =>
    these.has(all.dateRowids[at] ?? 0) === (among.are === "wanted");
  const scores = all.scores.filter(isIn);
  return { dateRowids: all.dateRowids.filter(isIn), scores, sorted: scores.toSorted() };
}

function dateRowidsOfIds(db: Database, ids: readonly number[]): number[] {
  return readRows(db, DATE_ROWIDS_OF_IDS, { amongIds: JSON.stringify(ids) }).map(([dateRowid]) =>
    Number(dateRowid),
  );
}

function withIds(db: Database, scored: readonly ScoredRowid[]): (ScoredRowid & { readonly id: number })[] {
  const dateRowids = scored.map(({ dateRowid }) => dateRowid);
  const ids = new Map(
    idsOfDateRowids(db, dateRowids).map(([id, dateRowid]) => [Number(dateRowid), Number(id)]),
  );
  return scored.map((one) => ({ ...one, id: ids.get(one.dateRowid) ?? 0 }));
}
