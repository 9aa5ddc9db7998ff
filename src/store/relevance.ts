/**
 * The order by relevance: BM25, names above head matter above opinions; ties by date, then id. Every match is scored.
 *
 * An import moves all scores, so a score alone is no place to go on from: a case could come twice. Positions therefore
 * carry the cases seen, as long as these are few; the next page is the best of the others, the page before the worst of
 * those seen.
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../domain/listing.ts";
import type { CaseMatch } from "./case-match.ts";
import { clausesOf, type Parameters, statementOf } from "./case-statement.ts";

/** Weights by column: names, cites, court, head_matter, opinions, authors, corrections, forms, filters, cited. */
const SCORE = "bm25(case_words, 10.0, 5.0, 2.0, 3.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0)";
/** Stands for "no date" in keys, above every day. */
const UNDATED = 2 ** 40;

export interface RankedPage {
  /** The worst first. */
  readonly descending: boolean;
  /** `[score, day, id]` to go on from; null from the start (or the end). */
  readonly key: SortKey | null;
  /** All ids before the place; null when they are not known. */
  readonly seen: readonly number[] | null;
  readonly direction: "forwards" | "backwards";
  readonly limit: number;
}

export function rankedKeys(db: Database, match: CaseMatch, page: RankedPage): SortKey[] {
  const clauses = clausesOf(match, "words");
  const scored = statementOf(
    `${SCORE} AS score, coalesce(c.day, ${UNDATED}) AS day, c.id AS id`,
    clauses,
    [],
    "",
  );
  const backwards = page.direction === "backwards";
  const [scoreDown, tiesDown] = [page.descending !== backwards, backwards];
  const [score, ties] = [scoreDown ? "DESC" : "ASC", tiesDown ? "DESC" : "ASC"];
  const [beyondScore, beyondTies] = [scoreDown ? "<" : ">", tiesDown ? "<" : ">"];
  const isInPlace =
    page.seen === null
      ? `:afterScore IS NULL
        OR score ${beyondScore} :afterScore
        OR (score = :afterScore AND (day, id) ${beyondTies} (:afterDay, :afterId))`
      : `id ${backwards ? "IN" : "NOT IN"} (SELECT value FROM json_each(:seen))`;
  const sql = `
    WITH scored AS MATERIALIZED (${scored})
    SELECT score, day, id
      FROM scored
     WHERE ${isInPlace}
     ORDER BY score ${score}, day ${ties}, id ${ties}
     LIMIT :limit`;
  const [afterScore = null, afterDay = null, afterId = null] = page.key ?? [];
  const place: Parameters =
    page.seen === null ? { afterScore, afterDay, afterId } : { seen: JSON.stringify(page.seen) };
  const parameters = { ...clauses.parameters, ...place, limit: page.limit };
  return db.prepare<Parameters, SortKey>(sql).raw().all(parameters);
}
