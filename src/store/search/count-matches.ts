/** The number of matches, from the stored counts or from one index where the filter allows it. */
import type { Database } from "better-sqlite3";
import { readRows } from "../database/statement-cache.ts";
import type { CaseMatch } from "./case-match.ts";
import { type Clauses, clausesOf, isInRange, statementOf } from "./case-statement.ts";
import { indexSourceOf, rangesOf } from "./matched-date-rowids.ts";
import { countStored, storedCountsOf } from "./stored-counts.ts";

/** @param limit where counting stops, unless the counts are stored */
export function countMatches(db: Database, match: CaseMatch, limit = Number.MAX_SAFE_INTEGER): number {
  const stored = storedCountsOf(match);
  if (stored === null) return countSearched(db, match, limit);
  const others = stored.others.map((other) => countSearched(db, other, Number.MAX_SAFE_INTEGER));
  return others.reduce((sum, count) => sum + count, countStored(db, stored));
}

function countSearched(db: Database, match: CaseMatch, limit: number): number {
  const source = indexSourceOf(match);
  const ranges = source === null ? null : rangesOf(match);
  if (source === null || ranges === null) return countRows(db, source?.clauses ?? clausesOf(match), limit);
  const { clauses, dateRowid } = source;
  const where = [...clauses.where, ...isInRange(dateRowid)];
  let count = 0;
  for (const range of ranges) {
    if (count >= limit) break;
    const parameters = { ...clauses.parameters, ...range };
    count += countRows(db, { ...clauses, where, parameters }, limit - count);
  }
  return count;
}

function countRows(db: Database, clauses: Clauses, limit: number): number {
  const sql = `SELECT count(*) FROM (${statementOf("1", clauses, [], "LIMIT :limit")})`;
  const [row] = readRows(db, sql, { ...clauses.parameters, limit });
  return Number(row?.[0] ?? 0);
}
