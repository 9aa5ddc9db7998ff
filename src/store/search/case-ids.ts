/** The ids of all matches of a filter in one statement, for an export. */

import type { Database } from "better-sqlite3";
import type { IdOrder } from "../../domain/query.ts";
import type { Parameters } from "../database/statement-cache.ts";
import type { CaseMatch } from "./case-match.ts";
import { clausesOf, statementOf } from "./case-statement.ts";

const ORDER_BY: Readonly<Record<IdOrder, string>> = {
  id: "c.id",
  jurisdiction: "c.jurisdiction_id, c.id",
  // every decision date that is a date begins with its year
  year: "c.jurisdiction_id, CASE WHEN c.day IS NOT NULL THEN substr(c.decision_date, 1, 4) END, c.id",
};

/**
 * Iterates over the ids. SQLite sorts them, on disk if they are many, so this process keeps nothing. Reading page by page would
 * search all matches again for every page.
 */
export function idsOf(db: Database, match: CaseMatch, order: IdOrder): IterableIterator<number> {
  const clauses = clausesOf(match);
  const sql = statementOf("c.id", clauses, [], `ORDER BY ${ORDER_BY[order]}`);
  return db.prepare<Parameters, number>(sql).pluck().iterate(clauses.parameters);
}
