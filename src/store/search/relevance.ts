/**
 * The order by relevance of the matches that are scored; ties by date, then id.
 *
 * Scores and days are known of every match without a look at its row. Ids are looked up only as far down as the page goes,
 * so that many cases of one score cost no more than few.
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../../domain/listing.ts";
import { dateRowidDays } from "../dates/date-rowid-days.ts";
import { idsOfRanks } from "../dates/matched-date-rowids.ts";
import type { CaseMatch } from "./case-match.ts";
import { statementOf } from "./case-statement.ts";
import { rankedSource } from "./ranked-source.ts";
import type { ScoredMatches } from "./scored-matches.ts";
import { readRows } from "./statement-cache.ts";

/** Stands for "no date" in keys, above every day. */
const UNDATED = 2 ** 40;
const RANKS_OF_IDS = "SELECT rank FROM court_case WHERE id IN (SELECT value FROM json_each(:amongIds))";

export interface RankedPage {
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
interface Placed {
  readonly rank: number;
  readonly score: number;
  readonly day: number;
}

/** Keys `[score, day, id]` in reading direction. */
export function rankedKeys(db: Database, all: ScoredMatches, page: RankedPage): SortKey[] {
  const backwards = page.direction === "backwards";
  // with these signs every order is an ascending one
  const [scoreSign, tieSign] = [page.descending === backwards ? 1 : -1, backwards ? -1 : 1];
  const byDay = (a: Placed, b: Placed): number =>
    scoreSign * (a.score - b.score) || tieSign * (a.day - b.day);
  const after = placeOf(page.key);
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
export function scoreOf(db: Database, { ranks, scores }: ScoredMatches, id: number): number | null {
  const [rank] = ranksOfIds(db, [id]);
  return rank === undefined ? null : (scores[ranks.indexOf(rank)] ?? null);
}

/** The matches among some cases, as `[day, id]` in date order; a null day is none. */
export function datedAmong(db: Database, match: CaseMatch, ids: readonly number[]): SortKey[] {
  const source = rankedSource(match);
  // the plus keeps the index from being asked anew for each rank
  const found = statementOf("case_words.rowid", source, [`+case_words.rowid IN (${RANKS_OF_IDS})`], "");
  const sql = `
    SELECT day, id
      FROM court_case
     WHERE rank IN (${found})
     ORDER BY day NULLS LAST, id`;
  return readRows(db, sql, { ...source.parameters, amongIds: JSON.stringify(ids) });
}

function placeOf(key: SortKey | null): (Placed & { readonly id: number }) | null {
  if (key === null) return null;
  const [score, day, id] = key.map(Number);
  return { rank: 0, score: score ?? 0, day: day ?? 0, id: id ?? 0 };
}

/** The matches from a place on, down to the score of the last case that can be on the page. */
function reachedBy(
  db: Database,
  { ranks, scores, sorted }: ScoredMatches,
  page: { readonly after: Placed | null; readonly scoreSign: number; readonly limit: number },
): Placed[] {
  const { after, scoreSign, limit } = page;
  const isBeyond = (score: number, other: number): boolean => scoreSign * (score - other) > 0;
  const passed = after === null ? 0 : sorted.filter((score) => !isBeyond(score, after.score)).length;
  const edge = sorted.at(scoreSign > 0 ? passed + limit - 1 : -(passed + limit));
  const dayOf = dateRowidDays(db);
  const reached: Placed[] = [];
  // the iterators of typed arrays cost four times as much
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (edge !== undefined && isBeyond(score, edge)) continue;
    if (after !== null && isBeyond(after.score, score)) continue;
    const rank = ranks[at] ?? 0;
    reached.push({ rank, score, day: dayOf(rank) ?? UNDATED });
  }
  return reached;
}

function amongThese(db: Database, all: ScoredMatches, { among }: Pick<RankedPage, "among">): ScoredMatches {
  if (among === undefined) return all;
  const these = new Set(ranksOfIds(db, among.ids));
  const isIn = (_value: number, at: number): boolean =>
    these.has(all.ranks[at] ?? 0) === (among.are === "wanted");
  const scores = all.scores.filter(isIn);
  return { ranks: all.ranks.filter(isIn), scores, sorted: scores.toSorted() };
}

function ranksOfIds(db: Database, ids: readonly number[]): number[] {
  return readRows(db, RANKS_OF_IDS, { amongIds: JSON.stringify(ids) }).map(([rank]) => Number(rank));
}

function withIds(db: Database, placed: readonly Placed[]): (Placed & { readonly id: number })[] {
  const ranks = placed.map(({ rank }) => rank);
  const ids = new Map(idsOfRanks(db, ranks).map(([id, rank]) => [Number(rank), Number(id)]));
  return placed.map((one) => ({ ...one, id: ids.get(one.rank) ?? 0 }));
}
