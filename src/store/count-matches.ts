/** The exact number of matches: out of one index wherever the filter allows it. */
import type { Database } from "better-sqlite3";
import type { CaseMatch } from "./case-match.ts";
import { clausesOf, isInRange, leadOf, type Parameters, RANK_COLUMN, statementOf } from "./case-statement.ts";
import { BLOCKS_FROM, NO_DAY, type RankRange, ranksOfDay } from "./rank.ts";
import { BLOCK_RANKS } from "./rank-sizes.ts";

export function countMatches(db: Database, match: CaseMatch): number {
  const lead = leadOf(match);
  const isInIndex =
    lead !== "rows" && !match.needsBoth && match.updatedFrom === null && match.updatedTo === null;
  if (isInIndex) return countInIndex(db, match, lead);
  const clauses = clausesOf(match);
  const sql = statementOf("count(*)", clauses, [], "");
  return db.prepare<Parameters, number>(sql).pluck().get(clauses.parameters) ?? 0;
}

function countInIndex(db: Database, match: CaseMatch, lead: "words" | "names"): number {
  const { decidedFrom, decidedTo } = match;
  const clauses = clausesOf({ ...match, decidedFrom: null, decidedTo: null }, lead);
  const table = lead === "words" ? "case_words" : "case_names";
  const rank = RANK_COLUMN[lead];
  const count = (range: RankRange | null): number => {
    const bounds = range === null ? [] : isInRange(rank);
    const sql = statementOf("count(*)", { ...clauses, from: table }, bounds, "");
    return (
      db
        .prepare<Parameters, number>(sql)
        .pluck()
        .get({ ...clauses.parameters, ...range }) ?? 0
    );
  };
  if (decidedFrom === null && decidedTo === null) return count(null);
  const days = {
    from: decidedFrom === null ? 0 : ranksOfDay(decidedFrom).from,
    to: decidedTo === null ? BLOCKS_FROM : ranksOfDay(decidedTo).to,
  };
  if (days.from >= days.to) return 0;
  const blocks = db
    .prepare<{ first: number; last: number }, number>(BLOCKS_BETWEEN)
    .pluck()
    .all({ first: decidedFrom ?? -NO_DAY, last: decidedTo ?? NO_DAY - 1 });
  return blocks.reduce((sum, from) => sum + count({ from, to: from + BLOCK_RANKS }), count(days));
}

const BLOCKS_BETWEEN = `
  SELECT from_rank
    FROM rank_block
   WHERE day BETWEEN :first AND :last
`;
