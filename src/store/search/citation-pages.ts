/** Pages of the citations collection: by case id, then by position within the case. */

import type { Database } from "better-sqlite3";
import { citationForms } from "../../citations/reporters.ts";
import type { CitationQuery, Page } from "../../domain/query.ts";
import type { CitationOfCase } from "../../domain/records.ts";
import { type Parameters, readObjects, readValue } from "../database/statement-cache.ts";

export function readCitations(
  db: Database,
  { filter, position, pageSize }: CitationQuery,
): Page<CitationOfCase> {
  const backwards = position?.direction === "before";
  const where = ["TRUE"];
  const parameters: Parameters = {};
  const add = (clause: string, name: string, value: string | number | undefined): void => {
    if (value === undefined) return;
    where.push(clause);
    parameters[name] = value;
  };
  const forms = filter.cite === undefined ? undefined : JSON.stringify(citationForms(filter.cite));
  add("normal IN (SELECT value FROM json_each(:forms))", "forms", forms);
  add("type = :type", "type", filter.type);
  add("case_id = :caseId", "caseId", filter.caseId);
  const count = readValue<number>(
    db,
    `SELECT count(*) FROM citation WHERE ${where.join(" AND ")}`,
    parameters,
  );
  if (position !== null) {
    where.push(`(case_id, seq) ${backwards ? "<" : ">"} (:afterCase, :afterSeq)`);
    parameters.afterCase = position.key[0] ?? null;
    parameters.afterSeq = position.key[1] ?? null;
  }
  const direction = backwards ? "DESC" : "ASC";
  const sql = `
      SELECT case_id AS caseId, seq, type, cite
        FROM citation
       WHERE ${where.join(" AND ")}
       ORDER BY case_id ${direction}, seq ${direction}
       LIMIT :limit`;
  const rows = readObjects<PlacedCitation>(db, sql, { ...parameters, limit: pageSize + 1 });
  return citationPage(rows, { position, pageSize }, count ?? 0);
}

/** A citation and its position within the case. */
export interface PlacedCitation extends CitationOfCase {
  readonly seq: number;
}

/** @param found one more than a page if there are more, in reading direction */
export function citationPage(
  found: readonly PlacedCitation[],
  { position, pageSize }: Pick<CitationQuery, "position" | "pageSize">,
  count: number,
): Page<CitationOfCase> {
  const backwards = position?.direction === "before";
  const hasMore = found.length > pageSize;
  const page = backwards ? found.slice(0, pageSize).reverse() : found.slice(0, pageSize);
  const [first, last] = [page[0], page.at(-1)];
  return {
    items: page.map(({ type, cite, caseId }) => ({ type, cite, caseId })),
    count,
    next:
      last !== undefined && (backwards || hasMore)
        ? { direction: "after", key: [last.caseId, last.seq] }
        : null,
    previous:
      first !== undefined && position !== null && (!backwards || hasMore)
        ? { direction: "before", key: [first.caseId, first.seq] }
        : null,
  };
}
