/** The exact number of matches, from the stored counts or from one index where the filter allows it. */
import type { Database } from "better-sqlite3";
import { readRows } from "../database/statement-cache.ts";
import type { CaseMatch } from "./case-match.ts";
import { clausesOf, isInRange, statementOf } from "./case-statement.ts";
import { type IndexSource, indexSourceOf, rangesOf } from "./matched-date-rowids.ts";
import { countStored, storedCountsOf } from "./stored-counts.ts";

export function countMatches(db: Database, match: CaseMatch): number {
  const stored = storedCountsOf(match);
  if (stored !== null) {
    return stored.others.reduce((sum, other) => sum + countSearched(db, other), countStored(db, stored));
  }
  return countSearched(db, match);
}

function countSearched(db: Database, match: CaseMatch): number {
  const source = indexSourceOf(match);
  if (source !== null) return countInIndex(db, match, source);
  const clauses = clausesOf(match);
  return numberOf(readRows(db, statementOf("count(*)", clauses, [], ""), clauses.parameters));
}

function countInIndex(db: Database, match: CaseMatch, { clauses, dateRowid }: IndexSource): number {
  const ranges = rangesOf(match);
  const bounds = ranges === null ? [] : isInRange(dateRowid);
  const sql = statementOf("count(*)", clauses, bounds, "");
  const counts = (ranges ?? [{}]).map((range) =>
    numberOf(readRows(db, sql, { ...clauses.parameters, ...range })),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function numberOf(rows: readonly (readonly unknown[])[]): number {
  return Number(rows[0]?.[0] ?? 0);
}
