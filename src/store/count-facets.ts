/** Counts of a question's matches by what they have in common: one grouped statement over the same conditions. */
import type { Database } from "better-sqlite3";
import type { Facet, FacetCount } from "../domain/listing.ts";
import type { CaseMatch } from "./case-match.ts";
import { clausesOf, type Parameters, statementOf } from "./case-statement.ts";

/** A day is counted from 1970: its year is the calendar's. */
const YEAR = "CAST(strftime('%Y', c.day * 86400, 'unixepoch') AS INTEGER)";

const GROUPS: Readonly<Record<Facet, { readonly value: string; readonly isKnown: string }>> = {
  jurisdiction: { value: "c.jurisdiction_id", isKnown: "c.jurisdiction_id IS NOT NULL" },
  court: { value: "c.court_id", isKnown: "c.court_id IS NOT NULL" },
  reporter: { value: "c.reporter_id", isKnown: "c.reporter_id IS NOT NULL" },
  decision_date: { value: YEAR, isKnown: "c.day IS NOT NULL" },
};

/** Exact, over all matches; cases without a value are in no group. By ascending value. */
export function countFacet(db: Database, match: CaseMatch, facet: Facet): FacetCount[] {
  const { sql, parameters } = facetStatement(match, facet);
  return db.prepare<Parameters, FacetCount>(sql).all(parameters);
}

export function facetStatement(match: CaseMatch, facet: Facet): { sql: string; parameters: Parameters } {
  const { value, isKnown } = GROUPS[facet];
  const clauses = clausesOf(match);
  const select = `${value} AS value, count(*) AS count`;
  const sql = statementOf(select, clauses, [isKnown], "GROUP BY value\n ORDER BY value");
  return { sql, parameters: clauses.parameters };
}
