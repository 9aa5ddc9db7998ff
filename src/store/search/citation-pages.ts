/** Pages of the citations collection: by case id, then by position within the case. */

import type { Database } from "better-sqlite3";
import type { CitationQuery, Page } from "../../domain/query.ts";
import type { CitationOfCase } from "../../domain/records.ts";

interface Row extends CitationOfCase {
  readonly seq: number;
}

type Parameters = Record<string, string | number | null>;

export class CitationPages {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  read({ filter, position, pageSize }: CitationQuery): Page<CitationOfCase> {
    const backwards = position?.direction === "before";
    const where = ["TRUE"];
    const parameters: Parameters = {};
    const add = (clause: string, name: string, value: string | number | undefined): void => {
      if (value === undefined) return;
      where.push(clause);
      parameters[name] = value;
    };
    add("normal = :cite", "cite", filter.cite);
    add("type = :type", "type", filter.type);
    add("case_id = :caseId", "caseId", filter.caseId);
    const count = this.#db
      .prepare<Parameters, number>(`SELECT count(*) FROM citation WHERE ${where.join(" AND ")}`)
      .pluck()
      .get(parameters);
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
    const rows = this.#db.prepare<Parameters, Row>(sql).all({ ...parameters, limit: pageSize + 1 });
    const hasMore = rows.length > pageSize;
    const page = backwards ? rows.slice(0, pageSize).reverse() : rows.slice(0, pageSize);
    const [first, last] = [page[0], page.at(-1)];
    return {
      items: page.map(({ type, cite, caseId }) => ({ type, cite, caseId })),
      count: count ?? 0,
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
}
