/** Pages of citations, by case id, then by position within the case; and pairs of cases that share a citation. */

import type { Database } from "better-sqlite3";
import { citationForms } from "../../citations/reporters.ts";
import { CLUSTER_IDS } from "../../domain/case-id.ts";
import type { CitationQuery, Page } from "../../domain/query.ts";
import type { CitationOfCase, SharedCitation, SharedCitations } from "../../domain/records.ts";
import { type Parameters, readObjects, readValue } from "../database/statement-cache.ts";
import { pageOf, positionsAround } from "./case-pages.ts";

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
  const without = filter.without === undefined ? undefined : JSON.stringify(filter.without);
  add("case_id NOT IN (SELECT value FROM json_each(:without))", "without", without);
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

/** @param citations as `items` of `pageOf` */
export function citationPage(
  citations: readonly PlacedCitation[],
  query: Pick<CitationQuery, "position" | "pageSize">,
  count: number,
): Page<CitationOfCase> {
  const { page, hasMore } = pageOf(citations, query);
  const keys = page.map(({ caseId, seq }) => [caseId, seq]);
  const ordering = { by: "id", descending: false } as const;
  return {
    items: page.map(({ type, cite, caseId }) => ({ type, cite, caseId })),
    count,
    ...positionsAround({ keys, hasMore }, { position: query.position, ordering }, null),
  };
}

/** The citations of CourtListener's decisions are a range of the key; each is looked up in the index of citations. */
export const SHARED = `
  SELECT cluster.case_id AS id, candidate.case_id AS otherId, min(cluster.normal) AS normal
    FROM citation AS cluster
   CROSS JOIN citation AS candidate ON candidate.normal = cluster.normal
   WHERE cluster.case_id > :clusterIds AND candidate.case_id < cluster.case_id
     AND (candidate.case_id < :clusterIds
          OR (SELECT day FROM court_case WHERE id = cluster.case_id)
             = (SELECT day FROM court_case WHERE id = candidate.case_id))
   GROUP BY cluster.case_id, candidate.case_id
`;

/** Pairs of a decision that only CourtListener has and a case that may be the same decision. @param most pairs that are listed */
export function readSharedCitations(db: Database, most: number): SharedCitations {
  const statement = db.prepare<Parameters, SharedCitation>(SHARED);
  const pairs: SharedCitation[] = [];
  let count = 0;
  for (const pair of statement.iterate({ clusterIds: CLUSTER_IDS })) {
    count++;
    if (pairs.length < most) pairs.push(pair);
  }
  return { count, pairs };
}
