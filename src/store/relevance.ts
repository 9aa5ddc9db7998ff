/**
 * The order by relevance of the matches that are scored: BM25, names above head matter above opinions; ties by date,
 * then id.
 *
 * Scores come out of the index alone. The rows are looked at only as far down as the page goes, where they tell ties
 * apart.
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../domain/listing.ts";
import type { CaseMatch } from "./case-match.ts";
import { type Parameters, statementOf } from "./case-statement.ts";
import { rankedSource } from "./ranked-source.ts";

/** Weights by column: opinions, head_matter, names, cites, court, authors, corrections, filters, cited. */
const SCORE = "bm25(case_words, 1.0, 3.0, 10.0, 5.0, 2.0, 1.0, 1.0, 0.0, 0.0)";
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

/** Keys `[score, day, id]` in reading direction. */
export function rankedKeys(db: Database, match: CaseMatch, page: RankedPage): SortKey[] {
  const source = rankedSource(match);
  const scored = statementOf(`case_words.rowid AS rank, ${SCORE} AS score`, source, amongClauses(page), "");
  const backwards = page.direction === "backwards";
  const [scoreDown, tiesDown] = [page.descending !== backwards, backwards];
  const [score, ties] = [scoreDown ? "DESC" : "ASC", tiesDown ? "DESC" : "ASC"];
  const [beyondScore, beyondTies] = [scoreDown ? "<" : ">", tiesDown ? "<" : ">"];
  const sql = `
    WITH scored AS MATERIALIZED (${scored}),
    -- the score of the last case that can be on the page
    edge AS (
      SELECT score
        FROM scored
       WHERE :afterScore IS NULL OR score ${beyondScore} :afterScore
       ORDER BY score ${score}
       LIMIT 1 OFFSET :limit - 1
    ),
    reached AS MATERIALIZED (
      SELECT rank, score
        FROM scored
       WHERE (:afterScore IS NULL OR score ${beyondScore}= :afterScore)
         AND NOT coalesce(score ${beyondScore} (SELECT score FROM edge), FALSE)
    )
    SELECT score, coalesce(c.day, ${UNDATED}) AS keyDay, c.id AS keyId
      FROM reached
     CROSS JOIN court_case AS c ON c.rank = reached.rank
     WHERE :afterScore IS NULL
        OR score ${beyondScore} :afterScore
        OR (coalesce(c.day, ${UNDATED}), c.id) ${beyondTies} (:afterDay, :afterId)
     ORDER BY score ${score}, keyDay ${ties}, keyId ${ties}
     LIMIT :limit`;
  const [afterScore = null, afterDay = null, afterId = null] = page.key ?? [];
  const place = { afterScore, afterDay, afterId, limit: page.limit };
  const parameters = { ...source.parameters, ...amongParameters(page), ...place };
  return db.prepare<Parameters, SortKey>(sql).raw().all(parameters);
}

/** The score that a case has now; null when it is not among the matches. */
export function scoreOf(db: Database, match: CaseMatch, id: number): number | null {
  const source = rankedSource(match);
  const isThis = "case_words.rowid = (SELECT rank FROM court_case WHERE id = :id)";
  const sql = statementOf(SCORE, source, [isThis], "");
  return (
    db
      .prepare<Parameters, number>(sql)
      .pluck()
      .get({ ...source.parameters, id }) ?? null
  );
}

/** The matches among some cases, as `[day, id]` in date order; a null day is none. */
export function datedAmong(db: Database, match: CaseMatch, ids: readonly number[]): SortKey[] {
  const source = rankedSource(match);
  const page = { among: { ids, are: "wanted" } } as const;
  const found = statementOf("case_words.rowid", source, amongClauses(page), "");
  const sql = `
    SELECT day, id
      FROM court_case
     WHERE rank IN (${found})
     ORDER BY day NULLS LAST, id`;
  const parameters = { ...source.parameters, ...amongParameters(page) };
  return db.prepare<Parameters, SortKey>(sql).raw().all(parameters);
}

function amongClauses({ among }: Pick<RankedPage, "among">): string[] {
  if (among === undefined) return [];
  // the plus keeps the index from being asked anew for each rank
  return [`+case_words.rowid ${among.are === "wanted" ? "IN" : "NOT IN"} (${RANKS_OF_IDS})`];
}

function amongParameters({ among }: Pick<RankedPage, "among">): Parameters {
  return among === undefined ? {} : { amongIds: JSON.stringify(among.ids) };
}
