/** The ids of all matches of a filter in one statement, for whoever wants every one of them: an export. */
import type { Database } from "better-sqlite3";
import type { CaseMatch } from "./case-match.ts";
import { clausesOf, type Parameters, statementOf } from "./case-statement.ts";

/** `jurisdiction`: by its id, then by case id; `year`: by jurisdiction, year of decision, case id. Unknown ones first. */
export type IdOrder = "id" | "jurisdiction" | "year";

const ORDER_BY: Readonly<Record<IdOrder, string>> = {
  id: "c.id",
  jurisdiction: "c.jurisdiction_id, c.id",
  // the year as it is written: what has a day begins with it
  year: "c.jurisdiction_id, CASE WHEN c.day IS NOT NULL THEN substr(c.decision_date, 1, 4) END, c.id",
};

/**
 * The ids one by one. SQLite sorts what must be sorted, on disk where it is much, and nothing of it is held here; a page
 * at a time would look for all matches again for every page.
 */
export function idsOf(db: Database, match: CaseMatch, order: IdOrder): IterableIterator<number> {
  const clauses = clausesOf(match);
  const sql = statementOf("c.id", clauses, [], `ORDER BY ${ORDER_BY[order]}`);
  return db.prepare<Parameters, number>(sql).pluck().iterate(clauses.parameters);
}
