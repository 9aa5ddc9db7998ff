/** The number of matches, from the stored counts or from one index where the filter allows it. */
import type { Database } from "better-sqlite3";
import { readRows } from "../database/statement-cache.ts";
import type { CaseMatch } from "./case-match.ts";
import { type Clauses, clausesOf, isInRange, statementOf } from "./case-statement.ts";
import { indexSourceOf, rangesOf } from "./matched-date-rowids.ts";
import { countStored, storedCountsOf } from "./stored-counts.ts";

export function countMatches(db: Database, match: CaseMatch): number {
  const stored = storedCountsOf(match);
  if (stored === null) return countSearched(db, match);
  return stored.others.reduce((sum, other) => sum + countSearched(db, other), countStored(db, stored));
}

function countSearched(db: Database, match: CaseMatch): number {
  const source = indexSourceOf(match);
  const ranges = source === null ? null : rangesOf(match);
  if (source === null || ranges === null) return countRows(db, source?.clauses ?? clausesOf(match));
  const { clauses, dateRowid } = source;
  const where = [...clauses.where, ...isInRange(dateRowid)];
  const counts = ranges.map((range) =>
    countRows(db, { ...clauses, where, parameters: { ...clauses.parameters, ...range } }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function countRows(db: Database, clauses: Clauses): number {
  const [row] = readRows(db, statementOf("count(*)", clauses, [], ""), clauses.parameters);
  return Number(row?.[0] ?? 0);
}
