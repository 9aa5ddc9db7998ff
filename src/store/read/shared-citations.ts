/** Cases that share a citation and stayed apart: a decision that only CourtListener has, and a case that it may be. */
import type { Database } from "better-sqlite3";
import { CLUSTER_IDS } from "../../domain/case-id.ts";
import type { SharedCitation, SharedCitations } from "../../domain/records.ts";
import type { Parameters } from "../database/statement-cache.ts";

/** The citations of CourtListener's decisions are a range of the key; each is looked up in the index of citations. */
export const SHARED = `
  SELECT own.case_id AS id, other.case_id AS otherId, min(own.normal) AS normal
    FROM citation AS own
   CROSS JOIN citation AS other ON other.normal = own.normal
   WHERE own.case_id > :clusterIds AND other.case_id < own.case_id
     AND (other.case_id < :clusterIds
          OR (SELECT day FROM court_case WHERE id = own.case_id)
             = (SELECT day FROM court_case WHERE id = other.case_id))
   GROUP BY own.case_id, other.case_id
`;

/** @param most pairs that are listed */
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
